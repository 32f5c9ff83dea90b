/** A device that is gone before it was recognised: over a real socket, with the answer about its token held back. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createLocalBus } from '../../platform/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createLiveFeed } from './live-feed.ts';
import type { MemberEventReader } from './member-event-reader.ts';

let server: WebSocketServer;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
});

it('is not taken for connected', async () => {
  let recognise = () => {};
  let subscribers = 0;
  const asked = new Promise<void>((resolve) => {
    const feed = createLiveFeed({
      database: {} as Database,
      bus: createLocalBus(() => undefined),
      log: createLog('silent'),
      events: {
        cursor: () => ({ transaction: 1, seq: 1 }),
        subscribe: () => {
          subscribers += 1;
          return () => (subscribers -= 1);
        },
      } as unknown as MemberEventReader,
      authenticate: () => {
        resolve();
        return new Promise((answer) => {
          recognise = () => answer({ memberId: 7, sessionId: 8 });
        });
      },
      openSessions: () => Promise.resolve(new Set()),
    });
    const caller = { address: '', takeTurn: () => 0 };
    server.on('connection', (socket, request) => feed.sockets![0]!.accept(socket, request, caller));
    connected = feed.connected;
  });
  const { port } = server.address() as AddressInfo;
  const device = new WebSocket(`ws://127.0.0.1:${port}`);
  const accepted = once(server, 'connection');
  await once(device, 'open');
  const [seen] = (await accepted) as [WebSocket];
  const gone = once(seen, 'close');
  device.send(JSON.stringify({ token: 'session' }));
  await asked;
  device.terminate();
  await gone;
  recognise();
  await new Promise((resolve) => setImmediate(resolve));
  expect(connected.has(7)).toBe(false);
  expect(subscribers).toBe(0);
});

let connected: { has(memberId: number): boolean };
