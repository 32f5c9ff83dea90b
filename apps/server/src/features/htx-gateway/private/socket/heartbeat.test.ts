import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createLocalBus } from '../../../../platform/bus.ts';
import { onDropped } from '../../../../platform/http/http-meter.ts';
import { createLog } from '../../../../platform/log.ts';
import { fillNetwork } from '../../../../../tests/support/fill-network.ts';
import { createPrivateSockets, type PrivateSocketsDeps } from './private-sockets.ts';

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

/** No client signs in here, so no database and no keys are needed. `onSocket` gets the server's end of each connection. */
async function listener(
  pingEveryMs: number,
  onSocket: (socket: WebSocket) => void = () => undefined,
): Promise<string> {
  const sockets = createPrivateSockets({
    bus: createLocalBus(() => undefined),
    log: createLog('silent'),
    clock: { now: () => 1_700_000_000_000 },
    pingEveryMs,
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

describe('the heartbeat of the private socket', () => {
  it('disconnects a program that does not answer, and keeps one that does', async () => {
    const url = await listener(60);
    const [silent, alive] = [new WebSocket(url), new WebSocket(url)];
    endings.push(() => alive.terminate());
    const received: unknown[] = [];
    alive.on('message', (data: Buffer) => {
      received.push(JSON.parse(data.toString()));
      alive.send(JSON.stringify({ action: 'pong', data: ping.data }));
    });
    await once(silent, 'close');
    await vi.waitFor(() => expect(received.length).toBeGreaterThan(4), 10_000);
    expect(received[0]).toEqual(ping);
    expect(alive.readyState).toBe(WebSocket.OPEN);
  });

  it('counts a program that it ends as slow while messages wait for it, and otherwise as silent', async () => {
    const reasons: string[] = [];
    const accepted: WebSocket[] = [];
    const url = await listener(60, (socket) => {
      accepted.push(socket);
      onDropped(socket, (reason) => reasons.push(reason));
    });
    const unread = new WebSocket(url);
    endings.push(() => unread.terminate());
    await once(unread, 'open');
    unread.pause();
    await fillNetwork(accepted[0]!);
    await vi.waitFor(() => expect(reasons).toEqual(['slow']), 10_000);
    await once(new WebSocket(url), 'close');
    expect(reasons).toEqual(['slow', 'silent']);
  });

  it('keeps a program that sends pings itself', async () => {
    const url = await listener(60);
    const [silent, pinging] = [new WebSocket(url), new WebSocket(url)];
    endings.push(() => pinging.terminate());
    await once(pinging, 'open');
    const pings = setInterval(() => pinging.send(JSON.stringify(ping)), 10);
    endings.push(() => clearInterval(pings));
    await once(silent, 'close');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pinging.readyState).toBe(WebSocket.OPEN);
  });
});
