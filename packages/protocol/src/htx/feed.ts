/** Messages of the market socket that only API clients use; those of the app are in feed.ts. */
import type { TickerMessage } from '../feed.ts';

/** `market.$symbol.ticker` */
export interface SymbolTickerMessage extends Omit<TickerMessage, 'symbol'> {
  lastPrice: number;
  lastSize: number;
}

/** `market.$symbol.bbo`: the best prices, whenever one of them or its size changes. */
export interface BboMessage {
  symbol: string;
  quoteTime: number;
  bid: number;
  bidSize: number;
  ask: number;
  askSize: number;
  seqId: number;
}

/** `market.$symbol.mbp.refresh.$levels`, and the answer to a `req` of `market.$symbol.mbp.$levels`. */
export interface BookMessage {
  seqNum: number;
  /** [price, size], best first */ bids: [number, number][];
  asks: [number, number][];
}

/**
 * `market.$symbol.mbp.$levels`: changes since `prevSeqNum`, the `seqNum` of the previous message.
 * Size 0 removes a level. With 5 and 20 levels, a side without changes is absent.
 */
export interface BookChangeMessage {
  seqNum: number;
  prevSeqNum: number;
  bids?: [number, number][];
  asks?: [number, number][];
}
