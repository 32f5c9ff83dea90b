/** A built server behind a market feed of our own, in the real protocol: each socket gets the same number of messages a second. */
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';
import { randomFrom } from '../random.ts';

export interface FedMarket {
  readonly symbol: string;
  /** The price at the start. */
  readonly price: number;
  readonly places: number;
}

export interface BusyFeed {
  readonly port: number;
  /** Messages sent since the last call. */
  sent(): number;
  close(): void;
}

interface BusyFeedOptions {
  /** The port of the server, which answers everything but `/ws`. */
  readonly server: number;
  readonly markets: readonly FedMarket[];
  readonly perSecond: number;
  readonly seed: number;
}

/** As many levels as the server sends. */
const LEVELS = 150;
/** Levels of a book, and markets of the tickers, that differ from one message to the next. */
const MOVED_LEVELS = 3;
const MOVED_SHARE = 0.2;

export async function openBusyFeed(options: BusyFeedOptions): Promise<BusyFeed> {
  const { server, perSecond, markets, seed } = options;
  const market = createBusyMarket(markets, seed);
  const feeds = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const front = createServer((request, response) => forward(request, response, server));
  front.on('upgrade', (request, socket: Socket, head) => {
    if (request.url === '/ws') {
      feeds.handleUpgrade(request, socket, head, (client) => follow(client, market.content));
    } else tunnel(request, socket, server);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  let sent = 0;
  const next = new Map<WebSocket, number>();
  const start = performance.now();
  let step = 0;
  const pace = setInterval(() => {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1_000);
    for (; step < due; step += 1) {
      market.move();
      for (const client of feeds.clients) {
        const topics = [...topicsOf(client)];
        if (topics.length === 0) continue;
        const turn = next.get(client) ?? 0;
        next.set(client, turn + 1);
        const topic = topics[turn % topics.length]!;
        client.send(frameOf(market.content(topic)));
        sent += 1;
      }
    }
  }, 5);
  return {
    port: (front.address() as AddressInfo).port,
    sent() {
      const before = sent;
      sent = 0;
      return before;
    },
    close() {
      clearInterval(pace);
      for (const client of feeds.clients) client.terminate();
      front.closeAllConnections();
      front.close();
    },
  };
}

const subscriptions = new WeakMap<WebSocket, Set<string>>();
const topicsOf = (client: WebSocket): Set<string> => subscriptions.get(client) ?? new Set();

function follow(client: WebSocket, content: (topic: string) => unknown): void {
  const topics = new Set<string>();
  subscriptions.set(client, topics);
  client.on('error', () => undefined);
  client.on('message', (data) => {
    const { ping, sub, unsub } = JSON.parse((data as Buffer).toString()) as Record<
      string,
      string | undefined
    >;
    if (ping !== undefined) client.send(frameOf({ pong: ping }));
    if (unsub !== undefined) topics.delete(unsub);
    if (sub === undefined) return;
    topics.add(sub);
    client.send(frameOf({ id: sub, status: 'ok', subbed: sub, ts: Date.now() }));
    client.send(frameOf(content(sub)));
  });
}

const frameOf = (message: unknown) => gzipSync(JSON.stringify(message));

/** Prices that walk, a book and a running candle around each. */
function createBusyMarket(markets: readonly FedMarket[], seed: number) {
  const random = randomFrom(seed).unit;
  const states = markets.map(({ symbol, price, places }) => ({
    symbol,
    places,
    open: price,
    price,
    high: price,
    low: price,
    amount: 1_000 + random() * 1_000,
    book: Array.from({ length: LEVELS * 2 }, () => random() * 10),
    trade: 0,
    running: new Map<number, { id: number; open: number; high: number; low: number }>(),
  }));
  const bySymbol = new Map(states.map((state) => [state.symbol, state]));
  type State = (typeof states)[number];
  const rounded = (value: number, places: number) => Number(value.toFixed(places));
  const sizes = (state: State) => state.book.map((size) => rounded(size, 4));
  const ticker = (state: State) => {
    const { symbol, open, high, low, price, amount, trade } = state;
    const vol = rounded(amount * price, 2);
    const best = { bid: price, bidSize: 1, ask: price, askSize: 1 };
    const volume = rounded(amount, 4);
    return { symbol, open, high, low, close: price, amount: volume, vol, count: trade, ...best };
  };
  const runningCandle = ({ running, price }: State, seconds: number, at: number) => {
    const id = at - (at % seconds);
    const known = running.get(seconds);
    const { open, high, low } = known?.id === id ? known : { open: price, high: price, low: price };
    const candle = { id, open, high: Math.max(high, price), low: Math.min(low, price) };
    running.set(seconds, candle);
    return candle;
  };
  const tick = (state: State, topic: string): unknown => {
    const { price, amount, places, trade } = state;
    const at = Date.now();
    const minutes = /[.]kline[.](\d+)min$/.exec(topic)?.[1];
    if (minutes !== undefined) {
      const candle = runningCandle(state, Number(minutes) * 60, Math.floor(at / 1_000));
      const volume = rounded(amount % 100, 4);
      return { ...candle, close: price, amount: volume, vol: 0, count: trade };
    }
    if (topic.endsWith('.trade.detail')) {
      const line = { id: trade, ts: at, tradeId: trade, amount: 0.5, price };
      return { id: trade, ts: at, data: [{ ...line, direction: trade % 2 ? 'buy' : 'sell' }] };
    }
    const step = 10 ** -places;
    const side = (sign: number, from: number) =>
      sizes(state)
        .slice(from, from + LEVELS)
        .map((size, level) => [rounded(price + sign * step * (level + 1), places), size]);
    return { bids: side(-1, 0), asks: side(1, LEVELS), version: trade, ts: at };
  };
  return {
    /** A fifth of the markets have a trade. */
    move(): void {
      for (const state of states) {
        if (random() > MOVED_SHARE) continue;
        const moved = state.price * (1 + (random() - 0.5) / 2_000);
        state.price = rounded(moved, state.places);
        state.high = Math.max(state.high, state.price);
        state.low = Math.min(state.low, state.price);
        state.amount += random();
        state.trade += 1;
        for (let count = 0; count < MOVED_LEVELS; count += 1) {
          // Near the middle, where it is seen.
          state.book[Math.floor(random() * 7) + (count % 2) * LEVELS] = random() * 10;
        }
      }
    },
    content(topic: string): unknown {
      const ts = Date.now();
      if (topic === 'market.tickers') {
        return { ch: topic, status: 'ok', ts, data: states.map(ticker) };
      }
      const state = bySymbol.get(topic.split('.')[1] ?? '');
      return { ch: topic, ts, tick: state && tick(state, topic) };
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url } = request;
  const passed = ask({ port, host: '127.0.0.1', method, headers, path: url }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

/** Any other socket is the server's. */
function tunnel({ method, url, rawHeaders }: IncomingMessage, socket: Socket, port: number): void {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
  );
  const passed = connect(port, '127.0.0.1', () => {
    passed.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    passed.pipe(socket).pipe(passed);
  });
  passed.on('error', () => socket.destroy());
  socket.on('error', () => passed.destroy());
}
