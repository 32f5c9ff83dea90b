/** The current content of each topic, the answers to `req`, and their envelopes. */
import type { CheckpointMessage } from '@tern/protocol';
import type { MarketTape } from '../../../kernel/prices/market-tape.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { candleStart } from '../../../kernel/prices/intervals.ts';
import { turnsOfRows } from '../../../platform/turns.ts';
import type { CandleQuery } from '../market-data/index.ts';
import type { SymbolState } from '../pricing/index.ts';
import { bookChange, bookMessage, type Books } from './books.ts';
import { type Exchange, type Request, RequestProblem } from './connection.ts';
import { DEPTH_LEVELS, depthMessage } from './depth.ts';
import {
  bboMessage,
  candleMessage,
  detailMessage,
  encodedCandle,
  symbolTickerMessage,
  tickerMessage,
  tradeMessage,
} from './messages.ts';
import { type Frame, frameOf } from './frames.ts';
import { type Topic, topicNamed } from './topics.ts';
import type { TradeList } from './trade-list.ts';

export interface FeedDeps {
  now(): number;
  readonly tape: MarketTape;
  states(): readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  candles(state: SymbolState, query: CandleQuery): Promise<Candle[]>;
  /** The newest checkpoint of the public log, a signed note; absent where no log is served. */
  readonly checkpoint?: (() => string) | undefined;
}

/** What the feed has published so far. */
export interface FeedState {
  readonly trades: TradeList;
  readonly books: Books;
  readonly snapshots: SnapshotCache;
}

/** First messages of subscriptions, built once for all clients that subscribe before the market changes again. */
export interface SnapshotCache {
  /** Undefined when the topic has no content yet. */
  get(name: string, make: () => Frame | undefined): Frame | undefined;
  /** Called when the market changes. */
  clear(): void;
}

export function createSnapshotCache(): SnapshotCache {
  const frames = new Map<string, Frame | undefined>();
  return {
    get(name, make) {
      if (!frames.has(name)) frames.set(name, make());
      return frames.get(name);
    },
    clear: () => frames.clear(),
  };
}

const SNAPSHOT_TRADES = 30;
const PULLED_MAX = 300;

export function createExchange(deps: FeedDeps, { trades, books, snapshots }: FeedState): Exchange {
  const listed = (symbol: string, limit?: number) => {
    const state = deps.find(symbol);
    return state === undefined ? [] : trades.latest(state, limit);
  };
  const snapshotOf = (name: string, topic: Topic): unknown => {
    if (topic.kind === 'trades') {
      const lines = listed(topic.symbol, SNAPSHOT_TRADES);
      return lines.length === 0 ? undefined : tradeMessage(lines);
    }
    if (topic.kind !== 'book-changes') return contentOf(deps, topic);
    // A client applies changes to a snapshot it pulls, so it needs their current sequence number first.
    const book = books.publish(name, topic);
    return bookChange(book, book, topic);
  };
  return {
    now: deps.now,
    topic: (name) => topicNamed(name, (symbol) => deps.find(symbol) !== undefined),
    snapshot(name, topic) {
      const make = (): Frame | undefined => {
        const content = snapshotOf(name, topic);
        return content === undefined ? undefined : frameOf(pushOf(name, deps.now(), content));
      };
      return isCacheable(topic) ? snapshots.get(name, make) : make();
    },
    turnsOf: ({ kind }) => (kind === 'kline' ? turnsOfRows(PULLED_MAX) : 1),
    async pull(name, topic, request) {
      if (topic.kind === 'kline') return pullCandles(deps, topic, request);
      if (topic.kind === 'trades') return listed(topic.symbol);
      if (topic.kind === 'book-changes') return bookMessage(books.published(name, topic));
      return contentOf(deps, topic) ?? null;
    },
  };
}

/** Whether the content changes only with the market. */
function isCacheable({ kind }: Topic): boolean {
  return kind === 'tickers' || kind === 'ticker' || kind === 'detail' || kind === 'kline';
}

/** Tickers come in `data`, everything else in `tick`. */
export function pushOf(name: string, ts: number, content: unknown): unknown {
  if (name === 'market.tickers') return { ch: name, status: 'ok', ts, data: content };
  return { ch: name, ts, tick: content };
}

/** The current content of a state topic; undefined when there is none yet. */
export function contentOf(deps: FeedDeps, topic: Topic): unknown {
  const now = deps.now();
  if (topic.kind === 'tickers') {
    const tickers = deps.states().map((state) => tickerMessage(state, deps.tape, now));
    return tickers.filter((ticker) => ticker !== undefined);
  }
  if (topic.kind === 'checkpoint') {
    const checkpoint = deps.checkpoint?.();
    return checkpoint === undefined ? undefined : ({ checkpoint } satisfies CheckpointMessage);
  }
  const state = deps.find(topic.symbol);
  if (state === undefined) return undefined;
  if (topic.kind === 'detail') return detailMessage(state, now);
  if (topic.kind === 'ticker') return symbolTickerMessage(state, deps.tape, now);
  if (topic.kind === 'kline') {
    const candle = state.running.get(topic.interval);
    return candle === undefined ? undefined : candleMessage(candle);
  }
  return bookContentOf(deps, topic, state);
}

function bookContentOf(deps: FeedDeps, topic: Topic, { instrument }: SymbolState): unknown {
  const { symbol, tickSize } = instrument;
  const ts = deps.now();
  if (topic.kind === 'depth') {
    const { step, levels = DEPTH_LEVELS } = topic;
    const depth = deps.tape.depth(symbol, step === 0 ? levels : DEPTH_LEVELS);
    return depth && depthMessage(depth, { tickSize, step, ts, levels });
  }
  if (topic.kind === 'bbo') {
    const depth = deps.tape.depth(symbol, 1);
    return depth && bboMessage(symbol, depth, ts);
  }
  if (topic.kind !== 'book') return undefined;
  const depth = deps.tape.depth(symbol, topic.levels);
  return depth && bookMessage({ ...depth, seqNum: depth.version });
}

/** The newest candles of the span. Units: `from` and `to` are Unix seconds, both included. */
async function pullCandles(
  deps: FeedDeps,
  topic: Extract<Topic, { kind: 'kline' }>,
  request: Request,
): Promise<unknown> {
  const from = secondOf(request['from']) ?? 0;
  const to = secondOf(request['to']);
  const state = deps.find(topic.symbol);
  if (state === undefined || (to !== undefined && from > to)) {
    throw new RequestProblem('invalid time range');
  }
  const before = to === undefined ? {} : { before: (to + 1) * 1000 };
  const query = { interval: topic.interval, limit: PULLED_MAX, ...before };
  const candles = await deps.candles(state, query);
  const start = candleStart(topic.interval, from * 1000);
  return candles.filter((candle) => candle.start >= start).map(encodedCandle);
}

const SECOND_MAX = 4_000_000_000;

function secondOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const isSecond = typeof value === 'number' && Number.isSafeInteger(value);
  if (!isSecond || value < 0 || value > SECOND_MAX) throw new RequestProblem('invalid time range');
  return value;
}
