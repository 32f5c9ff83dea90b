import { once } from 'node:events';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { openPage } from './page.ts';

const acts: string[] = [];
let port: number;
let close: () => Promise<void>;

beforeAll(async () => {
  port = await freePort();
  close = await openPage({
    port,
    status: () => ({
      proxyUrl: '',
      ordersPerSecond: undefined,
      instances: [],
      databases: [],
      nats: undefined,
      events: [],
    }),
    act: async (name, act) => void acts.push(`${act} ${name}`),
  });
});
afterAll(() => close());
beforeEach(() => void acts.splice(0));

async function ask(method: string, path: string, headers: OutgoingHttpHeaders) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const kill = (headers: OutgoingHttpHeaders) =>
  ask('POST', '/act?name=tern-1&do=kill', { 'x-tern-cluster': '1', ...headers });

test('shows itself under addresses and localhost, and to no frame', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
    for (const path of ['/', '/status']) {
      const { status, headers } = await ask('GET', path, { host });
      expect(`${host}${path} ${status}`).toBe(`${host}${path} 200`);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  }
});

test('answers nothing under a name that others can point at this machine', async () => {
  const names = ['rebound.example', 'localhost.example', '127.0.0.1.nip.io', 'a@127.0.0.1', ''];
  for (const name of names) {
    const host = `${name}:${port}`;
    expect((await ask('GET', '/', { host })).status).toBe(421);
    expect((await ask('GET', '/status', { host })).status).toBe(421);
    expect((await kill({ host, origin: `http://${host}` })).status).toBe(421);
  }
  expect(acts).toEqual([]);
});

test('kills for its own page alone', async () => {
  const host = `127.0.0.1:${port}`;
  const others = ['http://rebound.example', `http://localhost:${port}`, `https://${host}`, 'null'];
  for (const origin of others) expect((await kill({ host, origin })).status).toBe(403);
  expect((await kill({ host })).status).toBe(403);
  const withoutHeader = { host, origin: `http://${host}` };
  expect((await ask('POST', '/act?name=tern-1&do=kill', withoutHeader)).status).toBe(404);
  expect(acts).toEqual([]);
  expect((await kill(withoutHeader)).status).toBe(200);
  expect(acts).toEqual(['kill tern-1']);
});
