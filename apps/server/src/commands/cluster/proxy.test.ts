import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openProxy, type Proxy } from './proxy.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

interface Instance {
  readonly port: number;
  readonly server: Server;
  obstacle: string | undefined;
  /** False: it accepts and never answers, as a paused process. */
  answers: boolean;
  dropSockets(): void;
}

async function startInstance(name: string): Promise<Instance> {
  const instance = { obstacle: undefined as string | undefined, answers: true };
  const server = createServer((request, response) => {
    if (!instance.answers) return;
    if (request.url === '/readyz') {
      response.writeHead(instance.obstacle === undefined ? 200 : 503);
      response.end(JSON.stringify({ state: instance.obstacle ?? 'ready' }));
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      response.setHeader('x-instance', name);
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, body, from: headers['x-forwarded-for'] }));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (message: Buffer) => socket.send(`${name} got ${message.toString()}`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const { port } = server.address() as AddressInfo;
  const dropSockets = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  return Object.assign(instance, { port, server, dropSockets });
}

async function startProxy(instances: Record<string, Instance>, roles = {}): Promise<Proxy> {
  const proxy = await openProxy({
    port: 0,
    checkEveryMs: 20,
    targets: Object.entries(instances).map(([name, { port }]) => ({
      name,
      port,
      takesRequests: true,
      takesSockets: true,
      ...(roles as Record<string, object>)[name],
    })),
  });
  open.push(proxy);
  return proxy;
}

const ask = (proxy: Proxy, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${proxy.port}/a?b=c`, init);
const instancesOf = async (proxy: Proxy, requests: number) => {
  const names = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const response = await ask(proxy);
    names.push(response.headers.get('x-instance') ?? String(response.status));
    await response.arrayBuffer();
  }
  return names;
};

test('requests go to all ready instances in turn, unchanged and with the address of the caller', async () => {
  const proxy = await startProxy({ a: await startInstance('a'), b: await startInstance('b') });
  expect(new Set(await instancesOf(proxy, 6))).toEqual(new Set(['a', 'b']));
  const response = await ask(proxy, { method: 'POST', body: 'an order' });
  expect(await response.json()).toEqual({
    method: 'POST',
    url: '/a?b=c',
    body: 'an order',
    from: expect.stringMatching(/127[.]0[.]0[.]1$/),
  });
});

test('an instance that is not ready gets nothing, until it is', async () => {
  const [a, b] = [await startInstance('a'), await startInstance('b')];
  const proxy = await startProxy({ a, b });
  a.obstacle = 'stopping';
  await expect.poll(() => proxy.obstacleOf('a')).toBe('stopping');
  expect(await instancesOf(proxy, 4)).toEqual(['b', 'b', 'b', 'b']);
  a.obstacle = undefined;
  await expect.poll(() => proxy.obstacleOf('a')).toBeUndefined();
  expect(await instancesOf(proxy, 4)).toContain('a');
});

test('a paused instance gets nothing after two seconds', async () => {
  const [a, b] = [await startInstance('a'), await startInstance('b')];
  const proxy = await startProxy({ a, b });
  a.answers = false;
  await expect.poll(() => proxy.obstacleOf('a')).toBe('does not answer');
  expect(await instancesOf(proxy, 4)).toEqual(['b', 'b', 'b', 'b']);
});

test('requests and sockets of an instance that stays paused are cut, so that clients try the other one', async () => {
  const a = await startInstance('a');
  const proxy = await startProxy({ a });
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/feed`);
  await once(socket, 'open');
  a.answers = false;
  const closed = once(socket, 'close');
  const response = await ask(proxy, { method: 'POST', body: 'an order' });
  expect(response.status).toBe(502);
  await closed;
});

test('a request that was refused goes to the next instance; no request is sent twice', async () => {
  const [a, b] = [await startInstance('a'), await startInstance('b')];
  const proxy = await startProxy({ a, b });
  a.server.closeAllConnections();
  a.server.close();
  expect(await instancesOf(proxy, 4)).toEqual(['b', 'b', 'b', 'b']);
  let received = 0;
  b.server.removeAllListeners('request');
  b.server.on('request', (request) => {
    if (request.url !== '/readyz') received += 1;
    request.socket.destroy();
  });
  const response = await ask(proxy, { method: 'POST', body: 'an order' });
  expect([response.status, received]).toEqual([502, 1]);
});

test('without a ready instance the answer is 503', async () => {
  const a = await startInstance('a');
  a.obstacle = 'another instance is active';
  const response = await ask(await startProxy({ a }));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
});

test('WebSockets go to instances that take them, and end with them', async () => {
  const [a, b] = [await startInstance('a'), await startInstance('b')];
  const proxy = await startProxy({ a, b }, { a: { takesSockets: false } });
  for (let count = 0; count < 3; count += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/feed`);
    await once(socket, 'open');
    socket.send('hello');
    const [message] = (await once(socket, 'message')) as [Buffer];
    expect(message.toString()).toBe('b got hello');
    b.dropSockets();
    await once(socket, 'close');
  }
});
