/** The messages of each topic, built from the state of the market. */
import { decimal } from '@tern/money';
import type {
  BboMessage,
  CandleMessage,
  DetailMessage,
  SymbolTickerMessage,
  TickerMessage,
  TradeMessage,
} from '@tern/protocol';
import { hashText } from '@tern/proofs';
import type { Depth, MarketTape } from '../../../kernel/prices/market-tape.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import type { SymbolState, TickRow } from '../pricing/index.ts';
import { tickerOf } from '../market-data/index.ts';
import { EncodedJson, type Exact } from './exact-json.ts';

/** A side without an offer has price and size 0, as in `bboMessage`: a closed market has no quotes. */
export function tickerMessage(
  state: SymbolState,
  tape: MarketTape,
  now: number,
): Exact<TickerMessage> | undefined {
  const ticker = tickerOf(state, now);
  if (ticker === undefined) return undefined;
  const { symbol } = state.instrument;
  const { last, open, high, low, amount, vol, count } = ticker;
  const depth = tape.depth(symbol, 1);
  const [bid = 0n, bidSize = 0n] = depth?.bids[0]?.map((text) => decimal(text)) ?? [];
  const [ask = 0n, askSize = 0n] = depth?.asks[0]?.map((text) => decimal(text)) ?? [];
  return {
    symbol,
    open,
    high,
    low,
    close: last,
    amount,
    vol,
    count,
    bid,
    bidSize,
    ask,
    askSize,
  };
}

/** `lastSize` is the quantity of the last tick; 0 when nothing was traded. */
export function symbolTickerMessage(
  state: SymbolState,
  tape: MarketTape,
  now: number,
): Exact<SymbolTickerMessage> | undefined {
  const ticker = tickerMessage(state, tape, now);
  if (ticker === undefined) return undefined;
  const { symbol: _, ...rest } = ticker;
  const lastSize = state.recentTicks.at(-1)?.quantity ?? 0n;
  return { ...rest, lastPrice: ticker.close, lastSize };
}

/** An empty side has price and size 0. */
export function bboMessage(symbol: string, depth: Depth, quoteTime: number): Exact<BboMessage> {
  const [bid = 0n, bidSize = 0n] = depth.bids[0]?.map((text) => decimal(text)) ?? [];
  const [ask = 0n, askSize = 0n] = depth.asks[0]?.map((text) => decimal(text)) ?? [];
  return { symbol, quoteTime, bid, bidSize, ask, askSize, seqId: depth.version };
}

/** The rolling 24 hours with the head of the symbol's tick chain. */
export function detailMessage(state: SymbolState, now: number): Exact<DetailMessage> | undefined {
  const ticker = tickerOf(state, now);
  if (ticker === undefined) return undefined;
  const { last, open, high, low, amount, vol, count } = ticker;
  const { seq, hash, at } = state.chain;
  return {
    id: Math.floor((seq === 0 ? now : at) / 1000),
    open,
    close: last,
    low,
    high,
    amount,
    vol,
    count,
    version: seq,
    chain: { seq, hash: hashText(hash) },
  };
}

export function candleMessage(candle: Candle): Exact<CandleMessage> {
  const { start, open, close, low, high, amount, vol, count } = candle;
  return { id: start / 1000, open, close, low, high, amount, vol, count };
}

const encodedCandles = new WeakMap<Candle, EncodedJson>();

/** The same, encoded once for all callers: closed candles are kept (`recent-candles.ts`). */
export function encodedCandle(candle: Candle): EncodedJson {
  const known = encodedCandles.get(candle);
  if (known !== undefined) return known;
  const encoded = new EncodedJson(candleMessage(candle));
  encodedCandles.set(candle, encoded);
  return encoded;
}

export type TradeLine = Exact<TradeMessage['data'][number]>;

/** The id of a tick's trade. Ids are even; odd ones are reserved for trades of our own books. */
export const sourceTradeId = (tick: Pick<TickRow, 'seq'>): number => tick.seq * 2;

export function sourceTrade(tick: TickRow): TradeLine {
  const id = sourceTradeId(tick);
  return {
    id,
    ts: tick.at,
    tradeId: id,
    amount: tick.quantity,
    price: tick.price,
    direction: tick.takerSide,
  };
}

/** Shape: at least one line, newest first. */
export function tradeMessage(lines: readonly TradeLine[]): Exact<TradeMessage> {
  return { id: Number(lines[0]?.id ?? 0), ts: Number(lines[0]?.ts ?? 0), data: [...lines] };
}
