import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { every, inTime, turns } from '../../../../../tests/support/pass-time.ts';
import { fetchText } from './bounded-fetch.ts';

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  response.write('{"status":"ok"}');
  void turns(5).then(() => response.end());
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ROUNDS = 200;

it('ends with an error when compressed data is damaged, also while memory is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = fetchText({ url, timeoutMs: 5_000, bytesMax: 1_000 }).catch(
      (error: Error) => (error.cause as NodeJS.ErrnoException).code,
    );
    const end = every(3, collect);
    expect(await inTime(outcome, 20_000).finally(end)).toBe('Z_DATA_ERROR');
  }
});
