/** Prices of one market never stop the others: sums fit their columns (ADR 16). */
import { gzipSync } from 'node:zlib';
import { formatDecimal } from '@tern/money';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { btcTicks, type FollowedMarket, followServers } from './support/followed-market.ts';
import { type ManualClock, manualClock } from './support/market.ts';
import {
  candleAnswer,
  type PriceServer,
  startPriceServer,
  type TestCandle,
} from './support/price-server.ts';
import { until } from './support/pass-time.ts';

const MINUTE = 60_000;

let fresh: FreshDatabase;
let clock: ManualClock;
let server: PriceServer;
let market: FollowedMarket;

beforeEach(async () => {
  fresh = await freshDatabase();
  clock = manualClock();
  server = await startPriceServer(clock);
  market = await followServers(fresh.database, { clock, servers: [server] });
  while ((await market.prices()).length < 2) await market.honest(1);
});

afterEach(async () => {
  await market.stop();
  await server.end();
  await fresh.drop();
});

/** Trades of one message, oldest first; HTX lists the newest first. */
function trades(rows: readonly (readonly [price: string, amount: string])[]): void {
  const data = rows.map(
    ([price, amount], index) =>
      `{"ts":${clock.now()},"tradeId":${(tradeId += 1) + index},"amount":${amount},"price":${price},"direction":"buy"}`,
  );
  const body = `{"ch":"market.btcusdt.trade.detail","ts":${clock.now()},"tick":{"data":[${data.reverse().join()}]}}`;
  server.raw(gzipSync(body));
}
let tradeId = 1_000_000;

describe('quantities beyond any column', () => {
  it.each<[string, readonly (readonly [string, string])[]]>([
    [
      'of one trade at a tiny price',
      [
        ['0.000000000000000001', '99999999999999999999'],
        ['100', '1'],
      ],
    ],
    [
      'of many trades at a tiny price, and one at the market price',
      [
        ...Array.from({ length: 1_999 }, () => ['0.000000000001', '999999999999'] as const),
        ['100', '1'],
      ],
    ],
    [
      'of many trades at the market price',
      Array.from({ length: 2_000 }, () => ['100', '9999999999'] as const),
    ],
  ])('%s are not summed, and every market continues', async (_name, rows) => {
    const before = (await fresh.database.many(btcTicks, [])).length;
    await market.second(() => {
      trades(rows);
    });
    await market.honest(2);
    const ticks = await fresh.database.many(btcTicks, []);
    expect(ticks.length).toBeGreaterThanOrEqual(before + 3);
    for (const { price, quantity } of ticks) {
      expect(formatDecimal(price)).toBe('100');
      expect(Number(formatDecimal(quantity)) * 100).toBeLessThanOrEqual(1e12);
    }
    expect((await market.feed()).state).toBe('live');
  });

  it('are not summed over the end of a day either', async () => {
    clock.set(Date.parse('2026-11-18T23:59:57Z'));
    for (let second = 0; second < 12; second += 1) {
      await market.second(() => trades([['100', '9999999999']]));
    }
    const [day] = (await market.candles('1day')).slice(-2);
    expect(Number(day?.vol)).toBeGreaterThan(0);
    expect((await market.feed()).state).toBe('live');
  });
});

describe('trade counts beyond any column', () => {
  it('in backfilled candles are rejected, and every market continues past the end of the hour', async () => {
    clock.set(Date.parse('2026-11-18T12:49:30Z'));
    await market.honest(3);
    const from = Math.floor(clock.now() / MINUTE) * MINUTE;
    const candles = Array.from({ length: 10 }, (_, index): TestCandle => {
      return { start: from + index * MINUTE, prices: [100, 100, 100, 100] };
    });
    let text = '';
    server.answer = (url, response, request) => {
      const end = (body: string) => {
        text = body.replaceAll('"count":60', '"count":999999999999999');
        response.end(text);
      };
      candleAnswer(() => candles)(url, { end } as never, request);
    };
    const { connections } = server;
    clock.advance(9 * MINUTE);
    server.dropAll();
    await server.followed(connections + 1);
    await until('the answer with the candles', async () => {
      await market.honest(1);
      return text !== '';
    });
    await market.honest(5);
    clock.set(Date.parse('2026-11-18T13:00:01Z'));
    await expect
      .poll(async () => {
        await market.honest(1);
        return (await market.feed()).state;
      })
      .toBe('live');
    for (const { count } of await market.candles('1min')) expect(count).toBeLessThan(100);
  });
});
