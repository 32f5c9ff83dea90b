import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { answerFrame, frameOf } from './frames.ts';

let server: WebSocketServer;
let client: WebSocket;
let stream: Socket;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await new Promise((resolve) => server.once('listening', resolve));
  const accepted = new Promise<Socket>((resolve) =>
    server.once('connection', (_, request) => resolve(request.socket)),
  );
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stream = await accepted;
});
afterAll(() => {
  client.terminate();
  server.close();
});

it.each([0, 1, 60, 95, 200, 300, 70_000, 200_000])(
  'a message of %d letters arrives complete, as gzip in one binary frame',
  async (length) => {
    // Letters that compress badly, so that all frame lengths occur.
    const text = Array.from({ length }, (_, at) =>
      String.fromCharCode(33 + ((at * at * 31 + at * 7 + (at >> 3)) % 93)),
    ).join('');
    for (const make of [frameOf, answerFrame]) {
      const received = new Promise<[Buffer, boolean]>((resolve) =>
        client.once('message', (data: Buffer, isBinary) => resolve([data, isBinary])),
      );
      stream.write(make({ text }));
      const [data, isBinary] = await received;
      expect(isBinary).toBe(true);
      expect(JSON.parse(gunzipSync(data).toString())).toEqual({ text });
    }
  },
);
