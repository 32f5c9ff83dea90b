import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { answerFrame, frameOf } from './frames.ts';
import { createHub, type Hub } from './hub.ts';
import type { Reader } from './reader.ts';

const topic = { kind: 'tickers' } as const;
let server: WebSocketServer;
let hub: Hub;
const clients: WebSocket[] = [];

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => {
  hub = createHub();
});
afterAll(() => {
  for (const client of clients) client.terminate();
  server.close();
});

/** The server's end of a connection and the messages that the client has received. */
async function connected() {
  const accepted = new Promise<Reader>((resolve) =>
    server.once('connection', (socket, request) => resolve(hub.admit(socket, request.socket))),
  );
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  const received: unknown[] = [];
  client.on('message', (data: Buffer) => received.push(JSON.parse(gunzipSync(data).toString())));
  return { reader: await accepted, received };
}

const send = (name: string, content: unknown): void =>
  hub.broadcast(name, () => ({ frame: frameOf(content) }));

it('delivers all updates of one turn', async () => {
  const { reader, received } = await connected();
  for (const name of ['a', 'b', 'c']) hub.join(name, topic, reader);
  for (const name of ['a', 'b', 'c']) send(name, name);
  await expect.poll(() => received).toEqual(['a', 'b', 'c']);
});

it('sends a new subscriber only later updates, even while others are still being flushed', async () => {
  const busy = await connected();
  const late = await connected();
  const names = Array.from({ length: 500 }, (_, index) => `topic ${index}`);
  for (const name of [...names, 'last']) hub.join(name, topic, busy.reader);
  const frame = frameOf('early');
  for (const name of [...names, 'last']) hub.broadcast(name, () => ({ frame }));
  hub.join('last', topic, late.reader);
  await expect.poll(() => busy.received.length).toBe(501);
  send('last', 'late');
  await expect.poll(() => late.received).toEqual(['late']);
});

it('sends nothing after unsubscribing and removes topics without subscribers', async () => {
  const { reader, received } = await connected();
  hub.join('a', topic, reader);
  hub.join('b', topic, reader);
  hub.leave('a', reader);
  send('a', 'a');
  send('b', 'b');
  await expect.poll(() => received).toEqual(['b']);
  expect([hub.has('a'), hub.has('b')]).toEqual([false, true]);
});

it('serializes and compresses a message once for all subscribers', async () => {
  const many: Awaited<ReturnType<typeof connected>>[] = [];
  while (many.length < 40) many.push(await connected());
  for (const { reader } of many) hub.join('a', topic, reader);
  let made = 0;
  hub.broadcast('a', () => {
    made += 1;
    return { frame: frameOf('a') };
  });
  for (const { received } of many) await expect.poll(() => received).toEqual(['a']);
  expect(made).toBe(1);
});

it('sends an answer after all earlier updates', async () => {
  const { reader, received } = await connected();
  hub.join('a', topic, reader);
  send('a', 'update');
  reader.answer(answerFrame('answer'));
  await expect.poll(() => received).toEqual(['update', 'answer']);
});
