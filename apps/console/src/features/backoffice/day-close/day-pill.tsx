/** Whether a day ties out, and whether two people signed it. */
import { Pill } from '@tern/ui';
import type { ClosedDay } from './api.ts';
import { dayCloseTexts } from './texts.ts';

export function DayPill({ day }: { day: Pick<ClosedDay, 'isTiedOut' | 'differences'> }) {
  return day.isTiedOut ? (
    <Pill kind="done">{dayCloseTexts.tiedOut}</Pill>
  ) : (
    <Pill kind="bad">{dayCloseTexts.differences(day.differences)}</Pill>
  );
}

const KINDS = { none: 'neutral', open: 'neutral', first: 'review', signed: 'done' } as const;

export function SigningPill({ state }: { state: ClosedDay['signing'] }) {
  return state === 'none' ? null : <Pill kind={KINDS[state]}>{dayCloseTexts.signing[state]}</Pill>;
}
