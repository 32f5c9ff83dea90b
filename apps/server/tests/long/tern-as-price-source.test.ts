/** One Tern is the price source of another, which follows it, detects its outage, and backfills. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceSettings } from '../../src/features/market/pricing/index.ts';
import { type ServerProxy, openProxy } from '../support/server-proxy.ts';
import { type ManualClock, manualClock } from '../support/market.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { passTime } from '../support/pass-time.ts';

const MINUTE = 60_000;
const SYMBOLS = ['btcusdt', 'ethusdt', 'xauusd'];

let clock: ManualClock;
let first: TestServer;
let second: TestServer;
let proxy: ServerProxy;

beforeAll(async () => {
  clock = manualClock();
  first = await startServer({ clock });
  proxy = await openProxy(() => first.url());
  const symbols = new Map(SYMBOLS.map((symbol) => [symbol, symbol]));
  const liveSources: SourceSettings = {
    htx: [{ url: proxy.url, symbols }],
    quotes: [],
  };
  second = await startServer({ clock, liveSources });
});

afterAll(async () => {
  await second.stop();
  await proxy.close();
  await first.stop();
});

async function feedOf(server: TestServer, symbol: string) {
  return (await server.api.data('GET /base/feeds', { symbol })).list[0]!;
}

async function candlesOf(server: TestServer, symbol: string, num: number) {
  return server.api.data('GET /base/getkdata', { id: symbol, interval: '1min', num });
}

/** Moves the clock second by second until the condition is true; the jobs of both servers run in real time. */
async function liveUntil(isSo: () => Promise<boolean>, stepMs = 1_000): Promise<void> {
  for (let step = 0; step < 240; step += 1) {
    if (await isSo()) return;
    clock.advance(stepMs);
    // On a busy machine its job is late: a minute without a tick would have no candle.
    await expect.poll(async () => (await feedOf(first, 'btcusdt')).ageMs).toBeLessThan(2_000);
    await passTime(500, 'jobs of both servers run by their own timers');
  }
  throw new Error('the condition did not become true');
}

const isLive = (server: TestServer) => async () =>
  (await Promise.all(SYMBOLS.map((symbol) => feedOf(server, symbol)))).every(
    ({ state }) => state === 'live',
  );

describe('a Tern that uses another one as its source', () => {
  it('has its prices, names it as their source, and simulates other markets only', async () => {
    await liveUntil(isLive(second));
    for (const symbol of SYMBOLS) {
      const [theirs, ours] = await Promise.all([feedOf(first, symbol), feedOf(second, symbol)]);
      expect(theirs.takenFrom).toEqual(['simulated']);
      expect(ours.takenFrom).toEqual([proxy.host]);
      expect(ours.sources.map(({ name }) => name)).toEqual([proxy.host]);
    }
    expect((await feedOf(second, 'solusdt')).takenFrom).toEqual(['simulated']);
    const { priceSource } = await second.api.data('GET /base/site', {});
    expect(priceSource).toBe(`${proxy.host}, simulated`);
    const prices = async (server: TestServer) => {
      const { list } = await server.api.data('POST /base/tradelist', { pageSize: 100 });
      return new Map(list.map((row) => [row.symbol, Number(row.price)]));
    };
    const [theirs, ours] = await Promise.all([prices(first), prices(second)]);
    for (const symbol of SYMBOLS) {
      expect(Math.abs(ours.get(symbol)! / theirs.get(symbol)! - 1)).toBeLessThan(0.002);
    }
  });

  it('has the candles of the other from before its own start', async () => {
    const num = 60;
    const [theirs, ours] = await Promise.all([
      candlesOf(first, 'btcusdt', num),
      candlesOf(second, 'btcusdt', num),
    ]);
    const over = (rows: typeof theirs.list) => rows.slice(0, 50);
    expect(over(ours.list)).toEqual(over(theirs.list));
    expect(ours.told[0]?.source).toBe(proxy.host);
  });

  it('reports stale prices and removes exchange quotes while the other is unreachable', async () => {
    const depth = async () => {
      const answer = await second.api.raw('/market/depth?symbol=btcusdt&type=step0');
      return (JSON.parse(answer.text) as { tick: { bids: unknown[]; asks: unknown[] } }).tick;
    };
    expect((await depth()).bids.length).toBeGreaterThan(5);
    proxy.cut();
    clock.advance(6_000);
    await liveUntil(async () => (await depth()).bids.length === 0, 0);
    expect((await depth()).asks).toEqual([]);
    for (const symbol of SYMBOLS) expect((await feedOf(second, symbol)).state).toBe('stale');
    await liveUntil(async () => (await feedOf(second, 'solusdt')).state === 'live', 0);
  });

  it('follows it again after its return, and backfills the same candles', async () => {
    const awayAt = clock.now();
    // Seven minutes pass in steps of half a minute, while the second server receives nothing of the first.
    await liveUntil(async () => clock.now() - awayAt > 7 * MINUTE, 30_000);
    proxy.restore();
    await liveUntil(isLive(second));
    const [theirs, ours] = await Promise.all([
      candlesOf(first, 'btcusdt', 12),
      candlesOf(second, 'btcusdt', 12),
    ]);
    const from = Math.ceil(awayAt / MINUTE) * 60 + 60;
    const between = (rows: typeof theirs.list) =>
      rows.filter(({ id }) => id >= from && id < from + 5 * 60);
    expect(between(theirs.list)).toHaveLength(5);
    expect(between(ours.list)).toEqual(between(theirs.list));
    expect(ours.told.at(-1)).toMatchObject({ source: proxy.host });
    expect(ours.gaps).toEqual([]);
  });

  it('survives a restart of the other and of itself', async () => {
    await first.restart();
    await liveUntil(isLive(second));
    await second.restart();
    await liveUntil(isLive(second));
    expect((await feedOf(second, 'btcusdt')).takenFrom).toEqual([proxy.host]);
  });
});
