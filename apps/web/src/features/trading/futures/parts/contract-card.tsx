/** One contract of the records, with its result. */
import { AmountText, DateText, Inline, Pressable, Text } from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Contract } from '../contract-pages.ts';
import { isPending, isUp, stateOf, STAKE_PLACES } from '../contract-view.ts';
import { CallPill, StatePill, RunningRow } from './running-row.tsx';
import styles from './list.module.css';

export function ContractCard({ contract }: { contract: Contract }) {
  const to = useLinks();
  const link = to(pages.contractDetail, { id: String(contract.ID) });
  if (isPending(contract)) return <RunningRow contract={contract} {...link} />;
  return <DoneRow contract={contract} link={link} />;
}

function DoneRow({
  contract,
  link,
}: {
  contract: Contract;
  link: { href: string; onPress: () => void };
}) {
  const t = useT();
  const state = stateOf(contract, serverNow());
  const seconds = String(contract.seconds);
  return (
    <Pressable {...link} className={styles.done}>
      <span className={styles.what}>
        <span className={styles.pair}>
          {contract.base}/{contract.quote}
        </span>
        <CallPill isUp={isUp(contract)} />
        <StatePill state={state} />
      </span>
      <Inline as="span" gap={12} align="end" justify="between">
        <Text as="span" size="cap" tone="faint">
          <DateText at={contract.CreatedAt} detail="second" /> · {t('futures.seconds', { seconds })}
          <br />
          <AmountText value={contract.stake} places={STAKE_PLACES} unit="USDT" />
        </Text>
        {state !== 'invalid' && (
          <AmountText
            isGain
            value={contract.profit}
            places={STAKE_PLACES}
            className={styles.strong ?? ''}
          />
        )}
      </Inline>
    </Pressable>
  );
}
