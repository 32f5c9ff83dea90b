/** What a rule is: parameters with their units and bounds, and a pure function from facts about one member to what it finds. */
import { type Amount, formatDecimal, ONE } from '@tern/money';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import type { FactKind, Facts } from '../facts.ts';

export type Unit = 'USDT' | 'percent' | 'times' | 'count' | 'seconds' | 'hours' | 'days';

/** A whole number. */
export interface Parameter {
  readonly label: string;
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  /** What the form begins with. */
  readonly usual: number;
}

/** By the names of the parameters. */
export type Values = Readonly<Record<string, number>>;

/** What was found in facts later than `since` (included) up to `until`. Epoch ms. */
export interface Found {
  readonly since: number;
  readonly until: number;
  /** For compliance, in English. */
  readonly text: string;
}

export interface Rule<Name extends string = string> {
  readonly name: string;
  /** What it looks for, in one sentence. */
  readonly about: string;
  readonly facts: FactKind;
  readonly parameters: Readonly<Record<Name, Parameter>>;
  /** How far before a fact it looks, ms. */
  windowMs(values: Readonly<Record<Name, number>>): number;
  /**
   * Everything in these facts that the rule is for, oldest first: what was found once is not found again, and a fact counts in one
   * finding at most.
   */
  find(facts: Facts, values: Readonly<Record<Name, number>>, since: Since): Found[];
}

/** Epoch ms. */
export interface Since {
  /** Facts up to it count only as the past. */
  readonly after: number;
  /** Only facts from here on end a finding: of earlier ones the past may not be there. */
  readonly endsFrom: number;
  /** Facts behind it end none. */
  readonly endsUntil?: number;
}

/** Keeps the names of the parameters in the type while a rule is written. */
export const defineRule = <const Name extends string>(rule: Rule<Name>): Rule =>
  rule as unknown as Rule;

interface Timed {
  readonly at: number;
}

/**
 * Goes through events in their order and asks `test` about each with those before it in the window. Behind a finding the window begins
 * anew.
 */
export function scan<Event extends Timed>(
  events: readonly Event[],
  { after, endsFrom, endsUntil = Infinity, windowMs }: Since & { windowMs: number },
  test: (window: readonly Event[]) => { text: string; since?: number } | undefined,
): Found[] {
  const found: Found[] = [];
  let from = after;
  let first = 0;
  for (const [index, event] of events.entries()) {
    if (event.at > endsUntil) break;
    if (event.at <= from || event.at < endsFrom) continue;
    const begin = Math.max(from, event.at - windowMs);
    while (events[first]!.at <= begin) first += 1;
    const hit = test(events.slice(first, index + 1));
    if (hit === undefined) continue;
    found.push({ since: hit.since ?? events[first]!.at, until: event.at, text: hit.text });
    from = event.at;
  }
  return found;
}

/** Whole USDT. */
export const usdt = (whole: number): Amount => (BigInt(whole) * ONE) as Amount;

/** Whether `part` is at least this share of `whole`. */
export const isShare = (part: bigint, whole: bigint, percent: number): boolean =>
  part * 100n >= whole * BigInt(percent);

export const money = (worth: bigint): string => `${formatDecimal(worth)} USDT`;

/** "16 h", "40 min", "3 d" of ms, rounded up. */
export function lasting(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.ceil(ms / MINUTE_MS))} min`;
  const hours = Math.ceil(ms / HOUR_MS);
  return hours <= 72 ? `${hours} h` : `${Math.ceil(hours / 24)} d`;
}
