/** Values at the close of days, in USDT: each price is read once. */
import { type Amount, ONE, type Price } from '@tern/money';
import type { PriceHistory } from '../../../kernel/prices/tick-history.ts';
import type { Valuation } from '../../../kernel/prices/valuation.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { VALUE_ASSET } from './tally.ts';

export interface PriceDeps {
  readonly valuation: Valuation;
  readonly history: PriceHistory;
}

/** Undefined without a price then. Of a negative amount, a negative value. */
export type WorthAt = (asset: string, amount: Amount) => Amount | undefined;

export interface DayPrices {
  /** At a time, epoch milliseconds. */
  at(time: number, assets: Iterable<string>): Promise<WorthAt>;
  /** At the close of the day of a time, or now, whichever is first. */
  ofDay(time: number, assets: Iterable<string>): Promise<WorthAt>;
}

export function createDayPrices(reader: Reader, deps: PriceDeps, now: number): DayPrices {
  const { valuation, history } = deps;
  const prices = new Map<string, Price | undefined>();
  const at: DayPrices['at'] = async (time, assets) => {
    for (const symbol of valuation.symbolsFor(assets)) {
      const key = `${symbol} ${time}`;
      if (!prices.has(key)) prices.set(key, await history.priceAt(reader, symbol, time));
    }
    return (asset, amount) =>
      asset === VALUE_ASSET
        ? amount
        : valuation.worth(asset, amount, (symbol) => prices.get(`${symbol} ${time}`));
  };
  return {
    at,
    ofDay: (time, assets) => at(Math.min(now, time - (time % DAY_MS) + DAY_MS), assets),
  };
}

/** The value of one coin. */
export const priceIn = (worth: WorthAt, asset: string) => worth(asset, ONE as Amount);
