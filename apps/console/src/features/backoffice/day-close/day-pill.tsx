/** Whether a day ties out. */
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
