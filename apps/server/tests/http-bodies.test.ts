import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock: manualClock(), prices: 'still' });
  person = await server.register();
});

afterAll(() => server?.stop());

/** Starts an upload and sends all but its end. */
function beginUpload(token: string): { answer: Promise<number>; end(): void } {
  const { hostname, port } = new URL(server.url());
  const body = JSON.stringify({ base64Str: 'A'.repeat(1_000) });
  const sent = request({
    hostname,
    port,
    method: 'POST',
    path: '/api/user/uploadBase64',
    headers: {
      'x-token': token,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const answer = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve((JSON.parse(text) as { code: number }).code));
    });
  });
  sent.write(body.slice(0, -1));
  return { answer, end: () => sent.end(body.slice(-1)) };
}

describe('concurrent uploads of one member', () => {
  it('are limited to two', async () => {
    const three = Array.from({ length: 3 }, () => beginUpload(person.token));
    const answers = three.map((upload) => upload.answer.then((code) => ({ upload, code })));
    // Whichever arrives last.
    const refused = await Promise.race(answers);
    expect(refused.code).toBe(4024);
    const taken = three.filter((upload) => upload !== refused.upload);
    const other = beginUpload((await server.register()).token);
    for (const upload of [...taken, other]) upload.end();
    // Not an image, but the form was read.
    expect(await Promise.all([...taken, other].map(({ answer }) => answer))).toEqual([
      5008, 5008, 5008,
    ]);
    const fourth = beginUpload(person.token);
    fourth.end();
    expect(await fourth.answer).toBe(5008);
  });
});

describe('a connection', () => {
  it('that sends requests without reading the answers is closed', async () => {
    const { port, hostname } = new URL(server.url());
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const isOver = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /api/base/site HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000));
    await isOver;
    expect(text.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(32);
  });

  it('that pipelines a few requests gets all answers', async () => {
    const { port, hostname } = new URL(server.url());
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write('GET /api/base/site HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
    await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(20);
    socket.destroy();
  });

  it('that floods a socket with messages is ended, and hundreds are fine', async () => {
    const socket = new WebSocket(`${server.url().replace('http', 'ws')}/api/live`);
    let isClosed = false;
    let pongs = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('message', () => {
      pongs += 1;
    });
    await new Promise((resolve) => socket.on('open', resolve));
    for (let count = 0; count < 300; count += 1) socket.send('{"ping":1}');
    await expect.poll(() => pongs).toBe(300);
    expect(isClosed).toBe(false);
    for (let count = 0; count < 5_000; count += 1) socket.send('{"ping":1}');
    await expect.poll(() => isClosed).toBe(true);
  });
});
