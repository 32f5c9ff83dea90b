/** Whether a day ties out, what is missing, and whether two people signed it. */
import { Pill } from '@tern/ui';
import type { ClosedDay } from './api.ts';
import { dayCloseTexts } from './texts.ts';

interface DayPillProps {
  day: Pick<ClosedDay, 'isTiedOut' | 'differences' | 'unstated'>;
}

export function DayPill({ day }: DayPillProps) {
  if (!day.isTiedOut) return <Pill kind="bad">{dayCloseTexts.differences(day.differences)}</Pill>;
  return day.unstated === 0 ? (
    <Pill kind="done">{dayCloseTexts.tiedOut}</Pill>
  ) : (
    <Pill kind="neutral">{dayCloseTexts.unstated(day.unstated)}</Pill>
  );
}

const KINDS = { none: 'neutral', open: 'neutral', first: 'review', signed: 'done' } as const;

export function SigningPill({ state }: { state: ClosedDay['signing'] }) {
  return state === 'none' ? null : <Pill kind={KINDS[state]}>{dayCloseTexts.signing[state]}</Pill>;
}
