import { once } from 'node:events';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { answerFrame, frameOf } from './frames.ts';
import { createHub } from './hub.ts';
import type { Reader } from './reader.ts';
import { turns } from '../../../../tests/support/pass-time.ts';

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

/** A stream to a client that can be blocked. */
class BlockableStream extends Duplex {
  readonly #taken: Buffer[] = [];
  #isOpen = true;
  #goOn: (() => void) | undefined;

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#taken.push(bytes);
    if (this.#isOpen) done();
    else this.#goOn = done;
  }

  override _read(): void {
    // The client sends nothing here.
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

  /** WebSocket pings written after a message. */
  probes(): number {
    return this.#taken.filter((bytes) => bytes.at(-2) === 0x89 && bytes.at(-1) === 0).length;
  }

  /** Messages written, all short. */
  messages(): unknown[] {
    return this.#taken
      .filter((bytes) => bytes[0] === 0x82)
      .map((bytes) => JSON.parse(gunzipSync(bytes.subarray(2, 2 + bytes[1]!)).toString()));
  }
}

/** Steps without a pause between them happen in one turn. */
type Step = {
  endsTurn: boolean;
  does: 'send state' | 'send change' | 'catch up' | 'block' | 'open';
};

it('gives even a slow reader the newest state and every change, with at most one pending message per topic', async () => {
  await connect();
  // One client represents many here.
  socket.setMaxListeners(0);
  const steps = fc.array(
    fc.record<Step>({
      endsTurn: fc.boolean(),
      does: fc.constantFrom('send state', 'send change', 'catch up', 'block', 'open'),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const hub = createHub();
      const stream = new BlockableStream();
      const reader = hub.admit(socket, stream);
      hub.join('state', topic, reader);
      hub.join('changes', topic, reader);
      let state = 0;
      let book = 0;
      const catchUp = () =>
        hub.catchUp((name, _, lastKnown) =>
          frameOf(name === 'state' ? { state } : { from: lastKnown, to: book }),
        );
      for (const { does, endsTurn } of walk) {
        if (does === 'send state') {
          state += 1;
          hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
        } else if (does === 'send change') {
          book += 1;
          const before = book - 1;
          hub.broadcast('changes', () => ({ frame: frameOf({ from: before, to: book }), before }));
        } else if (does === 'catch up') catchUp();
        else stream[does]();
        if (!endsTurn) continue;
        await Promise.resolve();
        await Promise.resolve();
        // One message of each topic, of some 50 bytes.
        expect(stream.writableLength).toBeLessThan(150);
      }
      for (let turn = 0; turn < 3; turn += 1) {
        stream.open();
        await new Promise((resolve) => setImmediate(resolve));
        catchUp();
      }
      const received = stream.messages() as { state?: number; from?: number; to?: number }[];
      const states = received.flatMap((message) => message.state ?? []);
      expect(states).toEqual([...new Set(states)].toSorted((a, b) => a - b));
      expect(states.at(-1) ?? 0).toBe(state);
      let at = 0;
      for (const { from, to } of received) {
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

it('sends several states of one turn as the newest only', async () => {
  await connect();
  const hub = createHub();
  const stream = new BlockableStream();
  hub.join('state', topic, hub.admit(socket, stream));
  for (const state of [1, 2, 3]) hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
  await Promise.resolve();
  expect(stream.messages()).toEqual([{ state: 3 }]);
  client.terminate();
});

it('skips a client that stops reading while the network still buffers, and sends it the newest state when it resumes', async () => {
  const hub = createHub();
  const opened = new Promise<{ reader: Reader; answered: Promise<unknown> }>((resolve) => {
    server.once('connection', (accepted, request) => {
      const reader = hub.admit(accepted, request.socket);
      resolve({ reader, answered: once(accepted, 'pong') });
    });
  });
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: number[] = [];
  client.on('message', (data: Buffer) => {
    received.push((JSON.parse(gunzipSync(data).toString()) as { state: number }).state);
  });
  const { reader, answered } = await opened;
  hub.join('state', topic, reader);
  let state = 0;
  const sendState = async (): Promise<void> => {
    state += 1;
    hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
    hub.catchUp(() => frameOf({ state }));
    now += 5;
    await turns();
  };
  let now = 1_000_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    // The first answer shows that this client answers probes.
    reader.answer(answerFrame({ state: 0 }));
    await answered;
    await expect.poll(() => received).toEqual([0]);
    client.pause();
    while (state < 400) await sendState();
    client.resume();
    await expect
      .poll(async () => {
        await sendState();
        return received.at(-1) ?? 0;
      })
      .toBeGreaterThan(400);
    // A dozen of such fast updates show that the client stopped.
    expect(received.filter((each) => each <= 400).length).toBeLessThanOrEqual(20);
    expect(received).toEqual(received.toSorted((a, b) => a - b));
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('probes a topic of an ordinary pace once in 32 updates, and a fast one often enough to notice a pause', async () => {
  await connect();
  const clock = vi.spyOn(performance, 'now');
  let now = 1_000_000;
  clock.mockImplementation(() => now);
  const probesAt = async (gapMs: number): Promise<number> => {
    const hub = createHub();
    const stream = new BlockableStream();
    const reader = hub.admit(socket, stream);
    hub.join('state', topic, reader);
    reader.answer(answerFrame('first'));
    await new Promise((resolve) => setImmediate(resolve));
    socket.emit('pong');
    // A quiet time before does not hide the pace.
    now += 10_000;
    const before = stream.probes();
    for (let state = 0; state < 96; state += 1) {
      now += gapMs;
      hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
      await new Promise((resolve) => setImmediate(resolve));
      socket.emit('pong');
    }
    return stream.probes() - before;
  };
  try {
    expect(await probesAt(25)).toBe(3);
    expect(await probesAt(3)).toBe(16);
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('sends every update to a client whose answer has arrived, however long this process was held up', async () => {
  await connect();
  const hub = createHub();
  const stream = new BlockableStream();
  const reader = hub.admit(socket, stream);
  hub.join('state', topic, reader);
  const clock = vi.spyOn(performance, 'now');
  let now = 1_000_000;
  clock.mockImplementation(() => now);
  try {
    reader.answer(answerFrame({ state: 0 }));
    await new Promise((resolve) => setImmediate(resolve));
    socket.emit('pong');
    // All within one turn of the event loop, in which no answer can be read.
    for (let state = 1; state <= 30; state += 1) {
      now += 3;
      hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
      await Promise.resolve();
      await Promise.resolve();
    }
    socket.emit('pong');
    await new Promise((resolve) => setImmediate(resolve));
    hub.broadcast('state', () => ({ frame: frameOf({ state: 31 }) }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.messages()).toEqual(Array.from({ length: 32 }, (_, state) => ({ state })));
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('skips a client that stops reading after a few updates where updates are rare', async () => {
  await connect();
  const hub = createHub();
  const stream = new BlockableStream();
  const reader = hub.admit(socket, stream);
  hub.join('state', topic, reader);
  let state = 0;
  const sendState = async (): Promise<void> => {
    state += 1;
    hub.broadcast('state', () => ({ frame: frameOf({ state }) }));
    hub.catchUp(() => frameOf({ state }));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const clock = vi.spyOn(performance, 'now');
  try {
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    // The answer to the first probe shows that this client answers them.
    reader.answer(answerFrame({ state: 0 }));
    socket.emit('pong');
    const states = () => stream.messages().filter((message) => 'state' in (message as object));
    for (let second = 0; second < 60; second += 1) {
      now += 1_000;
      if (second % 5 === 0) reader.sendPing(answerFrame({ ping: second }));
      await sendState();
    }
    const received = states().length;
    expect(received).toBeLessThan(10);
    // It reads again and answers: one message replaces all those it missed.
    reader.onPong();
    hub.catchUp(() => frameOf({ state }));
    expect(states().slice(received)).toEqual([{ state: 60 }]);
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('does not slow down a client that answers probes but no pings', async () => {
  await connect();
  const hub = createHub();
  const stream = new BlockableStream();
  const reader = hub.admit(socket, stream);
  hub.join('state', topic, reader);
  const clock = vi.spyOn(performance, 'now');
  try {
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    const states = () => stream.messages().filter((message) => 'state' in (message as object));
    reader.answer(answerFrame({ state: 0 }));
    socket.emit('pong');
    for (let second = 1; second <= 60; second += 1) {
      now += 1_000;
      const before = stream.probes();
      if (second % 5 === 0) reader.sendPing(answerFrame({ ping: second }));
      hub.broadcast('state', () => ({ frame: frameOf({ state: second }) }));
      hub.catchUp(() => frameOf({ state: second }));
      await new Promise((resolve) => setImmediate(resolve));
      if (stream.probes() > before) socket.emit('pong');
      expect(states().at(-1)).toEqual({ state: second });
    }
  } finally {
    clock.mockRestore();
    client.terminate();
  }
});

it('disconnects a client that keeps sending requests and never reads, before it fills the memory', async () => {
  await connect();
  const hub = createHub();
  const stream = new BlockableStream();
  const reader = hub.admit(socket, stream);
  stream.block();
  const frame = answerFrame({ text: 'x'.repeat(200) });
  for (let asked = 0; asked < 20_000; asked += 1) reader.answer(frame);
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
  expect(stream.writableLength).toBeLessThan(1.1 * 1024 * 1024);
});
