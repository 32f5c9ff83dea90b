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

/** The server's end of a connection, and what the client's end has heard. */
async function connected() {
  const accepted = new Promise<Reader>((resolve) =>
    server.once('connection', (socket, request) => resolve(hub.admit(socket, request.socket))),
  );
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  const heard: unknown[] = [];
  client.on('message', (data: Buffer) => heard.push(JSON.parse(gunzipSync(data).toString())));
  return { reader: await accepted, heard };
}

const say = (name: string, content: unknown): void =>
  hub.broadcast(name, () => ({ frame: frameOf(content) }));

it('everything said in one breath is heard at once', async () => {
  const { reader, heard } = await connected();
  for (const name of ['a', 'b', 'c']) hub.join(name, topic, reader);
  for (const name of ['a', 'b', 'c']) say(name, name);
  await expect.poll(() => heard).toEqual(['a', 'b', 'c']);
});

it('who joins while others are still being served hears only what is said afterwards', async () => {
  const busy = await connected();
  const late = await connected();
  const names = Array.from({ length: 500 }, (_, index) => `topic ${index}`);
  for (const name of [...names, 'last']) hub.join(name, topic, busy.reader);
  const frame = frameOf('early');
  for (const name of [...names, 'last']) hub.broadcast(name, () => ({ frame }));
  hub.join('last', topic, late.reader);
  await expect.poll(() => busy.heard.length).toBe(501);
  say('last', 'late');
  await expect.poll(() => late.heard).toEqual(['late']);
});

it('who leaves hears no more, and a topic without listeners is gone', async () => {
  const { reader, heard } = await connected();
  hub.join('a', topic, reader);
  hub.join('b', topic, reader);
  hub.leave('a', reader);
  say('a', 'a');
  say('b', 'b');
  await expect.poll(() => heard).toEqual(['b']);
  expect([hub.has('a'), hub.has('b')]).toEqual([false, true]);
});

it('however many listen, a message is written as JSON and packed once', async () => {
  const many: Awaited<ReturnType<typeof connected>>[] = [];
  while (many.length < 40) many.push(await connected());
  for (const { reader } of many) hub.join('a', topic, reader);
  let made = 0;
  hub.broadcast('a', () => {
    made += 1;
    return { frame: frameOf('a') };
  });
  for (const { heard } of many) await expect.poll(() => heard).toEqual(['a']);
  expect(made).toBe(1);
});

it('an answer comes after everything that was said before it', async () => {
  const { reader, heard } = await connected();
  hub.join('a', topic, reader);
  say('a', 'said');
  reader.answer(answerFrame('answered'));
  await expect.poll(() => heard).toEqual(['said', 'answered']);
});
