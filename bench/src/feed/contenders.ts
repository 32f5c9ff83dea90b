/** The two feeds under test, each on a free port: ours with its topics, and `ws` that only sends. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';
import { contentOf, pushOf } from '../../../apps/server/src/features/market/feed/contents.ts';
import { exactJson } from '../../../apps/server/src/features/market/feed/exact-json.ts';
import { createMarketFeed } from '../../../apps/server/src/features/market/feed/market-feed.ts';
import { createMarketTape } from '../../../apps/server/src/kernel/prices/market-tape.ts';
import type { FeedKind } from './feed-job.ts';
import { createMarketStage, SYMBOLS } from './market-stage.ts';

export interface ServedFeed {
  readonly port: number;
  /** One ticker, to all. */
  sayDetail(): void;
  /** The tickers of all symbols, to all. */
  sayTickers(): void;
  /** Background work of the process. */
  keepUp(): void;
  /** Bytes buffered for the slowest reader. */
  heldBytes(): number;
}

export const serveFeed = (kind: FeedKind): Promise<ServedFeed> =>
  kind === 'tern' ? serveTern() : serveBare();

/** The backlog of connections, as in the server. */
const BACKLOG = 4_096;

const now = () => Date.now();

function feedDeps() {
  const stage = createMarketStage();
  stage.tick(now());
  const deps = {
    now,
    tape: createMarketTape(),
    states: () => stage.states,
    find: stage.find,
    candles: async () => [],
  };
  return { stage, deps };
}

async function serveTern(): Promise<ServedFeed> {
  const { stage, deps } = feedDeps();
  const feed = createMarketFeed(deps);
  const sockets = new Set<WebSocket>();
  const http = createServer();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on(
    'connection',
    (socket, request) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      feed.accept(socket, request, { address: '127.0.0.1', takeTurn: () => 0 });
    },
  );
  await new Promise<void>((resolve) =>
    http.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, resolve),
  );
  return {
    port: (http.address() as AddressInfo).port,
    sayDetail: () => feed.onTicks(stage.tick(now())),
    sayTickers() {
      stage.tick(now());
      feed.pushTickers();
    },
    keepUp() {
      feed.pushChanges();
      feed.pushBooks();
    },
    heldBytes: () => mostHeld(sockets),
  };
}

/** One JSON text and one gzip for all, then one send for each: no subscriptions and no conflation. */
async function serveBare(): Promise<ServedFeed> {
  const { stage, deps } = feedDeps();
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const send = (name: string, content: unknown) => {
    const frame = gzipSync(exactJson(pushOf(name, now(), content)));
    for (const socket of server.clients) socket.send(frame);
  };
  await new Promise<void>((resolve) =>
    http.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, resolve),
  );
  return {
    port: (http.address() as AddressInfo).port,
    sayDetail() {
      stage.tick(now());
      const topic = { kind: 'detail', symbol: SYMBOLS[0]! } as const;
      send(`market.${topic.symbol}.detail`, contentOf(deps, topic));
    },
    sayTickers() {
      stage.tick(now());
      send('market.tickers', contentOf(deps, { kind: 'tickers' }));
    },
    keepUp: () => undefined,
    heldBytes: () => mostHeld(server.clients),
  };
}

function mostHeld(sockets: Iterable<WebSocket>): number {
  let most = 0;
  for (const { bufferedAmount } of sockets) most = Math.max(most, bufferedAmount);
  return most;
}
