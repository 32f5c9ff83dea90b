/** Every public call with what it may cost: one caller at the limit takes at most a tenth of a core (ADR 6). */
import { type AnyCall, calls } from '@tern/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedCalls } from '../src/features/gateway/htx-gateway/private/rest/endpoints.ts';
import { publicEndpoints } from '../src/features/gateway/htx-gateway/public/endpoints.ts';
import { addressSubject } from '../src/platform/limit-key.ts';
import { joinBuses } from './support/joined-buses.ts';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';
import { validInputOf } from './support/valid-inputs.ts';

/**
 * How many light calls' work one turn may be. 50 turns a second are a tenth of a core when one takes 2 ms, as much as four or
 * five light calls with their client; the rest is for what other work on the machine adds.
 */
const LIGHT_CALLS_OF_TURN = 8;
const REPEATS = 8;
const LIGHT = { method: 'GET', path: '/v1/common/timestamp', query: '' };

/** The heaviest request of a call, and the turns that it takes at least. Every other call is light: one turn. */
const heavy: Record<string, { query: string; turns: number }> = {
  '/market/history/kline': { query: 'symbol=btcusdt&period=1min&size=2000', turns: 21 },
  '/market/history/candles': { query: 'symbol=btcusdt&period=1min&size=2000&from=1', turns: 61 },
  '/market/tickers': { query: '', turns: 5 },
  '/api/base/tradelist': { query: '', turns: 4 },
  '/api/base/announcedChanges': { query: '', turns: 2 },
  '/api/base/termsChanges': { query: '', turns: 2 },
  '/api/base/getkdata': { query: 'id=btcusdt&interval=1min&num=1000', turns: 10 },
};
const queries: Record<string, string> = {
  '/v1/common/exchange': 'symbol=btcusdt',
  '/market/detail': 'symbol=btcusdt',
  '/market/detail/merged': 'symbol=btcusdt',
  '/market/depth': 'symbol=btcusdt&type=step0&depth=150',
  '/market/fullMbp': 'symbol=btcusdt',
  '/market/trade': 'symbol=btcusdt',
  '/market/history/trade': 'symbol=btcusdt&size=2000',
};

/** Queries; what sends or checks something has a class of its own. */
const reads = Object.values<AnyCall>(calls)
  .filter(({ auth, rate }) => auth === 'public' && rate === 'read')
  .map((call) => {
    const path = `/api${call.path}`;
    const given = new URLSearchParams(validInputOf(call, {}) as Record<string, string>);
    return { method: call.method, path, query: heavy[path]?.query ?? given.toString() };
  });
const htx = publicEndpoints({} as Parameters<typeof publicEndpoints>[0]).map(
  ({ method, path }) => ({ method, path, query: heavy[path]?.query ?? queries[path] ?? '' }),
);

const clock = manualClock();
const buses = joinBuses();
let server: TestServer;
let callers = 0;
/** What the server tells others of its callers' turns. */
const turnsOf = new Map<string, number>();
buses.join().subscribe('limits.calls', (message) => {
  const { used } = message as { used: [name: string, turns: number][] };
  for (const [name, turns] of used) turnsOf.set(name, (turnsOf.get(name) ?? 0) + turns);
});

beforeAll(async () => {
  server = await startServer({ clock, trustedProxies: ['loopback'], bus: buses.join() });
  await leastCost(LIGHT);
});
afterAll(() => server?.stop());

interface Asked {
  method: string;
  path: string;
  query: string;
}

/** From an address of its own. Units: microseconds of this process, which has both ends of the connection. */
async function costOf({ method, path, query }: Asked) {
  callers += 1;
  const address = `198.51.${callers >> 8}.${callers & 255}`;
  const isPost = method === 'POST';
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
  const headers = {
    'x-forwarded-for': address,
    ...(isPost && { 'content-type': 'application/json' }),
  };
  const url = query === '' || isPost ? path : `${path}?${query}`;
  const begun = process.cpuUsage();
  const { status, text } = await server.api.raw(url, { method, headers, ...(isPost && { body }) });
  const { user, system } = process.cpuUsage(begun);
  return { cpu: user + system, key: `read ${addressSubject(address)}`, status, text };
}

/** The least of several, because other work of the machine only adds. */
async function leastCost(asked: Asked) {
  const costs = [];
  for (let round = 0; round < REPEATS; round += 1) costs.push(await costOf(asked));
  return { ...costs[0]!, cpu: Math.min(...costs.map(({ cpu }) => cpu)) };
}

it.each([...htx, ...reads])('$path?$query costs no more than its turns', async (asked) => {
  const light = await leastCost(LIGHT);
  const { cpu, key, status, text } = await leastCost(asked);
  expect(status, text.slice(0, 200)).toBe(200);
  expect(text).not.toContain('"code":4024');
  const least = heavy[asked.path]?.turns ?? 1;
  await expect.poll(() => turnsOf.get(key) ?? 0).toBeGreaterThanOrEqual(least);
  const turns = turnsOf.get(key)!;
  expect(cpu / light.cpu / turns).toBeLessThan(LIGHT_CALLS_OF_TURN);
});

/** The heaviest request of a call with a key, of which each may use 50 turns a second. Every other call is light: one turn. */
const list = Array.from({ length: 50 }, (_, at) => String(at));
const heavySigned: Record<string, { inputs: Record<string, unknown>; turns: number }> = {
  'POST /v1/order/batch-orders': { inputs: { orders: list.slice(0, 10) }, turns: 5 },
  'POST /v1/order/batch-amend': { inputs: { orders: list.slice(0, 10) }, turns: 5 },
  'POST /v1/order/orders/batchcancel': { inputs: { 'order-ids': list }, turns: 25 },
  'GET /v1/order/openOrders': { inputs: { size: '1000' }, turns: 5 },
  'GET /v1/order/orders': { inputs: { size: '1000' }, turns: 5 },
  'GET /v1/order/history': { inputs: { size: '1000' }, turns: 10 },
  'GET /v1/order/matchresults': { inputs: { size: '1000' }, turns: 5 },
  'GET /v1/query/deposit-withdraw': { inputs: { size: '1000' }, turns: 5 },
  'GET /v1/account/history': { inputs: { size: '1000' }, turns: 5 },
  'GET /v2/account/ledger': { inputs: { limit: '1000' }, turns: 5 },
  'POST /v2/algo-orders/cancellation': { inputs: { clientOrderIds: list }, turns: 25 },
  'GET /v2/algo-orders/opening': { inputs: { limit: '1000' }, turns: 5 },
  'GET /v2/algo-orders/history': { inputs: { limit: '1000' }, turns: 5 },
};

it('charges a call with a key by the rows that it may read and the orders that it may change', () => {
  const charged = signedCalls.flatMap(({ method, path, turns }) => {
    const name = `${method} ${path}`;
    return turns === undefined ? [] : [[name, turns(heavySigned[name]?.inputs ?? {})] as const];
  });
  const expected = Object.entries(heavySigned).map(([name, { turns }]) => [name, turns] as const);
  expect(Object.fromEntries(charged)).toEqual(Object.fromEntries(expected));
});

it('charges one turn for an input that is not valid, and answers it as such', async () => {
  const given = { pageSize: { toString: 1 } } as unknown as { pageSize: number };
  expect((await server.api.call('POST /base/tradelist', given)).code).toBe(5001);
});
