/** A contract as one row: small ring, market, direction, stake, time left; once ended, the result. */
import { AmountText, Pressable, type Press } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { clockText, isPending, isUp, stateOf, STAKE_PLACES } from '../contract-view.ts';
import { useCountdown, MiniRing } from './ring.tsx';
import { CallPill, STATE_KEYS } from './contract-pills.tsx';
import styles from './list.module.css';

export interface RunningRowProps extends Press {
  contract: Contract;
}

export function RunningRow({ contract, ...press }: RunningRowProps) {
  const t = useT();
  const seconds = useCountdown(contract);
  const isWaiting = contract.dueAt === '';
  return (
    <Pressable {...press} className={styles.running}>
      <MiniRing seconds={seconds} total={contract.seconds} isWaiting={isWaiting} />
      <span className={styles.what}>
        <span className={styles.pair}>
          {contract.base}/{contract.quote}
        </span>
        <CallPill isUp={isUp(contract)} />
      </span>
      <span className={styles.numbers}>
        {isPending(contract) ? (
          <>
            <AmountText
              value={contract.stake}
              places={STAKE_PLACES}
              unit="USDT"
              className={styles.strong ?? ''}
            />
            <span className={styles.quiet}>
              {seconds === 0 ? t('futures.settling') : clockText(seconds)}
            </span>
          </>
        ) : (
          <>
            <AmountText
              isGain
              value={contract.profit}
              places={STAKE_PLACES}
              unit="USDT"
              className={styles.strong ?? ''}
            />
            <span className={styles.quiet}>{t(STATE_KEYS[stateOf(contract, 0)])}</span>
          </>
        )}
      </span>
    </Pressable>
  );
}
