/** Depth of the own books on its way to the public feed: spot writes, market publishes. */

/** Aggregated levels, best first, as [price, quantity] decimals. */
export interface Depth {
  bids: [string, string][];
  asks: [string, string][];
  /** Grows with each change of the book. */
  version: number;
}

export interface MarketTape {
  /** Spot provides the depth of a symbol; undefined before its desk is open. */
  provideDepth(provider: (symbol: string, levels: number) => Depth | undefined): void;
  depth(symbol: string, levels: number): Depth | undefined;
}

export function createMarketTape(): MarketTape {
  let provider: (symbol: string, levels: number) => Depth | undefined = () => undefined;
  return {
    provideDepth(next) {
      provider = next;
    },
    depth: (symbol, levels) => provider(symbol, levels),
  };
}
