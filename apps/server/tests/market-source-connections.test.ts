/** Faults of a source's connection cost neither time nor memory, and it is reconnected (ADR 16). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createWire, type Server as Wire } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  createSourceLog,
  type LiveSource,
  type SourceQuote,
} from '../src/features/market/pricing/price-source.ts';
import { fetchHtxCandles } from '../src/features/market/pricing/sources/htx/htx-candles.ts';
import type { SocketTiming } from '../src/features/market/pricing/sources/htx/htx-watchdog.ts';
import { createHtxSource } from '../src/features/market/pricing/sources/htx/htx-source.ts';
import type { Log } from '../src/platform/log.ts';
import { every, turns, until } from './support/pass-time.ts';

const QUICK = {
  firstPauseMs: 5,
  lastPauseMs: 400,
  pingMs: 50,
  idleTimeoutMs: 60_000,
  noPriceTimeoutMs: 60_000,
  resubscribeAfterMs: 60_000,
};

/** Each twice as long as the one before, up to the longest. */
const GROWING = [5, 10, 20, 40, 80, 160, 320, 400, 400, 400];

let http: Server;
let sockets: WebSocketServer;
let source: LiveSource;
let quotes: SourceQuote[];
let troubles: string[];
let connections: number;
let onSocket: (socket: WebSocket, count: number) => void;

beforeEach(async () => {
  quotes = [];
  troubles = [];
  connections = 0;
  onSocket = () => undefined;
  http = createServer((_request, response) => response.writeHead(404).end());
  sockets = new WebSocketServer({ server: http, path: '/ws' });
  sockets.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    onSocket(socket, connections);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});

afterEach(async () => {
  vi.restoreAllMocks();
  source.stop();
  for (const socket of sockets.clients) socket.terminate();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

const url = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

function follow(timing: Partial<SocketTiming> = {}, at = url()): void {
  source = createHtxSource({
    name: 'htx',
    url: at,
    symbols: new Map([['btcusdt', 'btcusdt']]),
    now: () => Date.now(),
    logProblem: (_source, what, detail) =>
      troubles.push(typeof detail === 'string' ? `${what}: ${detail}` : what),
    timing: { ...QUICK, ...timing },
  });
  source.start((quote) => quotes.push(quote));
}

const pack = (message: unknown) => gzipSync(JSON.stringify(message));
const sides = { bidSize: 1, askSize: 1 };
const ticker = (price = 100) => {
  const tick = { close: price, bid: price, ask: price, ...sides };
  return pack({ ch: 'market.btcusdt.ticker', ts: Date.now(), tick });
};

/** Records the pauses between connections, and shortens them. */
function recordPauses(): number[] {
  const pauses: number[] = [];
  const { setTimeout: real } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number) => {
    if (ms > QUICK.lastPauseMs) return real(act, ms);
    pauses.push(ms);
    return real(act, 1);
  }) as typeof setTimeout);
  return pauses;
}

describe('a message built to be parsed slowly', () => {
  it.each<[string, string]>([
    ['a string that never ends', `"${'\\"'.repeat(900_000)}`],
    ['a string that ends in the middle of a character', `{"ch":"${'\\"'.repeat(900_000)}\\`],
    ['quotes and line breaks', `"${'\\"'.repeat(900_000)}\\\n`],
    ['digits alone', '1'.repeat(2_000_000)],
    ['one long string', JSON.stringify({ ch: 'x'.repeat(2_000_000) })],
  ])('with %s delays no other message', async (_name, text) => {
    onSocket = (socket) => {
      socket.send(gzipSync(text));
      socket.send(ticker());
    };
    follow();
    // If it took the square of the length, the next message would come after hours.
    await until('the next message', () => quotes.length > 0);
  });
});

describe('a source that sends too much', () => {
  it('of valid messages is disconnected', async () => {
    const long = pack({ status: 'ok', subbed: 'x'.repeat(1_500_000) });
    onSocket = (socket) => {
      for (let count = 0; count < 200; count += 1) socket.send(long);
    };
    follow();
    await until('the next connection', () => connections > 1);
    expect(troubles).toContain('it sent too much data');
  });

  it('of empty messages, with a price in between, is disconnected too', async () => {
    const bomb = gzipSync(Buffer.alloc(80_000_000));
    onSocket = (socket) => {
      for (let count = 0; count < 200; count += 1) {
        socket.send(bomb);
        socket.send(ticker(100 + count));
      }
    };
    follow();
    await until('the next connection', () => connections > 1);
    expect(troubles).toContain('it sent too much data');
  });

  it.each<[string, (socket: WebSocket) => void]>([
    ['pings', (socket) => socket.send(pack({ ping: 1_492_420_473_027 }))],
    ['pings of the line', (socket) => socket.ping('x'.repeat(120))],
  ])(
    'that sends %s and never reads the answers is disconnected before memory fills',
    async (_name, emit) => {
      // All in one second, however long it takes on a busy machine.
      const now = performance.now();
      vi.spyOn(performance, 'now').mockReturnValue(now);
      onSocket = (socket) => {
        const { _socket: wire } = socket as unknown as { _socket: import('node:net').Socket };
        wire.pause();
        const end = every(2, () => {
          for (let count = 0; count < 200; count += 1) emit(socket);
        });
        socket.on('close', end);
      };
      follow();
      await until('its end', () => troubles.length > 0);
      expect([
        'it does not read our messages',
        'it sent too much data',
        'the connection ended',
      ]).toContain(troubles[0]);
    },
  );

  it('that refuses with changing texts is logged once a minute, and the texts are not stored', () => {
    const logged: unknown[] = [];
    const log = { warn: (...what: unknown[]) => logged.push(what) } as unknown as Log;
    const logProblem = createSourceLog(log, () => 0);
    source = createHtxSource({
      name: 'htx',
      url: url(),
      symbols: new Map([['btcusdt', 'btcusdt']]),
      now: () => 0,
      logProblem,
    });
    for (let count = 0; count < 500; count += 1) {
      logProblem('htx', 'it rejected a subscription', `no ${count}${'x'.repeat(10_000)}`);
    }
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged[0]).length).toBeLessThan(1_000);
  });
});

describe('a useless source', () => {
  it('that disconnects after each price is reconnected with growing pauses', async () => {
    onSocket = (socket) => {
      socket.send(ticker());
      socket.close();
    };
    // No connection lasts for any time, also on a busy machine.
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now);
    const pauses = recordPauses();
    follow();
    await until('ten pauses', () => pauses.length >= 10);
    expect(quotes.length).toBeGreaterThan(2);
    expect(pauses.slice(0, 10)).toEqual(GROWING);
  });

  it('that closes immediately a hundred times is reconnected with growing pauses', async () => {
    onSocket = (socket) => socket.close();
    const pauses = recordPauses();
    follow();
    await until('a hundred connections', () => connections >= 100);
    expect(pauses.slice(0, 10)).toEqual(GROWING);
    expect(new Set(pauses.slice(10))).toEqual(new Set([QUICK.lastPauseMs]));
  });

  it('is reconnected quickly after a longer useful connection', async () => {
    let [useful, ahead]: [WebSocket | undefined, number] = [undefined, 0];
    onSocket = (socket, count) => {
      if (count < 10) return socket.close();
      socket.send(ticker());
      useful = socket;
    };
    const pauses = recordPauses();
    const { performance } = globalThis;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    follow();
    await until('a price', () => quotes.length > 0);
    ahead = QUICK.lastPauseMs;
    useful!.close();
    await until('the next connection', () => connections === 11);
    expect(pauses.slice(-2)).toEqual([QUICK.lastPauseMs, QUICK.firstPauseMs]);
  });

  it('that answers pings and never sends a price is reconnected', async () => {
    onSocket = (socket) => {
      socket.on('message', () => socket.send(pack({ pong: 1 })));
    };
    follow({ noPriceTimeoutMs: 300 });
    await until('the next connection', () => connections > 1);
    expect(troubles[0]).toBe('it sent no prices');
  });

  it('that refuses a subscription is retried on the same connection', async () => {
    let refusals = 2;
    onSocket = (socket) => {
      socket.on('message', (data: Buffer) => {
        const { sub, id } = JSON.parse(data.toString()) as { sub?: string; id?: string };
        if (sub !== 'market.btcusdt.ticker') return;
        refusals -= 1;
        const no = { status: 'error', id, 'err-code': 'bad-request', 'err-msg': '429' };
        socket.send(refusals >= 0 ? pack(no) : ticker());
      });
    };
    follow({ resubscribeAfterMs: 50 });
    await until('a price', () => quotes.length > 0);
    expect(connections).toBe(1);
    expect(troubles).toContain('it rejected a subscription: 429');
  });

  it('that accepts the connection and sends nothing is disconnected', async () => {
    const taken: import('node:net').Socket[] = [];
    const wire: Wire = createWire((socket) => {
      taken.push(socket);
      socket.on('error', () => undefined);
    });
    wire.listen(0, '127.0.0.1');
    await once(wire, 'listening');
    follow({ openWithinMs: 100 }, `http://127.0.0.1:${(wire.address() as AddressInfo).port}`);
    await until('three connections', () => taken.length > 2);
    expect(troubles[0]).toMatch(/handshake has timed out/);
    source.stop();
    for (const socket of taken) socket.destroy();
    await new Promise((resolve) => wire.close(resolve));
  });

  it('that announces a frame of 200 MB is disconnected before receiving any of it', async () => {
    onSocket = (socket) => {
      const head = Buffer.alloc(10);
      head.set([0x82, 0x7f]);
      head.writeBigUInt64BE(200_000_000n, 2);
      const { _socket: wire } = socket as unknown as { _socket: import('node:net').Socket };
      wire.write(head);
    };
    follow();
    await until('the next connection', () => connections > 1);
    expect(troubles[0]).toMatch(/Max payload/);
  });
});

describe('requested candles', () => {
  const span = { symbol: 'btcusdt', interval: '1min', from: 0, to: 600_000, theirs: 'b' } as const;

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['a page in HTML', { 'content-type': 'text/html' }, '<html><body>Sorry</body></html>', /JSON/],
    ['half of a body', { 'content-length': '500' }, '{"status":"ok","data":[', /terminated/],
    [
      'a body that is not gzip',
      { 'content-encoding': 'gzip' },
      '{"status":"ok","data":[]}',
      /terminated/,
    ],
    ['a string without end', {}, `"${'\\"'.repeat(60_000)}`, /JSON/],
    ['an array instead of an object', {}, '[]', /invalid/],
    [
      'hours instead of minutes',
      {},
      '{"status":"ok","ch":"market.b.kline.60min","data":[]}',
      /another market or interval/,
    ],
    [
      'candles of another market',
      {},
      '{"status":"ok","ch":"market.c.kline.1min","data":[]}',
      /another market or interval/,
    ],
    ['rows that are arrays', {}, '{"status":"ok","data":[[1,2,3,4,5,6,7,8]]}', /invalid/],
  ])('that arrive as %s are ignored', async (_name, headers, body, why) => {
    follow();
    http.removeAllListeners('request');
    http.on('request', (_request, response) => {
      response.writeHead(200, headers);
      response.write(body);
      void turns(5).then(() => (headers['content-length'] ? response.destroy() : response.end()));
    });
    await expect(fetchHtxCandles(url(), span)).rejects.toThrow(why);
  });
});
