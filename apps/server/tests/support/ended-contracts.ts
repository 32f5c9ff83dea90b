/** Ended contracts on a server with a manual clock. */
import { expect, vi } from 'vitest';
import type { ManualClock } from './market.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

export const CONTRACT = { cate: 1, usdt: '10', coinname: 'btcusdt', ctime_num: 30 };
const PATIENCE = { timeout: 60_000, interval: 100 };

/** Prices follow the clock within a second. */
const pricesAreOfNow = (server: TestServer, clock: ManualClock, { token }: Person) =>
  vi.waitFor(async () => {
    const input = { symbol: 'USDT_BTC' };
    const { code, data } = await server.api.call('GET /recharge/exchangeFind', input, { token });
    const at = new Date(clock.now()).toISOString();
    expect({ code, data }).toMatchObject({ code: 0, data: { reexchange: { at } } });
  }, PATIENCE);

/** One contract of each member, in order. Afterwards the prices are current. */
export async function endedContracts(
  server: TestServer,
  clock: ManualClock,
  people: Person[],
): Promise<number[]> {
  const ids: number[] = [];
  await pricesAreOfNow(server, clock, people.at(-1)!);
  for (const { token } of people) {
    const { order } = await server.api.data('POST /hyorder/createHyorder', CONTRACT, { token });
    ids.push(order.ID);
  }
  const isDone = async ({ token }: Person) =>
    (await server.api.data('GET /hyorder/myHyorderList', { status: 4 }, { token })).total === 1;
  await vi.waitFor(async () => {
    clock.advance(1_000);
    expect(await Promise.all(people.map(isDone))).toEqual(people.map(() => true));
  }, PATIENCE);
  await pricesAreOfNow(server, clock, people.at(-1)!);
  return ids;
}
