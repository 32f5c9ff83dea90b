/** How soon reviews are to be decided, of kinds for which members read no target time. */
import { HOUR_MS } from '../../platform/durations.ts';
import { type Settings, settingOf } from '../settings/settings.ts';

const KEY = 'review.dueHours';
/** A month: what may wait longer is not waited for. */
const HOURS_MAX = 720;

/** Each kind, its name for people, and the hours without a change of the setting. */
const kinds: readonly (readonly [kind: string, label: string, hours: number])[] = [
  ['identity', 'Identity', 4],
  ['unfreeze', 'Liftings of freezes', 4],
  ['verdict', 'Stuck withdrawals', 4],
  ['release', 'Withdrawals above a cap', 4],
  ['stray', 'Unmatched deposits', 24],
  ['payback', 'Returned fiat withdrawals', 24],
  ['discrepancy', 'Discrepancies', 24],
  ['loan', 'Loans', 24],
  ['manual', 'Balance adjustments', 24],
  ['account', 'Operators', 24],
  ['operatorKey', 'Keys of operators', 4],
  ['operatorLink', 'Links of operators', 4],
  ['role', 'Roles of operators', 24],
  ['customerFile', 'Files of customers', 24],
  ['announcement', 'Announcements', 24],
  ['terms', 'Limits and fees', 24],
  ['marketTerms', 'Market fees', 24],
  ['case', 'Cases', 48],
  ['listing', 'Listings', 24],
  ['listingMove', 'Times of listings', 4],
  ['delisting', 'Delistings', 24],
  ['setting', 'Settings', 24],
  ['cap', 'Caps of 24 hours', 24],
  ['product', 'Products', 48],
  ['funding', 'Treasury', 48],
  ['treasury', 'Revenue and capital', 48],
  ['venuemove', 'Moves to the venue', 24],
  ['resume', 'Resumptions of hedging', 4],
];

/** A version from before a kind existed says nothing about it: it has its usual hours. */
function hoursByKind(value: unknown): ReadonlyMap<string, number> {
  const given = (value ?? {}) as Record<string, unknown>;
  const others = Object.keys(given).filter((name) => kinds.every(([kind]) => kind !== name));
  if (others.length > 0) throw new Error(`setting ${KEY} has no kind ${others.join(', ')}`);
  return new Map(
    kinds.map(([name, , standard]) => {
      const hours = given[name] ?? standard;
      const isWhole = typeof hours === 'number' && Number.isInteger(hours);
      if (!isWhole || hours < 1 || hours > HOURS_MAX)
        throw new Error(`setting ${KEY}: ${name} is not a whole number from 1 to ${HOURS_MAX}`);
      return [name, hours];
    }),
  );
}

export const dueHours = settingOf({
  key: KEY,
  name: 'Due times of reviews',
  effect:
    'The queue shows what is due first. A review is late after this time. Deposits and withdrawals are due at the target time that their members read.',
  form: {
    kind: 'fields',
    unit: 'h',
    min: '1',
    max: String(HOURS_MAX),
    parts: kinds.map(([name, label]) => ({ name, label, isNumber: true })),
  },
  range: `whole hours from 1 to ${HOURS_MAX} for each kind: what waits for a month is not waited for`,
  fallback: Object.fromEntries(kinds.map(([name, , hours]) => [name, hours])),
  parse: hoursByKind,
});

/** Without a change of the setting. @throws Error for a kind without a due time */
export function usualDueHours(kind: string): number {
  const hours = kinds.find(([name]) => name === kind)?.[2];
  if (hours === undefined) throw new Error(`${kind} is never due`);
  return hours;
}

/**
 * When a review that is opened now is due; a later change of the setting does not move it.
 * @throws Error for a kind without a due time
 */
export function dueAtOf(settings: Pick<Settings, 'read'>, kind: string, openedAt: number): number {
  const hours = settings.read(dueHours).get(kind);
  if (hours === undefined) throw new Error(`reviews of kind ${kind} are never due`);
  return openedAt + hours * HOUR_MS;
}
