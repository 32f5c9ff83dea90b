/** Values of settings and facts, and ages, as text. */
import { texts } from './texts.ts';
import { useNow } from '../platform/now.ts';

/** Objects as names and values, never JSON; null and undefined as empty text. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? texts.terms.on : texts.terms.off;
  if (Array.isArray(value)) return value.map(plainValue).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${plainValue(part)}`)
      .join(', ');
  }
  return String(value as string | number | bigint);
}

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** Whole minutes and up. */
function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR) return texts.age.minutes(minutes);
  if (minutes < DAY) return texts.age.hours(Math.floor(minutes / HOUR), minutes % HOUR);
  return texts.age.days(Math.floor(minutes / DAY), Math.floor((minutes % DAY) / HOUR));
}

/** `since`: ISO time. */
export function useAge(since: string | null | undefined): string | undefined {
  const now = useNow(MINUTE_MS / 2);
  return since ? ageText(now - Date.parse(since)) : undefined;
}

/** The time left until `due` (ISO), and whether it is over. */
export function useDue(due: string): { text: string; isLate: boolean } {
  const left = Date.parse(due) - useNow(MINUTE_MS / 2);
  const isLate = left <= 0;
  const age = ageText(Math.abs(left));
  return { text: isLate ? texts.queue.lateBy(age) : texts.queue.dueIn(age), isLate };
}
