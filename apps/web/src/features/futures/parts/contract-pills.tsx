/** Pills for a contract's direction and state. */
import { DirectionArrow, Pill, type PillKind } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { ContractState } from '../contract-view.ts';

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

export const STATE_KEYS = {
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
