/** The price of markets that no source quotes: the trades of their own books, as their members make them (ADR 101). */
import type { Amount, Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import type { LiveSource, SourceQuote } from '../price-source.ts';
import { LIVE_MS, MEMBERS_SOURCE } from '../reference-rule.ts';

export interface MembersTrade {
  readonly id: number;
  readonly instrumentId: number;
  readonly price: Price;
  /** In base. */
  readonly quantity: Amount;
  readonly takerSide: 'buy' | 'sell';
  /** Epoch ms. */
  readonly at: number;
}

/** Later than the time, of these markets. */
export interface TradesAfter {
  readonly instrumentIds: readonly number[];
  /** Epoch ms. */
  readonly at: number;
}

export interface MembersSourceDeps {
  readonly instruments: readonly Instrument[];
  now(): number;
  /** Oldest first. */
  tradesAfter(after: TradesAfter): Promise<readonly MembersTrade[]>;
}

/** Trades that were made while no instance published prices are not made up for: the next one is the price. */
export function createMembersSource({
  instruments,
  now,
  tradesAfter,
}: MembersSourceDeps): LiveSource {
  const symbols = new Map(instruments.map(({ id, symbol }) => [id, symbol]));
  let receive: (quote: SourceQuote) => void = () => undefined;
  let delivered: ReadonlySet<number> = new Set();
  return {
    name: MEMBERS_SOURCE,
    symbols: new Set(symbols.values()),
    start(to) {
      receive = to;
    },
    async deliver() {
      const at = now() - LIVE_MS;
      const trades = await tradesAfter({ instrumentIds: [...symbols.keys()], at });
      for (const { id, instrumentId, ...trade } of trades) {
        const symbol = symbols.get(instrumentId);
        if (symbol === undefined || delivered.has(id)) continue;
        receive({ ...trade, symbol, tradeId: String(id) });
      }
      delivered = new Set(trades.map(({ id }) => id));
    },
    stop() {
      receive = () => undefined;
    },
  };
}
