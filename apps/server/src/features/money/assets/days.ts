/** Calendar days in UTC. Shape of a day: `2026-11-29`. */
import { DAY_MS } from '../../../platform/durations.ts';
import { dayOf, startOfDay } from '../../../platform/clock.ts';

export const dayAfter = (day: string): string => dayOf(startOfDay(day) + DAY_MS);

/** From `first` through `last`; none if `last` is earlier. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/** The same day so many months earlier, or the last day of that month if it is shorter. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(date, last)));
}
