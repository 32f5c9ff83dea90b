import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { answerFrame, frameOf } from './frames.ts';
import { createHub } from './hub.ts';
import type { Reader } from './reader.ts';

const topic = { kind: 'tickers' } as const;
let server: WebSocketServer;
let client: WebSocket;
let socket: WebSocket;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => server.close());

async function connect(): Promise<void> {
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  socket = await accepted;
  await new Promise((resolve) => client.once('open', resolve));
}

/** A way to a client that takes the next bytes only when told to. */
class NarrowWay extends Duplex {
  readonly #taken: Buffer[] = [];
  #isOpen = true;
  #goOn: (() => void) | undefined;

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#taken.push(bytes);
    if (this.#isOpen) done();
    else this.#goOn = done;
  }

  override _read(): void {
    // Nothing comes from the client here.
  }

  block(): void {
    this.#isOpen = false;
  }

  open(): void {
    this.#isOpen = true;
    const goOn = this.#goOn;
    this.#goOn = undefined;
    goOn?.();
  }

  /** WebSocket pings that went out behind a message. */
  marks(): number {
    return this.#taken.filter((bytes) => bytes.at(-2) === 0x89 && bytes.at(-1) === 0).length;
  }

  /** Messages that went out, all short. */
  messages(): unknown[] {
    return this.#taken
      .filter((bytes) => bytes[0] === 0x82)
      .map((bytes) => JSON.parse(gunzipSync(bytes.subarray(2, 2 + bytes[1]!)).toString()));
  }
}

/** Steps without a breath between them are said at once. */
type Step = {
  takesBreath: boolean;
  does: 'say state' | 'say change' | 'catch up' | 'block' | 'open';
};

it('a reader, however slow, hears the newest state and every change, and never has two messages of a topic waiting', async () => {
  await connect();
  // One client stands for many here.
  socket.setMaxListeners(0);
  const steps = fc.array(
    fc.record<Step>({
      takesBreath: fc.boolean(),
      does: fc.constantFrom('say state', 'say change', 'catch up', 'block', 'open'),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const hub = createHub();
      const way = new NarrowWay();
      const reader = hub.admit(socket, way);
      hub.join('state', topic, reader);
      hub.join('changes', topic, reader);
      let state = 0;
      let book = 0;
      const catchUp = () =>
        hub.catchUp((name, _, knew) =>
          frameOf(name === 'state' ? { state } : { from: knew, to: book }),
        );
      for (const { does, takesBreath } of walk) {
        if (does === 'say state') {
          state += 1;
          hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
        } else if (does === 'say change') {
          book += 1;
          const before = book - 1;
          hub.broadcast('changes', () => ({ frame: frameOf({ from: before, to: book }), before }));
        } else if (does === 'catch up') catchUp();
        else way[does]();
        if (!takesBreath) continue;
        await Promise.resolve();
        await Promise.resolve();
        // One message of each topic, of some 50 bytes.
        expect(way.writableLength).toBeLessThan(150);
      }
      for (let turn = 0; turn < 3; turn += 1) {
        way.open();
        await new Promise((resolve) => setImmediate(resolve));
        catchUp();
      }
      const heard = way.messages() as { state?: number; from?: number; to?: number }[];
      const states = heard.flatMap((message) => message.state ?? []);
      expect(states).toEqual([...new Set(states)].toSorted((a, b) => a - b));
      expect(states.at(-1) ?? 0).toBe(state);
      let at = 0;
      for (const { from, to } of heard) {
        if (to === undefined) continue;
        expect(from).toBe(at);
        at = to;
      }
      expect(at).toBe(book);
    }),
    { numRuns: 200 },
  );
  client.terminate();
});

it('what is said while everyone waits for a turn is heard once, as the newest', async () => {
  await connect();
  const hub = createHub();
  const way = new NarrowWay();
  hub.join('state', topic, hub.admit(socket, way));
  for (const state of [1, 2, 3]) hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
  await Promise.resolve();
  expect(way.messages()).toEqual([{ state: 3 }]);
  client.terminate();
});

it('a client that stops reading is spared while the network still takes everything, and hears the newest when it goes on', async () => {
  const hub = createHub();
  const opened = new Promise<Reader>((resolve) => {
    server.once('connection', (accepted, request) => resolve(hub.admit(accepted, request.socket)));
  });
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: number[] = [];
  client.on('message', (data: Buffer) => {
    heard.push((JSON.parse(gunzipSync(data).toString()) as { state: number }).state);
  });
  const greeted = await opened;
  hub.join('state', topic, greeted);
  let state = 0;
  const say = async (): Promise<void> => {
    state += 1;
    hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
    hub.catchUp(() => frameOf({ state }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  // The first answer shows that this client answers marks.
  greeted.answer(answerFrame({ state: 0 }));
  await expect.poll(() => heard).toEqual([0]);
  client.pause();
  // Enough of them also on a machine that is busy with other things.
  const until = performance.now() + 2_000;
  while (performance.now() < until || state < 200) await say();
  const said = state;
  client.resume();
  await expect
    .poll(async () => {
      await say();
      return heard.at(-1) ?? 0;
    })
    .toBeGreaterThan(said);
  // Half a second goes by until the silence is noticed.
  expect(heard.filter((each) => each <= said).length).toBeLessThan(said / 2);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  client.terminate();
}, 30_000);

it('a client that stops reading where news are rare is spared after a few of them', async () => {
  await connect();
  const hub = createHub();
  const way = new NarrowWay();
  const reader = hub.admit(socket, way);
  hub.join('state', topic, reader);
  let state = 0;
  const say = async (): Promise<void> => {
    state += 1;
    hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
    hub.catchUp(() => frameOf({ state }));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const clock = vi.spyOn(performance, 'now');
  try {
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    // The answer to the first mark shows that this client answers them.
    reader.answer(answerFrame({ state: 0 }));
    socket.emit('pong');
    const states = () => way.messages().filter((message) => 'state' in (message as object));
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      if (second % 5 === 0) reader.ask(answerFrame({ ping: second }));
      await say();
    }
    const heard = states().length;
    expect(heard).toBeLessThan(10);
    // It reads again and gives a sign: one message says what all of those it missed did.
    reader.gaveSign();
    hub.catchUp(() => frameOf({ state }));
    expect(states().slice(heard)).toEqual([{ state: 60 }]);
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('a client that answers marks, but no sign of life is heard of, is not held back', async () => {
  await connect();
  const hub = createHub();
  const way = new NarrowWay();
  const reader = hub.admit(socket, way);
  hub.join('state', topic, reader);
  const clock = vi.spyOn(performance, 'now');
  try {
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    const states = () => way.messages().filter((message) => 'state' in (message as object));
    reader.answer(answerFrame({ state: 0 }));
    socket.emit('pong');
    for (let second = 1; second <= 60; second += 1) {
      now += 1_000;
      const before = way.marks();
      if (second % 5 === 0) reader.ask(answerFrame({ ping: second }));
      hub.broadcast('state', () => ({ frame: frameOf({ state: second }) }));
      hub.catchUp(() => frameOf({ state: second }));
      await new Promise((resolve) => setImmediate(resolve));
      if (way.marks() > before) socket.emit('pong');
      expect(states().at(-1)).toEqual({ state: second });
    }
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('a client that asks and asks and never reads is cut before it fills the memory', async () => {
  await connect();
  const hub = createHub();
  const way = new NarrowWay();
  const reader = hub.admit(socket, way);
  way.block();
  const frame = answerFrame({ text: 'x'.repeat(200) });
  for (let asked = 0; asked < 20_000; asked += 1) reader.answer(frame);
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
  expect(way.writableLength).toBeLessThan(1.1 * 1024 * 1024);
});
