/** The public market feed: what is pushed when, and to whom (rules §11). */
import type { WebSocket } from 'ws';
import type { PlannedTick } from '../plan-tick.ts';
import { Connection } from './connection.ts';
import { contentOf, createExchange, type FeedDeps, pushOf } from './contents.ts';
import { exactJson } from './exact-json.ts';
import { frameOf } from './frames.ts';
import { createHub } from './hub.ts';
import { sourceTrade, tradeMessage } from './messages.ts';
import type { Topic } from './topics.ts';
import { createTradeList } from './trade-list.ts';

export interface MarketFeed {
  accept(socket: WebSocket): void;
  /** New ticks, already stored. */
  onTicks(ticks: readonly PlannedTick[]): void;
  /** Pushes what changed beside the ticks: tickers, books, own trades. */
  beat(): void;
  /** Asks every client for a sign of life and drops those that gave none twice. */
  heartbeat(): void;
  stop(): void;
}

export function createFeed(deps: FeedDeps): MarketFeed {
  const hub = createHub();
  const trades = createTradeList();
  const exchange = createExchange(deps, trades);
  const connections = new Map<WebSocket, Connection>();
  const endTrades = deps.tape.subscribeTrades((trade) => trades.add(trade));
  /** What was last pushed on a topic, so that nothing is said twice. */
  const lastSaid = new Map<string, string | number>();

  const push = (name: string, content: unknown): void =>
    hub.broadcast(name, () => frameOf(pushOf(name, deps.now(), content)));
  const isNews = (name: string, said: string | number | undefined): boolean => {
    if (said === undefined || lastSaid.get(name) === said) return false;
    lastSaid.set(name, said);
    return true;
  };
  const pushTick = (name: string, topic: Topic, plan: PlannedTick): void => {
    if (topic.kind !== 'trades') push(name, contentOf(deps, topic));
    else if (plan.tick.quantity > 0n) push(name, tradeMessage([sourceTrade(plan.tick)]));
  };
  const pushChanged = (name: string, topic: Topic): void => {
    if (topic.kind === 'depth') {
      const version = deps.tape.depth(topic.symbol, 1)?.version;
      if (isNews(name, version)) push(name, contentOf(deps, topic));
    } else if (topic.kind === 'tickers') {
      const tickers = contentOf(deps, topic);
      if (isNews(name, exactJson(tickers))) push(name, tickers);
    }
  };
  return {
    accept(socket) {
      connections.set(socket, new Connection(socket, hub, exchange));
      socket.on('close', () => connections.delete(socket));
    },
    onTicks(ticks) {
      const bySymbol = new Map(ticks.map((plan) => [plan.state.instrument.symbol, plan]));
      for (const [name, topic] of hub.topics()) {
        if (topic.kind === 'tickers' || topic.kind === 'depth') continue;
        const plan = bySymbol.get(topic.symbol);
        if (plan !== undefined) pushTick(name, topic, plan);
      }
    },
    beat() {
      for (const [symbol, lines] of trades.takeNew()) {
        push(`market.${symbol}.trade.detail`, tradeMessage(lines));
      }
      for (const [name, topic] of hub.topics()) pushChanged(name, topic);
      for (const name of lastSaid.keys()) if (!hub.has(name)) lastSaid.delete(name);
    },
    heartbeat: () => dropSilent(connections, deps.now()),
    stop() {
      endTrades();
      for (const socket of connections.keys()) socket.close(1001, 'going away');
    },
  };
}

function dropSilent(connections: ReadonlyMap<WebSocket, Connection>, now: number): void {
  const ping = frameOf({ ping: now });
  for (const [socket, connection] of connections) {
    if (!connection.beat(ping)) socket.terminate();
  }
}
