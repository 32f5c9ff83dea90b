import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameOf, sendAnswer, trySend } from './frames.ts';

const LIMIT = 256 * 1024;
let server: WebSocketServer;
let reader: WebSocket;
let socket: WebSocket;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  socket = await accepted;
});
afterAll(() => {
  reader.terminate();
  server.close();
});

it('a reader that stops reading is first spared, then cut, and never fills the memory', async () => {
  const frame = randomBytes(64 * 1024);
  const received = new Promise<Buffer>((resolve) => reader.once('message', resolve));
  trySend(socket, frameOf({ first: true }));
  expect(JSON.parse(gunzipSync(await received).toString())).toEqual({ first: true });

  reader.pause();
  for (let sent = 0; sent < 2_000 && socket.bufferedAmount <= LIMIT; sent += 1) {
    trySend(socket, frame);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const waiting = socket.bufferedAmount;
  expect(waiting).toBeGreaterThan(LIMIT);
  for (let sent = 0; sent < 50; sent += 1) trySend(socket, frame);
  expect(socket.bufferedAmount).toBeLessThanOrEqual(waiting);

  for (let sent = 0; sent < 50; sent += 1) sendAnswer(socket, frame);
  expect(socket.readyState).not.toBe(WebSocket.OPEN);
  expect(socket.bufferedAmount).toBeLessThan(2 * 1024 * 1024);
});
