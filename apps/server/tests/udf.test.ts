/** A chart reads the server's prices by the calls, and in the order, of TradingView's data feed client. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Bars {
  readonly s: string;
  readonly t?: readonly number[];
  readonly o?: readonly number[];
  readonly nextTime?: number;
}

let server: TestServer;

beforeAll(async () => {
  // With a stopped clock no allowance is refilled while a busy machine answers.
  const clock = manualClock();
  server = await startServer({
    clock,
    prices: 'still',
    historyDays: 3,
    trustedProxies: ['loopback'],
  });
});
afterAll(() => server.stop());

/** Each from an address of its own: bars count against the read limit of one. */
let callers = 0;
async function get(path: string, from = `198.18.0.${(callers += 1)}`) {
  const answer = await fetch(server.url() + path, { headers: { 'x-forwarded-for': from } });
  return { answer, body: (await answer.json()) as unknown };
}

const bars = async (symbol: string, query: string) =>
  (await get(`/udf/history?symbol=${symbol}&${query}`)).body as Bars;

it('shows a chart of a market that was found, back to its first bar', async () => {
  const { body: config } = await get('/udf/config');
  expect(config).toMatchObject({ supports_search: true, supports_group_request: false });
  const { body: found } = await get('/udf/search?query=xau&limit=5');
  const [{ ticker }] = found as [{ ticker: string }];
  const { body: symbol } = await get(`/udf/symbols?symbol=${ticker}`);
  expect(symbol).toMatchObject({ ticker, timezone: 'Etc/UTC', type: 'commodity' });
  const now = (await get('/udf/time')).body as number;

  const times: number[] = [];
  let to = now + 60;
  for (;;) {
    const page = await bars(ticker, `resolution=60&from=${to - 3_600}&to=${to}&countback=30`);
    if (page.s === 'no_data') break;
    times.unshift(...(page.t ?? []));
    to = page.t?.[0] ?? 0;
  }
  const { body: whole } = await get(
    `/market/history/candles?symbol=${ticker.toLowerCase()}&period=60min&size=2000`,
  );
  const { data } = whole as { data: { id: number }[] };
  expect(times.length).toBeGreaterThan(30);
  expect(times).toEqual(data.map(({ id }) => id).toReversed());
});

it('gives each price as HTX gives it', async () => {
  const [chart, htx] = await Promise.all([
    bars('BTCUSDT', `resolution=1D&from=0&to=4000000000`),
    get('/market/history/kline?symbol=btcusdt&period=1day&size=2000'),
  ]);
  const { data } = htx.body as { data: { id: number; open: number }[] };
  const days = data.toReversed();
  expect([chart.t, chart.o]).toEqual([days.map(({ id }) => id), days.map(({ open }) => open)]);
});

it('lets any web page read it, and names what is wrong with a request', async () => {
  const { answer } = await get('/udf/time');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const refusals = [
    ['/udf/symbols?symbol=nosuch', 404, 'unknown_symbol'],
    ['/udf/history?symbol=BTCUSDT&resolution=7&from=1&to=2', 400, 'unknown resolution'],
    [
      '/udf/history?symbol=BTCUSDT&resolution=1&from=2&to=1',
      400,
      'from and to are Unix seconds, from not after to',
    ],
    [
      '/udf/history?symbol=BTCUSDT&resolution=1&from=1&to=2&countback=-1',
      400,
      'countback is a whole number up to 1000000',
    ],
  ] as const;
  for (const [path, status, errmsg] of refusals) {
    const refused = await get(path);
    expect([refused.answer.status, refused.body]).toEqual([status, { s: 'error', errmsg }]);
  }
});

it('says when an address may read again', async () => {
  const from = '198.18.1.1';
  const whole = '/udf/history?symbol=BTCUSDT&resolution=1&from=0&to=4000000000';
  const answers = await Promise.all(Array.from({ length: 12 }, () => get(whole, from)));
  const refused = answers.find(({ answer }) => answer.status === 429);
  expect(refused?.body).toEqual({ s: 'error', errmsg: 'too many requests' });
  expect(Number(refused?.answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
