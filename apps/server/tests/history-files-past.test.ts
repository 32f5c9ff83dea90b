/** Files of simulated history are made when one of a month is asked for: once, and as market data shows it. What is dropped stays provable. */
import { createHash } from 'node:crypto';
import { formatDecimal } from '@tern/money';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHistoryFiles, type Keeping } from '../src/features/gateway/history-files/index.ts';
import { createMarketData, type MarketData } from '../src/features/market/market-data/index.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import type { Feature } from '../src/platform/feature.ts';
import { systemRandom } from '../src/platform/random.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { openPublicLog } from './support/open-public-log.ts';
import { type RunningMarket, runMarket } from './support/running-market.ts';

let fresh: FreshDatabase;
let running: RunningMarket;
let marketData: MarketData;
let instances: [Feature, Feature];
/** One that keeps files for this long, and in this much room. */
let keeping: (of: Keeping) => Feature;
let taken = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database } = fresh;
  // A Tuesday: four days of history are two of October, a weekend and a Monday.
  running = await runMarket(database, '2026-11-03T00:10:00Z', { historyDays: 4 });
  await running.pass(1);
  const { clock, market: pricing } = running;
  const assets = await loadAssets(database);
  const halts = { of: () => undefined, delistingOf: () => undefined };
  marketData = createMarketData({ database, clock, pricing, assets, halts });
  const publicLog = await openPublicLog(database, clock);
  const deps = { database, clock, random: systemRandom, pricing, marketData, publicLog };
  const ofOneMarket = { ...pricing, states: () => [pricing.find('btcusdt')!] };
  keeping = (of) => createHistoryFiles({ ...deps, pricing: ofOneMarket, keeping: of });
  const all = { bytes: Number.POSITIVE_INFINITY };
  instances = [keeping(all), keeping(all)];
});
afterAll(async () => {
  await running?.market.stop?.();
  await fresh?.drop();
});

async function get(path: string, instance = instances[0], query = '') {
  const endpoint = instance.endpoints!.find((each) => each.path === (query ? '/data' : '/data/*'))!;
  const { status, body } = await endpoint.answer({
    query: new URLSearchParams(query),
    params: { '*': path.slice('data/'.length) },
    body: '',
    headers: {},
    rawUrl: `/${path}`,
    address: '198.18.0.1',
    takeTurn(_caller, _rate, turns = 1) {
      taken += turns;
      return 0;
    },
  });
  const parts: Buffer[] = [];
  if (typeof body === 'string' || Buffer.isBuffer(body)) parts.push(Buffer.from(body));
  else for await (const part of body) parts.push(part as Buffer);
  return { status, content: Buffer.concat(parts) };
}

const klines = (symbol: string, interval: string, date: string) =>
  `data/spot/${date.length === 10 ? 'daily' : 'monthly'}/klines/${symbol}/${interval}/${symbol}-${interval}-${date}.zip`;

const publications = defineQuery({
  name: 'test.historyPublications',
  text: 'select name, manifest from history_publications where published_at is not null order by name',
  params: [],
  row: { name: text, manifest: text },
});
const published = async () => (await fresh.database.many(publications, [])).map(({ name }) => name);

const sizes = defineQuery({
  name: 'test.historySizes',
  text: 'select sum(octet_length(content))::bigint as bytes from history_files',
  params: [],
  row: { bytes: int8 },
});

it('publishes a month that was over before the first price once, for several callers', async () => {
  const asked = [
    ...instances.map((instance) => get(klines('BTCUSDT', '1m', '2026-10'), instance)),
    get(klines('BTCUSDT', '1d', '2026-10-31'), instances[1]),
    get(`${klines('BTCUSDT', '1h', '2026-10-31')}.CHECKSUM`),
  ];
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]!.content.equals(answers[1]!.content)).toBe(true);
  expect(await published()).toEqual(['past/BTCUSDT/2026-10', 'past/BTCUSDT/2026-10-month']);

  const [document] = Object.values(unzipSync(answers[0]!.content));
  const rows = Buffer.from(document!).toString().trimEnd().split('\n');
  const before = Date.parse('2026-11-01');
  const state = running.market.find('btcusdt')!;
  const candles = await marketData.candles(state, { interval: '1min', limit: 5_000, before });
  expect(rows.length).toBe(2 * 1_440);
  expect(rows.map((row) => row.split(',').slice(0, 6).join())).toEqual(
    candles.map(({ start, open, high, low, close, amount }) =>
      [start * 1_000, ...[open, high, low, close, amount].map(formatDecimal)].join(),
    ),
  );
});

it('is paid for by the first caller, and free of it for the next', async () => {
  taken = 0;
  await get(klines('ETHUSDT', '1d', '2026-11-01'));
  expect(taken).toBeGreaterThan(100);
  taken = 0;
  await get(klines('ETHUSDT', '4h', '2026-11-02'));
  expect(taken).toBe(1);
});

it('is not made for months that are too old', async () => {
  const newer = keeping({ months: 1, bytes: 1 });
  const months = keeping({ months: 12, bytes: 1 });
  running.clock.advance(31 * DAY_MS);
  const asked = klines('ETHUSDT', '1d', '2026-10-31');
  expect((await get(asked, newer)).status).toBe(404);
  running.clock.advance(-31 * DAY_MS);
  expect((await get(asked, months)).status).toBe(200);
});

it('leaves the day and the month of the first price to the job, and finds none where there is no history', async () => {
  const before = await published();
  const absent = [
    klines('BTCUSDT', '1m', '2026-11-03'),
    klines('BTCUSDT', '1m', '2026-11'),
    klines('BTCUSDT', '1m', '2026-10-29'),
    klines('BTCUSDT', '1m', '2026-09'),
    klines('BTCUSDT', '1m', '2027-01-01'),
    klines('NOSUCH', '1m', '2026-10'),
    'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2026-10-31.zip',
  ];
  for (const path of absent) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  expect(await published()).toEqual(before);
});

it('does not belong to the month of the first price, before or after that is published', async () => {
  await get(klines('BTCUSDT', '1h', '2026-11-01'));
  await running.goTo('2026-12-01T12:00:00Z');
  await instances[0].jobs![0]!.run();
  const bytesOf = async (date: string) => (await get(klines('BTCUSDT', '1h', date))).content;
  const rowsOf = (zip: Buffer) => Buffer.from(Object.values(unzipSync(zip))[0]!).toString();
  const month = await bytesOf('2026-11');
  expect(rowsOf(month)).toBe(rowsOf(await bytesOf('2026-11-03')));
  const { content } = await get(`${klines('BTCUSDT', '1h', '2026-11')}.CHECKSUM`);
  expect(content.toString().slice(0, 64)).toBe(createHash('sha256').update(month).digest('hex'));
});

const ranges = async () => (await get('data/ranges.csv')).content.toString().split('\n');
const listed = async (prefix: string) =>
  (await get('data', instances[0], `prefix=${prefix}`)).content.toString();

it('lists the first and the last date of each kind', async () => {
  const [header, ...lines] = await ranges();
  expect(header).toBe('span,kind,symbol,interval,first,last');
  expect(lines).toEqual(
    expect.arrayContaining([
      'daily,klines,BTCUSDT,1m,2026-10-30,2026-11-03',
      'daily,trades,BTCUSDT,,2026-11-03,2026-11-03',
      'monthly,klines,BTCUSDT,1d,2026-10,2026-11',
      'simulated,klines,BTCUSDT,,2026-10-30,2026-11-02',
    ]),
  );
});

it('is dropped without room, trades before candles, and what it was stays proven', async () => {
  const trades = 'data/spot/daily/trades/BTCUSDT/BTCUSDT-trades-2026-11-03.zip';
  const ofMonth = 'data/spot/monthly/trades/BTCUSDT/BTCUSDT-trades-2026-11.zip';
  const candles = klines('BTCUSDT', '1m', '2026-11-03');
  const before = await get(`${trades}.CHECKSUM`);
  const statuses = async () => {
    const answers = await Promise.all([trades, ofMonth, candles].map((path) => get(path)));
    return answers.map(({ status }) => status);
  };
  const { bytes } = await fresh.database.one(sizes, []);
  await keeping({ bytes }).jobs![1]!.run();
  expect(await statuses()).toEqual([200, 200, 200]);
  await keeping({ bytes: bytes - 1 }).jobs![1]!.run();
  expect(await statuses()).toEqual([410, 410, 200]);

  expect((await get(`${trades}.CHECKSUM`)).content.equals(before.content)).toBe(true);
  const manifest = (await get('data/manifests/daily/2026-11-03.txt')).content.toString();
  expect(manifest).toContain(trades);
  expect((await get('data/manifests/daily/2026-11-03.tlog-proof')).status).toBe(200);
  expect(await listed('data/spot/daily/trades/')).not.toContain('2026-11-03');
  expect((await ranges()).some((line) => line.startsWith('daily,trades'))).toBe(false);
});

it('is dropped when it is too old, also the days of a month whose file was never asked for', async () => {
  await keeping({ months: 1, bytes: Number.POSITIVE_INFINITY }).jobs![1]!.run();
  expect((await get(klines('BTCUSDT', '1m', '2026-10'))).status).toBe(410);
  expect((await get(klines('ETHUSDT', '1d', '2026-10-31'))).status).toBe(410);
  expect((await get(klines('ETHUSDT', '1d', '2026-10'))).status).toBe(404);
  expect((await get(klines('BTCUSDT', '1m', '2026-11-03'))).status).toBe(200);
  expect(await listed('data/spot/monthly/klines/BTCUSDT/1m/')).not.toContain('2026-10');
});
