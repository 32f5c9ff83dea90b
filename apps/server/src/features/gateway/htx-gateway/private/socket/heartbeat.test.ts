import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createLocalBus } from '../../../../../platform/bus.ts';
import { onDropped } from '../../../../../platform/http/http-meter.ts';
import { createLog } from '../../../../../platform/log.ts';
import { fillNetwork } from '../../../../../../tests/support/fill-network.ts';
import { createPrivateSockets, type PrivateSocketsDeps } from './private-sockets.ts';

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

const PING_EVERY_MS = 20_000;
/** The intervals are moved by hand. */
const beat = () => vi.advanceTimersByTime(PING_EVERY_MS);
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** No client signs in here, so no database and no keys are needed. `onSocket` gets the server's end of each connection. */
async function listener(onSocket: (socket: WebSocket) => void = () => undefined): Promise<string> {
  const sockets = createPrivateSockets({
    bus: createLocalBus(() => undefined),
    log: createLog('silent'),
    clock: { now: () => 1_700_000_000_000 },
    pingEveryMs: PING_EVERY_MS,
  } as unknown as PrivateSocketsDeps);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket, request) => {
    onSocket(socket);
    sockets.endpoint.accept(socket, request, { address: '127.0.0.1', takeTurn: () => 0 });
  });
  await once(server, 'listening');
  sockets.start();
  endings.push(
    () => sockets.stop(),
    () => server.close(),
  );
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ping = { action: 'ping', data: { ts: 1_700_000_000_000 } };

/** Sends a message and waits for its answer: what was sent before it has arrived too. */
async function ask(socket: WebSocket, message: object): Promise<void> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify(message));
  await answered;
}

const open = async (url: string) => {
  const socket = new WebSocket(url);
  endings.push(() => socket.terminate());
  await once(socket, 'open');
  return socket;
};

describe('the heartbeat of the private socket', () => {
  it('disconnects a program that does not answer, and keeps one that does', async () => {
    const url = await listener();
    const [silent, alive] = [await open(url), await open(url)];
    const closed = once(silent, 'close');
    for (let each = 0; each < 4; each += 1) {
      const pinged = once(alive, 'message');
      beat();
      const [data] = (await pinged) as [Buffer];
      expect(JSON.parse(data.toString())).toEqual(ping);
      alive.send(JSON.stringify({ action: 'pong', data: ping.data }));
      await ask(alive, { action: 'unknown' });
    }
    await closed;
    expect(alive.readyState).toBe(WebSocket.OPEN);
  });

  it('counts a program that it ends as slow while messages wait for it, and otherwise as silent', async () => {
    const reasons: string[] = [];
    const accepted: WebSocket[] = [];
    const url = await listener((socket) => {
      accepted.push(socket);
      onDropped(socket, (reason) => reasons.push(reason));
    });
    const unread = await open(url);
    unread.pause();
    await fillNetwork(accepted[0]!);
    for (let each = 0; each < 3; each += 1) beat();
    expect(reasons).toEqual(['slow']);
    await open(url);
    beat();
    beat();
    // The pings have left this process.
    await expect.poll(() => accepted[1]!.bufferedAmount).toBe(0);
    beat();
    expect(reasons).toEqual(['slow', 'silent']);
  });

  it('keeps a program that sends pings itself', async () => {
    const url = await listener();
    const [silent, pinging] = [await open(url), await open(url)];
    const closed = once(silent, 'close');
    for (let each = 0; each < 4; each += 1) {
      beat();
      await ask(pinging, ping);
    }
    await closed;
    expect(pinging.readyState).toBe(WebSocket.OPEN);
  });
});
