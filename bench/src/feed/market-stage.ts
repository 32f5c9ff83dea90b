/** A small market for the feed: symbols whose prices are moved by the bench. */
import type { Amount, Price } from '@tern/money';
import { decimal } from '@tern/money';
import type { Instrument } from '../../../apps/server/src/kernel/catalog/instruments.ts';
import {
  applyTick,
  type PlannedTick,
  planTick,
} from '../../../apps/server/src/features/market/pricing/plan-tick.ts';
import {
  newSymbolState,
  type SymbolState,
} from '../../../apps/server/src/features/market/pricing/symbol-state.ts';

export const SYMBOLS = Array.from({ length: 20 }, (_, index) => `coin${index}usdt`);

export interface MarketStage {
  readonly states: readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  /** Every symbol has a new price. */
  tick(now: number): PlannedTick[];
}

export function createMarketStage(): MarketStage {
  const states = SYMBOLS.map((symbol, index) => newSymbolState(instrument(symbol, index)));
  const bySymbol = new Map(states.map((state) => [state.instrument.symbol, state]));
  let step = 0;
  return {
    states,
    find: (symbol) => bySymbol.get(symbol),
    tick(now) {
      step += 1;
      return states.map((state, index) => {
        const plan = planTick(state, {
          at: now,
          price: decimal<Price>(`${100 + index}.${1_000 + ((step * 37) % 9_000)}`),
          // No trades, which would be published on another topic.
          quantity: 0n as Amount,
          takerSide: 'buy',
          sources: ['bench'],
          backfilledAt: null,
        });
        applyTick(plan);
        return plan;
      });
    },
  };
}

function instrument(symbol: string, index: number): Instrument {
  return {
    id: index + 1,
    symbol,
    base: symbol.slice(0, -4),
    quote: 'usdt',
    baseScale: 8,
    quoteScale: 6,
    class: 'crypto',
    hours: 'always',
    tickSize: decimal('0.0001'),
    lotSize: decimal('0.0001'),
    minNotional: decimal('1'),
    maxNotional: decimal('1000000'),
    priceBand: decimal('0.1'),
    marketBand: decimal('0.1'),
    makerFee: decimal('0'),
    takerFee: decimal('0'),
    jumpBound: decimal('0.05'),
    pricedBy: 'sources',
    state: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}
