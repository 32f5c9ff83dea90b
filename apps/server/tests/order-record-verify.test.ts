/** `npm run verify` checks the record of orders and the receipt of an order of a running exchange (docs/order-record.md). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSignedOrder } from '@tern/proofs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublicApi } from '../src/commands/verify/public-api.ts';
import { runVerify } from '../src/commands/verify/run-verify.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { createApiKey, signedClient } from './support/signed-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let person: Person;
let folder: string;
let key: string;
let orderId: number;
let confirmation: string | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-orders-'));
  server = await startServer({ clock, ownJobs: 'leased', prices: 'still' });
  person = await server.register();
  const asked = { symbol: 'btcusdt', mprice: '40000', mnum: '0.01', buytype: 1 } as const;
  const { token } = person;
  const placed = await server.api.data('POST /bborder/upbbbuy', asked, { token });
  ({ confirmation } = placed);
  orderId = placed.order.ID;
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
  const answer = await ask();
  writeFileSync(file, JSON.stringify(answer));
  const { code, text } = await verified(file);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`order ${orderId} of member ${person.memberId}`),
  ]);
  // With what the answer said, by the keys that the exchange publishes.
  const { receipt } = answer.data as { receipt: object };
  writeFileSync(file, JSON.stringify({ ...receipt, confirmation }));
  const kept = await verified(file, '--from', server.url());
  expect(kept).toEqual({ code: 0, text: expect.stringMatching(/PASS +confirmed +the answer/) });
});

it('gives API clients the signed number of each order in a header', async () => {
  await server.fund(person.memberId, { USDT: '100000' });
  const bot = signedClient(() => server.url(), await createApiKey(server, person));
  const { list } = await server.api.data('GET /transparency/keys', {});
  const keys = list.map(({ publicKey }) => publicKey);
  const saidIn = ({ headers }: { headers: Headers }) =>
    (headers.get('x-tern-order-confirmation')?.split('; ') ?? []).map((text) => {
      const { symbol, isSigned } = readSignedOrder(text, keys) ?? {};
      return [symbol, isSigned];
    });
  const buy = (amount: string) => ({
    'account-id': String(person.memberId),
    symbol: 'btcusdt',
    type: 'buy-limit',
    amount,
    price: '40000',
  });
  const one = await bot.post('/v1/order/orders/place', buy('0.01'), { at: clock.now() });
  expect(saidIn(one)).toEqual([['btcusdt', true]]);
  // Of those that were accepted, in their order.
  const orders = [buy('0.01'), buy('0'), buy('0.02')];
  expect(
    saidIn(await bot.post('/v1/order/batch-orders', orders, { at: clock.now() })),
  ).toHaveLength(2);
  expect(saidIn(await bot.get('/v1/account/accounts', {}, { at: clock.now() }))).toEqual([]);
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
