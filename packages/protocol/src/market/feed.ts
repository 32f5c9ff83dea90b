/** Messages of the public market socket, in HTX's format. JSON numbers, gzip binary frames. */

export interface TickerMessage {
  symbol: string;
  open: number;
  high: number;
  low: number;
  close: number;
  /** base volume */ amount: number;
  /** quote volume */ vol: number;
  count: number;
  bid: number;
  bidSize: number;
  ask: number;
  askSize: number;
}

export interface CandleMessage {
  /** bucket start, Unix seconds */ id: number;
  open: number;
  close: number;
  low: number;
  high: number;
  amount: number;
  vol: number;
  count: number;
}

/** The head of the symbol's tick chain, sent with the detail. */
export interface ChainHead {
  seq: number;
  hash: string;
}

export interface DetailMessage extends Omit<CandleMessage, 'id'> {
  id: number;
  version: number;
  chain: ChainHead;
}

export interface DepthMessage {
  /** [price, size], best first */ bids: [number, number][];
  asks: [number, number][];
  version: number;
  ts: number;
}

export interface TradeMessage {
  id: number;
  ts: number;
  data: {
    id: number;
    ts: number;
    tradeId: number;
    amount: number;
    price: number;
    /** side of the taker */ direction: 'buy' | 'sell';
  }[];
}

/** `log.checkpoint`: the newest checkpoint of the public log, a signed note (C2SP tlog-checkpoint). */
export interface CheckpointMessage {
  checkpoint: string;
}

/** A push on a subscribed topic; tickers use `data`, all others `tick`. */
export type Push =
  | { ch: 'market.tickers'; status: 'ok'; ts: number; data: TickerMessage[] }
  | {
      ch: string;
      ts: number;
      tick: DetailMessage | CandleMessage | DepthMessage | TradeMessage | CheckpointMessage;
    };

// Topics that only API clients use.

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
