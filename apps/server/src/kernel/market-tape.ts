/** Trades and depth of the own books on their way to the public feed: spot writes, market publishes. */

/** A public trade; `takerSide` is the side of the order that came second. */
export interface TapeTrade {
  symbol: string;
  id: number;
  /** Exact decimals as text. */
  price: string;
  quantity: string;
  takerSide: 'buy' | 'sell';
  at: number;
}

/** Aggregated levels, best first, as [price, quantity] decimals. */
export interface Depth {
  bids: [string, string][];
  asks: [string, string][];
  /** Grows with each change of the book. */
  version: number;
}

export interface MarketTape {
  publishTrade(trade: TapeTrade): void;
  subscribeTrades(receive: (trade: TapeTrade) => void): () => void;
  /** Spot provides the depth of a symbol; undefined before its desk is open. */
  provideDepth(provider: (symbol: string, levels: number) => Depth | undefined): void;
  depth(symbol: string, levels: number): Depth | undefined;
}

export function createMarketTape(): MarketTape {
  const receivers = new Set<(trade: TapeTrade) => void>();
  let provider: (symbol: string, levels: number) => Depth | undefined = () => undefined;
  return {
    publishTrade(trade) {
      for (const receive of receivers) receive(trade);
    },
    subscribeTrades(receive) {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    provideDepth(next) {
      provider = next;
    },
    depth: (symbol, levels) => provider(symbol, levels),
  };
}
