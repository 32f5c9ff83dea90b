/** One contract of the records, with its result. */
import { AmountText, DateText, Pressable } from '@tern/ui';
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
      <span className={styles.line}>
        <span className={styles.quiet}>
          <DateText at={contract.CreatedAt} detail="second" /> · {t('futures.seconds', { seconds })}
          <br />
          <AmountText value={contract.stake} places={STAKE_PLACES} unit="USDT" />
        </span>
        {state !== 'invalid' && (
          <AmountText
            isGain
            value={contract.profit}
            places={STAKE_PLACES}
            className={styles.strong ?? ''}
          />
        )}
      </span>
    </Pressable>
  );
}
