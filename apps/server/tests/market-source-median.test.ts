/** Several sources of one symbol: the price is the median of those that agree (ADR 16). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FollowedMarket, followServers } from './support/followed-market.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import { type PriceServer, startPriceServer } from './support/price-server.ts';

let fresh: FreshDatabase;
let clock: ManualClock;
let servers: PriceServer[];
let market: FollowedMarket;

async function follow(count: number): Promise<void> {
  fresh = await freshDatabase();
  clock = manualClock();
  servers = await Promise.all(Array.from({ length: count }, () => startPriceServer(clock)));
  market = await followServers(fresh.database, { clock, servers });
  // A new symbol: its first tick waits until the sources were asked for its history.
  while ((await market.prices()).length === 0) await market.second(all('100', '100', '100'));
}

afterEach(async () => {
  await market.stop();
  for (const server of servers) await server.end();
  await fresh.drop();
});

/** Each source sends its price; undefined sends none. */
const all =
  (...prices: (string | undefined)[]) =>
  () => {
    for (const [index, price] of prices.entries()) {
      if (price !== undefined) servers[index]?.trade('btcusdt', price);
    }
  };

describe('three sources', () => {
  beforeEach(() => follow(3));

  it('set the median as the price without a delay, and each tick names its sources', async () => {
    await market.second(all('100', '100.2', '100.1'));
    expect(await market.prices()).toEqual(['100', '100.1']);
    expect((await market.feed()).takenFrom).toEqual(['htx0', 'htx1', 'htx2']);
  });

  it('exclude a wrong one for as long as it is wrong', async () => {
    for (let second = 0; second < 30; second += 1) await market.second(all('100', '55', '100.1'));
    expect(new Set(await market.prices())).toEqual(new Set(['100']));
    expect((await market.feed()).takenFrom).toEqual(['htx0', 'htx2']);
  });

  it('set the price without one that stops; a single remaining source is reported as such', async () => {
    await market.second(all('100', '100.2', '100.4'));
    for (let second = 0; second < 7; second += 1) await market.second(all('100', '100.2'));
    expect((await market.feed()).takenFrom).toEqual(['htx0', 'htx1']);
    for (let second = 0; second < 7; second += 1) await market.second(all('100'));
    expect((await market.feed()).takenFrom).toEqual(['htx0']);
    expect((await market.prices()).at(-1)).toBe('100');
  });

  it('follow a jump of two of them immediately', async () => {
    await market.second(all('105', '105', undefined));
    expect(await market.prices()).toEqual(['100', '105']);
  });
});

describe('two sources', () => {
  beforeEach(() => follow(2));

  it('do not follow one that jumps, and set no price while it persists', async () => {
    for (let second = 0; second < 9; second += 1) await market.second(all('100', '130'));
    expect(new Set(await market.prices())).toEqual(new Set(['100']));
    expect((await market.feed()).state).toBe('live');
    for (let second = 0; second < 12; second += 1) await market.second(all('100', '130'));
    expect(new Set(await market.prices())).toEqual(new Set(['100']));
    expect((await market.feed()).state).toBe('stale');
  });

  it('set no price if one drifts away, because either could be right', async () => {
    for (let step = 1; step <= 20; step += 1)
      await market.second(all('100', String(100 + step / 10)));
    const prices = (await market.prices()).map(Number);
    expect(Math.max(...prices)).toBeLessThanOrEqual(100.5);
  });
});
