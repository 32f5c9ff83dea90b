/** A scriptable price server in HTX's format and with plain quotes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../src/platform/clock.ts';
import { until } from './pass-time.ts';

/** `[open, high, low, close]` of a minute or hour that starts at `start`, epoch milliseconds. */
export interface TestCandle {
  readonly start: number;
  readonly prices: readonly [number, number, number, number];
  readonly amount?: number;
}

export interface PriceServer {
  readonly url: string;
  /** Subscriptions of clients since the start, in order. */
  readonly subscriptions: readonly string[];
  /** Connections so far. */
  readonly connections: number;
  /** If false, pings are not answered. */
  answersPings: boolean;
  /** Answers requests for candles or quotes; 404 if absent. */
  answer: ((url: URL, response: ServerResponse, request: IncomingMessage) => void) | undefined;
  /** One message to all clients, in HTX's envelope. */
  send(message: unknown): void;
  trade(symbol: string, price: string, over?: Record<string, unknown>): void;
  ticker(symbol: string, price: string, over?: Record<string, unknown>): void;
  /** A raw frame. */
  raw(data: Buffer | string, isBinary?: boolean): void;
  /** Raw bytes outside of any frame; then the connection is closed. */
  breakOff(bytes: Buffer): void;
  dropAll(): void;
  /** Resolves when a client has subscribed after this many connections. */
  followed(connections: number): Promise<void>;
  /** Stops listening and closes connections. `begin` listens on the same port again. */
  end(): Promise<void>;
  begin(): Promise<void>;
}

export async function startPriceServer(clock: Clock): Promise<PriceServer> {
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://test');
    if (server.answer !== undefined) return server.answer(url, response, request);
    response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({ server: http, path: '/ws', perMessageDeflate: false });
  const subscriptions: string[] = [];
  let connections = 0;
  let followed = 0;
  let tradeId = 0;
  let port = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as { sub?: string; id?: string; ping?: number };
      if (message.sub !== undefined) {
        followed = connections;
        subscriptions.push(message.sub);
        send(socket, { id: message.id, status: 'ok', subbed: message.sub, ts: clock.now() });
      } else if (message.ping !== undefined && server.answersPings) {
        send(socket, { pong: message.ping });
      }
    });
  });
  const send = (socket: WebSocket, message: unknown): void =>
    socket.send(gzipSync(JSON.stringify(message)));
  const server: PriceServer = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    subscriptions,
    get connections() {
      return connections;
    },
    answersPings: true,
    answer: undefined,
    send(message) {
      for (const socket of sockets.clients) send(socket, message);
    },
    trade(symbol, price, over = {}) {
      tradeId += 1;
      const ts = clock.now();
      const trade = { id: tradeId, ts, tradeId, amount: 1, price: Number(price), direction: 'buy' };
      const tick = { id: tradeId, ts, data: [{ ...trade, ...over }] };
      server.send({ ch: `market.${symbol}.trade.detail`, ts, tick });
    },
    ticker(symbol, price, over = {}) {
      const value = Number(price);
      const tick = { close: value, bid: value, bidSize: 1, ask: value, askSize: 1, ...over };
      server.send({ ch: `market.${symbol}.ticker`, ts: clock.now(), tick });
    },
    raw(data, isBinary = true) {
      for (const socket of sockets.clients) socket.send(data, { binary: isBinary });
    },
    breakOff(bytes) {
      for (const client of sockets.clients) {
        const { _socket: wire } = client as unknown as { _socket: import('node:net').Socket };
        wire.write(bytes, () => wire.destroy());
      }
    },
    dropAll() {
      for (const socket of sockets.clients) socket.terminate();
    },
    async followed(wanted) {
      await until(`the ${wanted}th subscription`, () => followed >= wanted, { everyMs: 5 });
    },
    async end() {
      server.dropAll();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
    begin: () => listen(),
  };
  const listen = async (): Promise<void> => {
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
    ({ port } = http.address() as AddressInfo);
  };
  await listen();
  return server;
}

/** Answers `/market/history/candles` with those of the range, newest first, as HTX does. */
export function candleAnswer(
  candles: (interval: string) => readonly TestCandle[],
): NonNullable<PriceServer['answer']> {
  return (url, response) => {
    const [from, to] = ['from', 'to'].map((name) => Number(url.searchParams.get(name)) * 1_000);
    const asked = candles(url.searchParams.get('period') ?? '').filter(
      ({ start }) => start >= from! && start <= to!,
    );
    const data = asked.toReversed().map(({ start, prices, amount = 60 }) => {
      const [open, high, low, close] = prices;
      const vol = Number((amount * close).toFixed(8));
      return { id: start / 1_000, open, high, low, close, amount, vol, count: 60 };
    });
    response.end(JSON.stringify({ status: 'ok', ch: 'kline', ts: 0, data }));
  };
}
