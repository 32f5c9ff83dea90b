import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { onDropped } from '../../../platform/http/http-meter.ts';
import { fillNetwork } from '../../../../tests/support/fill-network.ts';
import type { FeedDeps } from './contents.ts';
import { createMarketFeed } from './market-feed.ts';

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

it('ends a client that answers no pings as slow while messages wait for it, and otherwise as silent', async () => {
  const feed = createMarketFeed({ now: () => 1_700_000_000_000 } as FeedDeps);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  endings.push(() => server.close());
  await once(server, 'listening');
  const reasons: Record<string, string> = {};
  const connect = async (name: string) => {
    const accepted = once(server, 'connection');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    endings.push(() => client.terminate());
    const [socket, request] = await accepted;
    feed.accept(socket, request, { address: '127.0.0.1', takeTurn: () => 0 });
    onDropped(socket, (reason) => {
      reasons[name] = reason;
    });
    await once(client, 'open');
    return { client, socket: socket as WebSocket };
  };
  const unread = await connect('does not read');
  await connect('does not answer');
  const answering = await connect('answers');
  answering.client.on('message', () => answering.client.send('{"pong":1700000000000}'));
  unread.client.pause();
  await fillNetwork(unread.socket);
  for (let beat = 0; beat < 3; beat += 1) {
    await feed.heartbeat();
    await once(answering.socket, 'message');
  }
  expect(reasons).toEqual({ 'does not read': 'slow', 'does not answer': 'silent' });
});
