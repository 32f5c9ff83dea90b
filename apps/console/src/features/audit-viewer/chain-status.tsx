/** Result of the hash-chain verification, which the server runs when the screen opens or on request. */
import { useQuery } from '@tanstack/react-query';
import { AmountText, checkIcon, DateText, Icon, Note, warningIcon } from '@tern/ui';
import { texts } from '../../kernel/texts.ts';
import { call } from '../../platform/call.ts';
import styles from './audit.module.css';

export function useAuditChain() {
  return useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: () => call('GET /operator/audit/chain', {}),
    // The server reads the whole log for it.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type ChainQuery = ReturnType<typeof useAuditChain>;

/** One line for the head of the screen. */
export function ChainLine({ query }: { query: ChainQuery }) {
  const { chain } = texts.audit;
  if (query.isFetching) return chain.checking;
  if (query.data === undefined) return chain.failed;
  const { through, brokenAt, checkedAt } = query.data;
  const isWhole = brokenAt === null;
  return (
    <span className={isWhole ? styles.whole : styles.broken} role="status">
      <Icon of={isWhole ? checkIcon : warningIcon} size={16} />
      {isWhole ? chain.whole : chain.broken}{' '}
      <AmountText value={String(brokenAt ?? through ?? 0)} places={0} /> {chain.at}{' '}
      <DateText at={checkedAt} detail="time" />
    </span>
  );
}

/** Explains a broken chain; renders nothing if it is intact. */
export function ChainFault({ query: { data } }: { query: ChainQuery }) {
  const { chain } = texts.audit;
  if (data === undefined || data.brokenAt === null) return null;
  return (
    <Note kind="warn">
      <b>{chain.brokenTitle(data.brokenAt)}</b>
      <br />
      {data.fault}. {chain.brokenText}
    </Note>
  );
}
