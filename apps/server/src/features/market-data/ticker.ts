/** A symbol's last price and its rolling 24 hours. */
import type { Amount, Price } from '@tern/money';
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
