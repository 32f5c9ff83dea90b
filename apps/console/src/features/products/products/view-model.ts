/** What the catalogue shows: stages, changed fields, terms as text, and obligations by day. Pure. */
import { formatDecimal, parseDecimal, percentOf } from '@tern/money';
import type { Field, Treasury, TreasuryRow, Listed, TermValue, Terms, Version } from './api.ts';

export const STAGES = ['draft', 'scheduled', 'open', 'closed'] as const;

/** The products of each stage that has any, in order. */
export function byStage(list: readonly Listed[]) {
  return STAGES.map((stage) => ({ stage, rows: list.filter((row) => row.stage === stage) })).filter(
    ({ rows }) => rows.length > 0,
  );
}

export const inForceOf = (versions: readonly Version[]) =>
  versions.find(({ state }) => state === 'inForce');
export const pendingOf = (versions: readonly Version[]) =>
  versions.find(({ state }) => ['draft', 'proposed', 'scheduled'].includes(state));

/** What a version replaces, or would have: the newest earlier one that took effect. */
export const earlierOf = (versions: readonly Version[], { version }: Version) =>
  versions
    .filter((each) => each.version < version && ['inForce', 'replaced'].includes(each.state))
    .toSorted((one, other) => other.version - one.version)[0];

/** The terms that a new version starts from: the pending ones, else those in force, else the newest. */
export function startingTerms(versions: readonly Version[]): Version | undefined {
  return pendingOf(versions) ?? inForceOf(versions) ?? versions[0];
}

const HOUR_MINUTES = 60;
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 495 minutes after midnight are 08:15. */
export const clockOf = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / HOUR_MINUTES))}:${twoDigits(minutes % HOUR_MINUTES)}`;

/** The minutes after midnight of 08:15; null if there is no time. */
export function minutesOf(clock: string): number | null {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === undefined || minutes === undefined ? null : hours * HOUR_MINUTES + minutes;
}

/** The unit beside a term: `@payAsset` is the value of that term. */
export function unitOf({ unit, input }: Field, terms: Terms): string {
  if (input === 'rate') return '%';
  if (input === 'clock') return 'UTC';
  if (!unit.startsWith('@')) return unit;
  const asset = terms[unit.slice(1)];
  return typeof asset === 'string' ? asset : '';
}

/** A term of one value as text; empty if there is none. */
export const plainTerm = (value: TermValue | undefined): string =>
  typeof value === 'object' || value === undefined ? '' : String(value);

/** A term as one text; undefined where there is none. Times are ISO text. */
export function termText(
  { input, choices }: Field,
  value: TermValue | undefined,
): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') {
    const langs = Object.keys(value).length;
    return langs > 1 ? `${value['en'] ?? ''} (${langs} languages)` : (value['en'] ?? '');
  }
  const text = String(value);
  if (input === 'clock') return clockOf(Number(text));
  if (input === 'rate') return percentOf(text);
  if (input === 'choice') return choices.find((choice) => choice.value === text)?.label ?? text;
  return text;
}

/** Objects are compared by their texts. */
const isSame = (one: TermValue | undefined, other: TermValue | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields that a version changes; without an earlier one, all of them. */
export function changedFields(
  fields: readonly Field[],
  before: Terms | undefined,
  after: Terms,
): readonly Field[] {
  if (before === undefined) return fields;
  return fields.filter(({ name }) => !isSame(before[name], after[name]));
}

/** The terms of a new product, before anything is typed. */
export function emptyTerms(fields: readonly Field[]): Terms {
  return Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)]));
}

function emptyOf({ input, isOptional, choices }: Field): TermValue {
  if (input === 'flag') return false;
  if (input === 'texts') return { en: '' };
  if (input === 'choice' && !isOptional) return choices[0]?.value ?? '';
  return isOptional ? null : '';
}

/** Terms as sent: an empty field is none. */
export function sentTerms(fields: readonly Field[], terms: Terms): Terms {
  return Object.fromEntries(
    fields.map(({ name, input }) => {
      const value = terms[name] ?? null;
      if (typeof value === 'object' && value !== null) {
        const texts = Object.entries(value).filter(([, text]) => text.trim() !== '');
        return [name, Object.fromEntries(texts)];
      }
      if (value === '') return [name, null];
      return [name, input === 'count' ? Number(value) : value];
    }),
  );
}

export interface Bar {
  /** YYYY-MM-DD, UTC. */
  date: string;
  payouts: string;
  principals: string;
  total: string;
  /** Shares of the highest day, 0 to 100. */
  payoutsShare: number;
  principalsShare: number;
}

const exact = (text: string): bigint => parseDecimal(text) ?? 0n;

/** One bar for each day, also for those on which nothing falls due. */
export function barsOf({ days, obligations }: Treasury, coin: string): readonly Bar[] {
  const due = days.map((date) => {
    const found = obligations.find((each) => each.date === date && each.coinname === coin);
    return {
      date,
      payouts: exact(found?.payouts ?? '0'),
      principals: exact(found?.principals ?? '0'),
    };
  });
  const highest = due.reduce((most, { payouts, principals }) => {
    const total = payouts + principals;
    return total > most ? total : most;
  }, 0n);
  const shareOf = (part: bigint) => (highest === 0n ? 0 : Number((part * 1_000n) / highest) / 10);
  return due.map(({ date, payouts, principals }) => ({
    date,
    payouts: formatDecimal(payouts),
    principals: formatDecimal(principals),
    total: formatDecimal(payouts + principals),
    payoutsShare: shareOf(payouts),
    principalsShare: shareOf(principals),
  }));
}

/** The coins in which something falls due. */
export const coinsOf = ({ obligations }: Treasury): readonly string[] => [
  ...new Set(obligations.map(({ coinname }) => coinname)),
];

/** What falls due in all days, what is set aside for yields, and by how much that is short; "0" if it is not. */
export function coverOf(treasury: Treasury, coin: string) {
  const sum = barsOf(treasury, coin).reduce((all, { total }) => all + exact(total), 0n);
  const row = treasury.house.find((each) => each.account === 'yields' && each.coinname === coin);
  return {
    sum: formatDecimal(sum),
    reserved: row?.reserved ?? '0',
    short: row === undefined ? '0' : missingOf(row),
  };
}

/** By how much what is owed or still to be sold exceeds what is set aside; "0" if it does not. */
export function missingOf({ owed, reserved }: Pick<TreasuryRow, 'owed' | 'reserved'>): string {
  const missing = exact(owed) - exact(reserved);
  return formatDecimal(missing > 0n ? missing : 0n);
}
