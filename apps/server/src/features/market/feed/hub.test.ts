import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameOf } from './frames.ts';
import { createHub, type Hub } from './hub.ts';

const topic = { kind: 'tickers' } as const;
let server: WebSocketServer;
let hub: Hub;
const readers: WebSocket[] = [];

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => {
  hub = createHub();
});
afterAll(() => {
  for (const reader of readers) reader.terminate();
  server.close();
});

/** The server's end of a connection, and what the client's end has heard. */
async function connected() {
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  readers.push(reader);
  const heard: unknown[] = [];
  reader.on('message', (data: Buffer) => heard.push(JSON.parse(gunzipSync(data).toString())));
  return { socket: await accepted, heard };
}

const say = (name: string, content: unknown): void =>
  hub.broadcast(name, () => ({ frame: frameOf(content) }));

it('everything said in one breath is heard at once', async () => {
  const { socket, heard } = await connected();
  for (const name of ['a', 'b', 'c']) hub.join(name, topic, socket);
  for (const name of ['a', 'b', 'c']) say(name, name);
  await expect.poll(() => heard).toEqual(['a', 'b', 'c']);
});

it('who joins while others are still being served hears only what is said afterwards', async () => {
  const busy = await connected();
  const late = await connected();
  const names = Array.from({ length: 500 }, (_, index) => `topic ${index}`);
  for (const name of [...names, 'last']) hub.join(name, topic, busy.socket);
  const frame = frameOf('early');
  for (const name of [...names, 'last']) hub.broadcast(name, () => ({ frame }));
  hub.join('last', topic, late.socket);
  await expect.poll(() => busy.heard.length).toBe(501);
  say('last', 'late');
  await expect.poll(() => late.heard).toEqual(['late']);
});

it('who leaves hears no more, and a topic without listeners is gone', async () => {
  const { socket, heard } = await connected();
  hub.join('a', topic, socket);
  hub.join('b', topic, socket);
  hub.leave('a', socket);
  say('a', 'a');
  say('b', 'b');
  await expect.poll(() => heard).toEqual(['b']);
  expect([hub.has('a'), hub.has('b')]).toEqual([false, true]);
});
