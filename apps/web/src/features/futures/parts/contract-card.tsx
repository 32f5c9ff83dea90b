/** One contract of the records, with its result. */
import { AmountText, DateText, Pressable } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { ContractRow } from '../contract-pages.ts';
import { isPending, isUp, stateOf, STAKE_PLACES } from '../contract-view.ts';
import { CallPill, StatePill } from './contract-pills.tsx';
import styles from './list.module.css';
import { RunningRow } from './running-row.tsx';

export function ContractCard({ contract }: { contract: ContractRow }) {
  const to = useLinks();
  const link = to(pages.contractDetail, { id: String(contract.ID) });
  if (isPending(contract)) return <RunningRow contract={contract} {...link} />;
  return <DoneRow contract={contract} link={link} />;
}

function DoneRow({
  contract,
  link,
}: {
  contract: ContractRow;
  link: { href: string; onPress: () => void };
}) {
  const t = useT();
  const state = stateOf(contract, serverNow());
  const seconds = String(contract.ctime_num);
  return (
    <Pressable {...link} className={styles.done}>
      <span className={styles.what}>
        <span className={styles.pair}>
          {contract.base}/{contract.quote}
        </span>
        <CallPill isUp={isUp(contract)} />
        <StatePill state={state} />
      </span>
      <span className={styles.line}>
        <span className={styles.quiet}>
          <DateText at={contract.CreatedAt} detail="second" /> · {t('futures.seconds', { seconds })}
          <br />
          <AmountText value={contract.usdt} places={STAKE_PLACES} unit="USDT" />
        </span>
        {state !== 'invalid' && (
          <AmountText
            isGain
            value={contract.ploss}
            places={STAKE_PLACES}
            className={styles.strong ?? ''}
          />
        )}
      </span>
    </Pressable>
  );
}
