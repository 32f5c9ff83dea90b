/** The instruments: pair, tick and lot size, bounds, fees, hours. Loaded once; states and agreed terms follow. */
import { amount, int2, price, rate, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { MarketTermsVersion } from './market-terms.ts';
import type { TradingHours } from './trading-hours.ts';

const allInstruments = defineQuery({
  name: 'kernel.allInstruments',
  text: `select i.id, i.symbol, i.base, i.quote, b.scale as base_scale, q.scale as quote_scale, i.class, i.hours, i.tick_size, i.lot_size,
      i.min_notional, i.max_notional, i.price_band, i.market_band, i.maker_fee, i.taker_fee,
      i.jump_bound, i.state, i.created_at, i.updated_at
    from instruments i join assets b on b.code = i.base join assets q on q.code = i.quote order by i.id`,
  params: [],
  row: {
    id: int2,
    symbol: text,
    base: text,
    quote: text,
    /** Decimal places of the assets. */
    baseScale: int2,
    quoteScale: int2,
    class: text,
    hours: text,
    tickSize: price,
    lotSize: amount,
    minNotional: amount,
    maxNotional: amount,
    priceBand: rate,
    marketBand: rate,
    makerFee: rate,
    takerFee: rate,
    jumpBound: rate,
    state: int2,
    createdAt: timestamptz,
    updatedAt: timestamptz,
  },
});

/** The state of a market. Cancel only: open orders can be cancelled, none placed. Closed: delisted, its open orders are cancelled (ADR 95). */
export const instrumentState = { normal: 1, halted: 2, cancelOnly: 3, closed: 4 } as const;

/**
 * `tickSize × lotSize` may be finer than the quote asset's smallest unit; orders round their total. `priceBand` bounds
 * limit prices and `marketBand` protects market orders; both are ratios around the reference price. Fees and
 * `jumpBound` are those of the listing: `termsAt` gives the ones in force.
 */
export type Instrument = Readonly<Omit<RowOf<typeof allInstruments>, 'hours' | 'class'>> & {
  readonly hours: TradingHours;
  readonly class: 'crypto' | 'metal' | 'forex';
  /** Agreed changes, those ahead included, by their time; absent: none. */
  readonly versions?: readonly MarketTermsVersion[];
};

export interface InstrumentRegistry {
  /** In display order. */
  readonly all: readonly Instrument[];
  find(symbol: string): Instrument | undefined;
  findById(id: number): Instrument | undefined;
  /**
   * Whoever holds the instrument sees it: nothing but state and versions changes while the server runs. A market that is listed
   * in another state than normal keeps it.
   */
  setState(id: number, state: number): void;
  setVersions(id: number, versions: readonly MarketTermsVersion[]): void;
}

export async function loadInstruments(reader: Reader): Promise<InstrumentRegistry> {
  const all = (await reader.many(allInstruments, [])) as unknown as Instrument[];
  const bySymbol = new Map(all.map((instrument) => [instrument.symbol, instrument]));
  const byId = new Map(all.map((instrument) => [instrument.id, instrument]));
  const listed = new Map(all.map(({ id, state }) => [id, state]));
  return {
    all,
    find: (symbol) => bySymbol.get(symbol),
    findById: (id) => byId.get(id),
    setState(id, state) {
      const instrument = byId.get(id);
      if (instrument === undefined || listed.get(id) !== instrumentState.normal) return;
      (instrument as { state: number }).state = state;
    },
    setVersions(id, versions) {
      const instrument = byId.get(id);
      if (instrument !== undefined) Object.assign(instrument, { versions });
    },
  };
}
