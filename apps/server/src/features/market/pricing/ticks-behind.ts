/** How far this instance is behind the instance that makes the prices: it announces the end of each chain with every cycle. */
import { gauge, inSeconds, type Metric } from '../../../platform/metrics/metric.ts';
import { type SourceCounts, SOURCES_MIN } from '../../../kernel/prices/tick-history.ts';
import type { SymbolState } from './symbol-state.ts';

/** Bus topic: the newest stored tick of each symbol. */
export const CHAIN_ENDS = 'pricing.chain-ends';

/** As the alert TernPricesBehind compares. */
export const TICKS_BEHIND_MAX = 10;

type ChainEnds = readonly (readonly [symbol: string, seq: number])[];

export const chainEndsOf = (states: readonly SymbolState[]): ChainEnds =>
  states.map(({ instrument, chain }) => [instrument.symbol, chain.seq] as const);

export class TicksBehind {
  private announced: ChainEnds | undefined;

  receive(message: unknown): void {
    this.announced = message as ChainEnds;
  }

  /** Of the symbol that is furthest behind; undefined before the first announcement. */
  count(find: (symbol: string) => SymbolState | undefined): number | undefined {
    if (this.announced === undefined) return undefined;
    const behind = this.announced.map(([symbol, seq]) => seq - (find(symbol)?.chain.seq ?? 0));
    return Math.max(0, ...behind);
  }
}

export function priceMetrics(of: {
  states(): readonly SymbolState[];
  ticksBehind(): number | undefined;
  sourcesOf(symbol: string): SourceCounts | undefined;
}): Metric[] {
  return [
    gauge({
      name: 'tern_price_tick_timestamp_seconds',
      help: 'Time of the newest price of any market that this instance has',
      read() {
        const at = Math.max(...of.states().map(({ chain }) => chain.at));
        return Number.isFinite(at) ? inSeconds(at) : undefined;
      },
    }),
    gauge({
      name: 'tern_price_markets_below_two_sources',
      help: 'Live markets whose newest price was taken from fewer than two sources: they take no timed contracts',
      read: () =>
        of.states().filter(({ instrument }) => {
          const counts = of.sourcesOf(instrument.symbol);
          return counts !== undefined && counts.agreeing < SOURCES_MIN;
        }).length,
    }),
    gauge({
      name: 'tern_price_ticks_behind',
      help: 'Ticks that another instance has announced and this one has not read yet; 0 where prices are made',
      read: of.ticksBehind,
    }),
  ];
}
