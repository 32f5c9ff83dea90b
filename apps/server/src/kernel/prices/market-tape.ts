/** The depth of our order books: provided by spot, published by the feed. */

/** Aggregated levels, best first, as [price, quantity] decimals. */
export interface Depth {
  bids: [string, string][];
  asks: [string, string][];
  /** Increases with each change of the book. */
  version: number;
}

export interface MarketTape {
  /** Called by spot. The provider returns undefined while a market's engine is not running. */
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
