/** `npm run verify` checks the record of orders and the receipt of an order of a running exchange (docs/order-record.md). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublicApi } from '../src/commands/verify/public-api.ts';
import { runVerify } from '../src/commands/verify/run-verify.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let person: Person;
let folder: string;
let key: string;
let orderId: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-orders-'));
  server = await startServer({ clock, ownJobs: 'leased', prices: 'still' });
  person = await server.register();
  const asked = { symbol: 'btcusdt', mprice: '40000', mnum: '0.01', buytype: 1 } as const;
  const { token } = person;
  ({ ID: orderId } = (await server.api.data('POST /bborder/upbbbuy', asked, { token })).order);
  key = (await createPublicApi(server.url()).log()).list[0]!.key;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const verified = async (...args: string[]) => {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const code = await runVerify([...args, '--log-key', key], { out: print, err: print });
  return { code, text };
};

it('checks the receipt of an order, once its number is sealed', async () => {
  const { token } = person;
  const ask = () => server.api.call('GET /bborder/orderReceipt', { ID: orderId }, { token });
  expect((await ask()).code).toBe(5009);
  await server.runJob('spot.seal-commands');
  const file = join(folder, 'order.json');
  writeFileSync(file, JSON.stringify(await ask()));
  const { code, text } = await verified(file);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`order ${orderId} of member ${person.memberId}`),
  ]);
});

it('copies a day, and checks its numbers, prices and entries', async () => {
  clock.advance(DAY_MS);
  await server.runJob('spot.publish-record');
  const orders = join(folder, 'orders-of-a-day');
  const { code, text } = await verified('--orders', orders, '--from', server.url());
  const lines = text.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines).toContain('PASS 2026-11-18 btcusdt 3 numbers replay to 0 fills');
  expect(lines).toContain('PASS 2026-11-18 prices btcusdt: 1 ticks of quotes are public');
  expect(lines).toContain('PASS in the log 1 entries seal these numbers');
  expect(code).toBe(0);
});
