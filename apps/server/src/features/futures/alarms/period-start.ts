/** When the counting of a subject's results began that a moment belongs to. */
import { periodOf, type ResultSubject } from '@tern/settlement';
import { isoTime } from '../../../platform/clock.ts';

const MONTH_CHARACTERS = 'YYYY-MM'.length;
const YEAR_CHARACTERS = 'YYYY'.length;

/** The first of the month or year in UTC. Units: epoch milliseconds. */
export function periodStart(subject: ResultSubject, at: number): number {
  const iso = isoTime(at);
  return periodOf(subject) === 'month'
    ? Date.parse(`${iso.slice(0, MONTH_CHARACTERS)}-01T00:00:00Z`)
    : Date.parse(`${iso.slice(0, YEAR_CHARACTERS)}-01-01T00:00:00Z`);
}
