/** A contract as one row: small ring, market, direction, stake, time left; once ended, the result. And its pills. */
import {
  AmountText,
  DirectionArrow,
  Pill,
  type PillKind,
  type Press,
  Pressable,
  Text,
} from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import {
  clockText,
  isPending,
  isUp,
  stateOf,
  STAKE_PLACES,
  type ContractState,
} from '../contract-view.ts';
import { useCountdown, MiniRing } from './ring.tsx';
import styles from './list.module.css';

/** Neutral colours: only the result is coloured. */
export function CallPill({ isUp }: { isUp: boolean }) {
  const t = useT();
  return (
    <Pill>
      <DirectionArrow direction={isUp ? 1 : -1} size={8} />
      {t(isUp ? 'futures.buyUp' : 'futures.buyDown')}
    </Pill>
  );
}

const KINDS: Record<ContractState, PillKind> = {
  opening: 'review',
  running: 'review',
  closing: 'review',
  profit: 'up',
  loss: 'down',
  level: 'neutral',
  invalid: 'neutral',
};

const STATE_KEYS = {
  opening: 'futures.settling',
  running: 'futures.settling',
  closing: 'futures.settling',
  profit: 'futures.profit',
  loss: 'futures.loss',
  level: 'futures.levelResult',
  invalid: 'futures.invalid',
} as const;

export function StatePill({ state }: { state: ContractState }) {
  const t = useT();
  const isOpen = KINDS[state] === 'review';
  return (
    <Pill kind={KINDS[state]} {...(isOpen && { dot: 'self' })}>
      {t(STATE_KEYS[state])}
    </Pill>
  );
}

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
            <Text as="span" size="cap" tone="faint">
              {seconds === 0 ? t('futures.settling') : clockText(seconds)}
            </Text>
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
            <Text as="span" size="cap" tone="faint">
              {t(STATE_KEYS[stateOf(contract, 0)])}
            </Text>
          </>
        )}
      </span>
    </Pressable>
  );
}
