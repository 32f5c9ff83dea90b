/** Messages of the market socket that only programs listen to; those of the app are in market-feed.ts. */
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
 * `market.$symbol.mbp.$levels`: what changed since `prevSeqNum`, which is the `seqNum` of the message
 * before. Size 0 removes a level. With 5 and 20 levels a side without changes is left out.
 */
export interface BookChangeMessage {
  seqNum: number;
  prevSeqNum: number;
  bids?: [number, number][];
  asks?: [number, number][];
}
