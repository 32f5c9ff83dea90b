/** What each topic says right now, what a `req` is answered, and how both are wrapped. */
import type { MarketTape } from '../../../kernel/market-tape.ts';
import type { Candle } from '../candles/candle.ts';
import { candleStart } from '../candles/intervals.ts';
import type { CandleQuery } from '../candles/read-candles.ts';
import type { SymbolState } from '../symbol-state.ts';
import { type Exchange, type Request, RequestProblem } from './connection.ts';
import { DEPTH_LEVELS, depthMessage } from './depth.ts';
import { candleMessage, detailMessage, tickerMessage, tradeMessage } from './messages.ts';
import { type Topic, topicNamed } from './topics.ts';
import type { TradeList } from './trade-list.ts';

export interface FeedDeps {
  now(): number;
  readonly tape: MarketTape;
  states(): readonly SymbolState[];
  find(symbol: string): SymbolState | undefined;
  candles(state: SymbolState, query: CandleQuery): Promise<Candle[]>;
}

const TRADES_AT_START = 30;
const PULLED_MAX = 300;

/** The market as one connection sees it. */
export function createExchange(deps: FeedDeps, trades: TradeList): Exchange {
  return {
    now: deps.now,
    topic: (name) => topicNamed(name, (symbol) => deps.find(symbol) !== undefined),
    snapshot(name, topic) {
      const content =
        topic.kind === 'trades' ? firstTrades(deps, trades, topic) : contentOf(deps, topic);
      return content === undefined ? undefined : pushOf(name, deps.now(), content);
    },
    async pull(topic, request) {
      if (topic.kind === 'kline') return pullCandles(deps, topic, request);
      const state = topic.kind === 'trades' ? deps.find(topic.symbol) : undefined;
      if (state !== undefined) return trades.latest(state);
      return contentOf(deps, topic) ?? null;
    },
  };
}

type TopicOf<K extends Topic['kind']> = Extract<Topic, { kind: K }>;

function firstTrades(deps: FeedDeps, trades: TradeList, topic: TopicOf<'trades'>): unknown {
  const state = deps.find(topic.symbol);
  const lines = state === undefined ? [] : trades.latest(state, TRADES_AT_START);
  return lines.length === 0 ? undefined : tradeMessage(lines);
}

/** Tickers come in `data`, everything else in `tick`. */
export function pushOf(name: string, ts: number, content: unknown): unknown {
  if (name === 'market.tickers') return { ch: name, status: 'ok', ts, data: content };
  return { ch: name, ts, tick: content };
}

/** The present content of any topic but trades; undefined when nothing is known yet. */
export function contentOf(deps: FeedDeps, topic: Topic): unknown {
  const now = deps.now();
  if (topic.kind === 'tickers') {
    const tickers = deps.states().map((state) => tickerMessage(state, deps.tape, now));
    return tickers.filter((ticker) => ticker !== undefined);
  }
  const state = deps.find(topic.symbol);
  if (state === undefined || topic.kind === 'trades') return undefined;
  if (topic.kind === 'detail') return detailMessage(state, now);
  if (topic.kind === 'kline') {
    const candle = state.running.get(topic.interval);
    return candle === undefined ? undefined : candleMessage(candle);
  }
  const depth = deps.tape.depth(topic.symbol, DEPTH_LEVELS);
  if (depth === undefined) return undefined;
  const { tickSize } = state.instrument;
  return depthMessage(depth, { tickSize, step: topic.step, ts: now });
}

/** Units: `from` and `to` are Unix seconds, both included; the newest of the span come first in line. */
async function pullCandles(
  deps: FeedDeps,
  topic: TopicOf<'kline'>,
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
  return candles.filter((candle) => candle.start >= start).map(candleMessage);
}

const SECOND_MAX = 4_000_000_000;

function secondOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const isSecond = typeof value === 'number' && Number.isSafeInteger(value);
  if (!isSecond || value < 0 || value > SECOND_MAX) throw new RequestProblem('invalid time range');
  return value;
}
