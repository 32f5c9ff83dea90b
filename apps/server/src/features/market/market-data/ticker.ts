/** A ticker: a symbol's last price and rolling 24 hours, the change of its price and the decimal places of its fields. */
import { type Amount, divideInteger, formatDecimal, formatFixed, type Price } from '@tern/money';
import { lastDay, lastPrice, type SymbolState } from '../pricing/index.ts';

export interface Ticker {
  readonly last: Price;
  /** The price 24 hours ago: the open of the window. */
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly amount: Amount;
  readonly vol: Amount;
  readonly count: number;
}

/** Undefined before the symbol's first price. A day without trades has no change. */
export function tickerOf(state: SymbolState, now: number): Ticker | undefined {
  const last = lastPrice(state);
  if (last === undefined) return undefined;
  const day = lastDay(state.day, state.running.get('60min'), now);
  const zero = 0n as Amount;
  return {
    last,
    open: day?.open ?? last,
    high: day?.high ?? last,
    low: day?.low ?? last,
    amount: day?.amount ?? zero,
    vol: day?.vol ?? zero,
    count: day?.count ?? 0,
  };
}

/** Shown while the change is unknown. */
const UNKNOWN_CHANGE = '---';

/**
 * The change from `open` to `last` in percent, truncated toward zero to 2 decimals; `---` when unknown.
 */
export function changePercent(last: bigint | undefined, open: bigint | undefined): string {
  if (last === undefined || open === undefined || open <= 0n) return UNKNOWN_CHANGE;
  const hundredths = divideInteger((last - open) * 10_000n, open, 'truncate');
  return formatFixed(hundredths * 10n ** 16n, 2);
}

/** The direction of the displayed change: 1 up, -1 down, 0 unchanged or unknown. */
export function direction(change: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(change)) return 0;
  return change.startsWith('-') ? -1 : 1;
}

/** Decimal places of a step: 0.01 has 2, 1000 has 0. */
export function placesOf(step: bigint): number {
  return formatDecimal(step).split('.')[1]?.length ?? 0;
}
