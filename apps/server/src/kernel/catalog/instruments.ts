/** The instruments: pair, tick and lot size, bounds, fees, hours. States, agreed terms and new listings follow (`catalogue.ts`). */
import { amount, int2, price, rate, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import type { MarketTermsVersion } from './market-terms.ts';
import type { TradingHours } from './trading-hours.ts';

const allInstruments = defineQuery({
  name: 'kernel.allInstruments',
  text: `select i.id, i.symbol, i.base, i.quote, b.scale as base_scale, q.scale as quote_scale, i.class, i.hours, i.tick_size, i.lot_size,
      i.min_notional, i.max_notional, i.price_band, i.market_band, i.maker_fee, i.taker_fee,
      i.jump_bound, i.priced_by, i.state, i.created_at, i.updated_at
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
    pricedBy: text,
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
export type Instrument = Readonly<
  Omit<RowOf<typeof allInstruments>, 'hours' | 'class' | 'pricedBy'>
> & {
  readonly hours: TradingHours;
  readonly class: 'crypto' | 'metal' | 'forex';
  /** `members`: no source quotes it. Its price is that of its own trades, and each order there names its price (ADR 101). */
  readonly pricedBy: 'sources' | 'members';
  /** Agreed changes, those ahead included, by their time; absent: none. */
  readonly versions?: readonly MarketTermsVersion[];
};

export interface InstrumentRegistry {
  /** In display order. Whoever holds the list sees what is listed later at its end. */
  readonly all: readonly Instrument[];
  find(symbol: string): Instrument | undefined;
  findById(id: number): Instrument | undefined;
  /**
   * Whoever holds the instrument sees it: nothing but state and versions changes while the server runs. A market that is listed
   * in another state than normal keeps it.
   */
  setState(id: number, state: number): void;
  setVersions(id: number, versions: readonly MarketTermsVersion[]): void;
  /** Adds what was listed since, and returns it. */
  refresh(reader: Reader): Promise<readonly Instrument[]>;
  /** Informs those who subscribed. They read on their own, so not within a transaction. */
  announce(listed: readonly Instrument[]): void;
  /** Called with what was listed, once it is found here. Returns the function that unsubscribes. */
  subscribe(receive: (listed: readonly Instrument[]) => void): () => void;
}

export async function loadInstruments(reader: Reader): Promise<InstrumentRegistry> {
  const all: Instrument[] = [];
  const bySymbol = new Map<string, Instrument>();
  const byId = new Map<number, Instrument>();
  const listed = new Map<number, number>();
  const receivers = new Set<(listed: readonly Instrument[]) => void>();
  const registry: InstrumentRegistry = {
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
    async refresh(from) {
      const rows = (await from.many(allInstruments, [])) as unknown as Instrument[];
      const added = rows.filter(({ id }) => !byId.has(id));
      for (const instrument of added) {
        bySymbol.set(instrument.symbol, instrument);
        byId.set(instrument.id, instrument);
        listed.set(instrument.id, instrument.state);
        all.push(instrument);
      }
      return added;
    },
    announce(listings) {
      for (const receive of receivers) receive(listings);
    },
    subscribe(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
  };
  await registry.refresh(reader);
  return registry;
}
