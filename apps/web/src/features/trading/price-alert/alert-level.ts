/** A level and how far the price is from it; decimal texts. Pure. */
import {
  formatFixed,
  isMultipleOf,
  larger,
  parseDecimal,
  type Price,
  ratio,
  smaller,
} from '@tern/money';
import type { Alert } from './api.ts';

type Kind = Alert['kind'];

const HUNDRED = 100n;
/** Of a change, in percent, as the server has them. */
export const CHANGE_BOUNDS = { min: '0.1', max: '100', step: '0.01' };

/** How far `level` is from `price`, in percent without a sign, cut to two decimals; undefined when either is unknown. */
export function distanceTo(level: string, price: string | undefined): string | undefined {
  const [from, to] = [parseDecimal<Price>(price ?? ''), parseDecimal<Price>(level)];
  if (!from || to === undefined || from <= 0n) return undefined;
  const way = to > from ? to - from : from - to;
  return formatFixed(ratio(way * HUNDRED, from, 'truncate'), 2);
}

/** Where the level is, seen from the price. */
export function sideOf(level: string, price: string | undefined): 'above' | 'below' | undefined {
  const [from, to] = [parseDecimal(price ?? ''), parseDecimal(level)];
  if (from === undefined || to === undefined) return undefined;
  return to > from ? 'above' : 'below';
}

export type LevelFault = 'missing' | 'bounds' | 'passed';

/** What the server would refuse. `now`: the price, or the change in percent. */
export function levelFault(
  { kind, level }: { kind: Kind; level: string },
  { now, tickSize }: { now: string | undefined; tickSize: string },
): LevelFault | undefined {
  const value = parseDecimal(level);
  if (value === undefined || value === 0n) return 'missing';
  const { min, max, step } = kind === 'change' ? CHANGE_BOUNDS : boundsOf(tickSize);
  const [least, most, unit] = [min, max, step].map((text) => parseDecimal(text)!);
  if (value < least! || value > most! || !isMultipleOf(value, unit!)) return 'bounds';
  const present = parseDecimal((now ?? '').replace('-', ''));
  if (present === undefined) return undefined;
  const isPassed = kind === 'below' ? present <= value : present >= value;
  return isPassed ? 'passed' : undefined;
}

const boundsOf = (tickSize: string) => ({ min: tickSize, max: '1000000000000', step: tickSize });

/** The bounds as the field's error names them. */
export const boundsFor = (kind: Kind, tickSize: string) =>
  kind === 'change' ? CHANGE_BOUNDS : boundsOf(tickSize);

/** Reached, and not repeated: it is listed below. */
export const isDone = ({ isOn, repeats, reachedAt }: Alert) =>
  !isOn && !repeats && reachedAt !== '';

/** Alerts that wait or are off, by market in the order of its newest alert. */
export function byMarket(alerts: readonly Alert[]): [symbol: string, alerts: Alert[]][] {
  const markets = new Map<string, Alert[]>();
  for (const alert of alerts.filter((each) => !isDone(each))) {
    markets.set(alert.symbol, [...(markets.get(alert.symbol) ?? []), alert]);
  }
  return [...markets];
}

/** Places on a line from the lowest to the highest of some prices, in percent. */
export function placesOn(prices: readonly string[]): number[] {
  const values = prices.map((text) => parseDecimal<Price>(text) ?? (0n as Price));
  const low = values.reduce((least, value) => smaller(least, value));
  const high = values.reduce((most, value) => larger(most, value));
  if (high === low) return values.map(() => 50);
  const span = high - low;
  return values.map((value) => Number(((value - low) * 1_000n) / span) / 10);
}
