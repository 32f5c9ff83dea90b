/** Decides what the feed pushes, when and to whom. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { SocketEndpoint } from '../../../platform/feature.ts';
import { dropUnanswering } from '../../../platform/http/http-meter.ts';
import { addressSubject, limitKey } from '../../../platform/limit-key.ts';
import type { PlannedTick, SymbolState } from '../pricing/index.ts';
import { createBooks, isPeriodic } from './books.ts';
import { Connection } from './connection.ts';
import { createExchange, createSnapshotCache, type FeedDeps, type FeedState } from './contents.ts';
import { answerFrame } from './frames.ts';
import { createHub } from './hub.ts';
import { sourceTrade, type TradeLine } from './messages.ts';
import { createPushes, missedFrame } from './pushes.ts';
import type { Topic } from './topics.ts';
import { createTradeList } from './trade-list.ts';

/** Topics whose content is compared with the last push every 250 ms. */
const PERIODIC: ReadonlySet<Topic['kind']> = new Set(['tickers', 'ticker', 'checkpoint']);

export interface MarketFeed {
  accept: SocketEndpoint['accept'];
  /** New ticks, already stored. */
  onTicks(ticks: readonly PlannedTick[]): void;
  /** Pushes changed tickers, merged books and checkpoints. */
  pushTickers(): void;
  /** Pushes changes of best prices and short books, and what slow readers missed. */
  pushChanges(): void;
  /** Pushes deep and complete books. */
  pushBooks(): void;
  /** Pings every client and closes those that left two pings unanswered. */
  heartbeat(): Promise<void>;
  /** The trades of the reference ticks, newest first. */
  trades(state: SymbolState): readonly TradeLine[];
  stop(): void;
}

export function createMarketFeed(deps: FeedDeps): MarketFeed {
  const hub = createHub();
  const memory: FeedState = {
    trades: createTradeList(),
    books: createBooks(deps.tape),
    snapshots: createSnapshotCache(),
  };
  const { trades, snapshots } = memory;
  const exchange = createExchange(deps, memory);
  const pushes = createPushes(deps, memory, hub);
  const connections = new Map<WebSocket, Connection>();
  return {
    accept(socket, request, { address, takeTurn }) {
      const reader = hub.admit(socket, request.socket);
      const caller = limitKey('pull', addressSubject(address));
      const takePull = (turns: number) => takeTurn(caller, 'read', turns) === 0;
      connections.set(socket, new Connection({ socket, reader, hub, exchange, takePull }));
      socket.on('close', () => connections.delete(socket));
    },
    onTicks(ticks) {
      snapshots.clear();
      for (const { state, tick } of ticks) {
        if (tick.quantity > 0n) pushes.trades(state.instrument.symbol, [sourceTrade(tick)]);
      }
      const moved = new Set(ticks.map(({ state }) => state.instrument.symbol));
      for (const { name, topic } of hub.topics()) {
        const isByTick = topic.kind === 'detail' || topic.kind === 'kline';
        if (isByTick && moved.has(topic.symbol)) pushes.content(name, topic);
      }
    },
    pushTickers() {
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'depth') pushes.ifBookChanged(name, topic);
        else if (PERIODIC.has(topic.kind)) pushes.ifChanged(name, topic);
      }
    },
    pushChanges() {
      snapshots.clear();
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'bbo') pushes.ifChanged(name, topic);
        else if (topic.kind === 'book-changes' && !isPeriodic(topic))
          pushes.bookChange(name, topic);
      }
      hub.catchUp((name, topic, lastKnown) =>
        missedFrame(deps, memory, { name, topic, lastKnown }),
      );
    },
    pushBooks() {
      for (const { name, topic } of hub.topics()) {
        if (topic.kind === 'book') pushes.ifBookChanged(name, topic);
        else if (topic.kind === 'book-changes' && isPeriodic(topic)) pushes.bookChange(name, topic);
      }
      pushes.prune();
    },
    heartbeat: () => closeUnresponsive(connections, deps.now()),
    trades: (state) => trades.latest(state),
    stop() {
      for (const socket of connections.keys()) socket.close(1001, 'going away');
    },
  };
}

/** Clients pinged before yielding to the event loop. */
const READERS_PER_TURN = 500;

async function closeUnresponsive(
  connections: ReadonlyMap<WebSocket, Connection>,
  now: number,
): Promise<void> {
  const ping = answerFrame({ ping: now });
  let asked = 0;
  for (const [socket, connection] of connections) {
    if (!connection.sendPing(ping)) dropUnanswering(socket);
    asked += 1;
    if (asked % READERS_PER_TURN === 0) await nextTurn();
  }
}
