import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limitConnections } from '../src/platform/http/connections.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';
import { turns } from './support/pass-time.ts';

let server: TestServer;
const sockets: Socket[] = [];
/** Open descriptors before the first connection. */
let before = 0;

beforeAll(async () => {
  server = await startServer({ clock: manualClock(), prices: 'still' });
  before = openDescriptors();
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.length = 0;
});

afterAll(() => server?.stop());

/** Connects and sends the text, and neither reads to the end nor closes. */
function linger(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(text, () => resolve(socket));
    });
    socket.on('error', reject);
    sockets.push(socket);
  });
}

const portOf = (url: string) => Number(new URL(url).port);
const openOf = (http: Server) =>
  new Promise<number>((resolve) => http.getConnections((_error, count) => resolve(count)));
const openDescriptors = () => readdirSync('/proc/self/fd').length;

describe.runIf(process.platform === 'linux')('a request that is not HTTP', () => {
  it.each([
    ['malformed', 'GET / HTTP/1.1\r\nBroken\r\n\r\n'],
    [
      'with a header that is too long',
      `GET / HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'for a socket that does not exist',
      'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ],
  ])('%s leaves no descriptor open, though the other side never closes', async (_name, text) => {
    const clients = await Promise.all(
      Array.from({ length: 200 }, () => linger(portOf(server.url()), text)),
    );
    await Promise.all(clients.map((client) => once(client.resume(), 'end')));
    // This process has both ends: the clients' ends stay open, the server's must be closed.
    await expect.poll(openDescriptors).toBeLessThanOrEqual(before + clients.length + 20);
  });
});

describe('connections of one address', () => {
  async function limited(limits: { openMax?: number; silentMax?: number; exempt?: string }) {
    const http = createServer((_request, response) => response.end('ok'));
    limitConnections(http, { isExempt: (address) => address === limits.exempt, ...limits });
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as { port: number };
    return { http, port };
  }

  /** How many of `count` connections that each sent `text` the server keeps open. */
  async function remaining(http: Server, count: number, text: string): Promise<number> {
    const accepted: Socket[] = [];
    http.on('connection', (socket: Socket) => accepted.push(socket));
    const { port } = http.address() as { port: number };
    await Promise.allSettled(Array.from({ length: count }, () => linger(port, text)));
    await expect.poll(() => accepted.length).toBe(count);
    // Each is refused when it is accepted, before a byte is read.
    await turns();
    return accepted.filter((socket) => !socket.destroyed).length;
  }

  it('without a complete request are limited', async () => {
    const { http } = await limited({ silentMax: 20 });
    expect(await remaining(http, 60, 'GET / HTTP/1.1\r\n')).toBe(20);
    http.closeAllConnections();
    http.close();
  });

  it('that stay open after a request have a higher limit', async () => {
    const { http } = await limited({ silentMax: 60, openMax: 30 });
    const asked = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
    expect(await remaining(http, 60, asked)).toBe(30);
    http.closeAllConnections();
    http.close();
  });

  it('count together for an IPv6 customer, who has a /64', () => {
    const http = createServer();
    limitConnections(http, { isExempt: () => false, silentMax: 2 });
    const isOpen = (remoteAddress: string) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress });
      http.emit('connection', socket);
      return !socket.destroyed;
    };
    expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(isOpen)).toEqual([true, true, false]);
    expect(isOpen('2001:db8:0:1::1')).toBe(true);
  });

  it('are released when they end', async () => {
    const { http, port } = await limited({ openMax: 5, silentMax: 5 });
    for (let round = 0; round < 5; round += 1) {
      const five = await Promise.all(Array.from({ length: 5 }, () => linger(port, 'GET')));
      for (const socket of five) socket.destroy();
      await expect.poll(() => openOf(http)).toBe(0);
    }
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok');
    http.closeAllConnections();
    http.close();
  });

  it('are not limited for a trusted proxy', async () => {
    const { http } = await limited({ silentMax: 5, exempt: '127.0.0.1' });
    expect(await remaining(http, 40, 'GET / HTTP/1.1\r\n')).toBe(40);
    http.closeAllConnections();
    http.close();
  });
});
