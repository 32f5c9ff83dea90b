/** The public market feed: what is pushed when, and to whom (rules §11). */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { PlannedTick, SymbolState } from '../pricing/index.ts';
import { createBooks, isSteady } from './books.ts';
import { Connection } from './connection.ts';
import { createExchange, type FeedDeps, type FeedMemory } from './contents.ts';
import { createFirstContents } from './first-contents.ts';
import { answerFrame } from './frames.ts';
import { createHub } from './hub.ts';
import { sourceTrade, type TradeLine } from './messages.ts';
import { createPushes, missedFrame } from './pushes.ts';
import { createTradeList } from './trade-list.ts';

export interface MarketFeed {
  accept(socket: WebSocket, request: IncomingMessage): void;
  /** New ticks, already stored. */
  onTicks(ticks: readonly PlannedTick[]): void;
  /** Pushes what changed beside the ticks: tickers, merged books. */
  beat(): void;
  /** Pushes the changes of best prices and of short books, each as soon as it is seen, and what slow readers missed. */
  beatChanges(): void;
  /** Pushes deep and whole books at their pace. */
  beatBooks(): void;
  /** Asks every client for a sign of life and drops those that gave none twice. */
  heartbeat(): Promise<void>;
  /** Newest first: the reference trades that candles are made of. */
  trades(state: SymbolState): readonly TradeLine[];
  stop(): void;
}

export function createMarketFeed(deps: FeedDeps): MarketFeed {
  const hub = createHub();
  const memory: FeedMemory = {
    trades: createTradeList(),
    books: createBooks(deps.tape),
    firsts: createFirstContents(),
  };
  const { trades, firsts } = memory;
  const exchange = createExchange(deps, memory);
  const pushes = createPushes(deps, memory, hub);
  const connections = new Map<WebSocket, Connection>();
  return {
    accept(socket, request) {
      const reader = hub.admit(socket, request.socket);
      connections.set(socket, new Connection({ socket, reader, hub, exchange }));
      socket.on('close', () => connections.delete(socket));
    },
    onTicks(ticks) {
      firsts.renew();
      for (const { state, tick } of ticks) {
        if (tick.quantity > 0n) pushes.trades(state.instrument.symbol, [sourceTrade(tick)]);
      }
      const moved = new Set(ticks.map(({ state }) => state.instrument.symbol));
      for (const { name, topic } of hub.topics()) {
        const isByTick = topic.kind === 'detail' || topic.kind === 'kline';
        if (isByTick && moved.has(topic.symbol)) pushes.content(name, topic);
      }
    },
    beat() {
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'depth') pushes.ifMoved(name, topic);
        else if (topic.kind === 'tickers' || topic.kind === 'ticker') pushes.ifNews(name, topic);
      }
    },
    beatChanges() {
      firsts.renew();
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'bbo') pushes.ifNews(name, topic);
        else if (topic.kind === 'book-changes' && !isSteady(topic)) pushes.bookChange(name, topic);
      }
      hub.catchUp((name, topic, knew) => missedFrame(deps, memory, { name, topic, knew }));
    },
    beatBooks() {
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'book') pushes.ifMoved(name, topic);
        else if (topic.kind === 'book-changes' && isSteady(topic)) pushes.bookChange(name, topic);
      }
      pushes.forget();
    },
    heartbeat: () => dropSilent(connections, deps.now()),
    trades: (state) => trades.latest(state),
    stop() {
      for (const socket of connections.keys()) socket.close(1001, 'going away');
    },
  };
}

/** Clients asked before other work gets its turn. */
const SLICE = 500;

async function dropSilent(
  connections: ReadonlyMap<WebSocket, Connection>,
  now: number,
): Promise<void> {
  const ping = answerFrame({ ping: now });
  let asked = 0;
  for (const [socket, connection] of connections) {
    if (!connection.beat(ping)) socket.terminate();
    asked += 1;
    if (asked % SLICE === 0) await nextTurn();
  }
}
