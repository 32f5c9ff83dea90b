/** Only networks that a rail carries are offered: with real money, those that are configured. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCoinsOf } from '../src/features/money/assets/list-coins.ts';
import { listOfferedCoins } from '../src/features/money/assets/list-offered-coins.ts';
import { fundCalls } from '../src/features/gateway/htx-gateway/private/rest/fund-calls.ts';
import { createHtxGateway } from '../src/features/gateway/htx-gateway/index.ts';
import { loadAssets } from '../src/kernel/catalog/assets.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh?.drop());

const carrying = (...networks: string[]) => ({
  carry: (asset: string, network: string) => networks.includes(`${asset} ${network}`),
});

async function offered(rails: ReturnType<typeof carrying>) {
  const assets = await loadAssets(fresh.database);
  const list = await listOfferedCoins(fresh.database, { assets, rails }, 'en');
  return list
    .filter(({ networks }) => networks.length > 0)
    .map(({ coinname, networks }) => [coinname, networks.map(({ czline }) => czline)]);
}

it('a coin is offered on the networks of the rail only', async () => {
  expect(await offered(carrying('USDT ERC20', 'ETH ERC20'))).toEqual([
    ['USDT', ['ERC20']],
    ['ETH', ['ERC20']],
  ]);
  expect(await offered(carrying())).toEqual([]);
});

it('a coin that no rail carries is not among those to deposit or withdraw', async () => {
  const assets = await loadAssets(fresh.database);
  const deps = {
    assets,
    rails: carrying('USDT ERC20'),
    prices: { latest: () => undefined },
    valuation: { worth: () => undefined },
    paidForCoins: async () => [],
  } as never;
  for (const cate of [2, 3]) {
    const list = await listCoinsOf(fresh.database, deps, { memberId: 7, cate, lang: 'en' });
    expect(list.map(({ coinname }) => coinname)).toEqual(['USDT']);
  }
  expect(
    (await listCoinsOf(fresh.database, deps, { memberId: 7, cate: 1, lang: 'en' })).length,
  ).toBe(assets.all.length);
});

/** What programs read over HTX's API, with the wiring of the gateway. */
async function gateway(rails: ReturnType<typeof carrying>) {
  const assets = await loadAssets(fresh.database);
  const { database } = fresh;
  const deps = {
    database,
    assets,
    rails,
    clock: { now: () => 0 },
    pricing: { states: () => [] },
    keys: {},
    marketData: {},
    feed: {},
    deposits: {},
    withdrawals: {},
  } as never;
  const { endpoints = [] } = createHtxGateway(deps);
  return {
    async rows(path: string, query = '') {
      const request = { query: new URLSearchParams(query), address: '', takeTurn: () => 0 };
      const endpoint = endpoints.find((each) => each.path === path)!;
      const { body } = (await endpoint.answer(request as never)) as { body: string | object };
      const answer = typeof body === 'string' ? JSON.parse(body) : body;
      return answer.data as Record<string, unknown>[];
    },
    quota: async (currency: string) => {
      const call = fundCalls.find(({ path }) => path === '/v2/account/withdraw/quota')!;
      const context = { access: { memberId: 7 }, inputs: { currency } } as never;
      return (await call.answer(deps, context)) as { chains: { chain: string }[] };
    },
  };
}

it('programs are notified of the same networks as the app shows', async () => {
  const { rows, quota } = await gateway(carrying('USDT ERC20'));
  const [usdt] = await rows('/v2/reference/currencies', 'currency=usdt');
  expect(usdt!['chains']).toEqual([expect.objectContaining({ chain: 'erc20usdt' })]);
  const [eth] = await rows('/v2/reference/currencies', 'currency=eth');
  expect(eth!['chains']).toEqual([]);
  const chains = await rows('/v1/settings/common/chains');
  expect(chains.map(({ chain }) => chain)).toEqual(['erc20usdt']);
  const currencies = await rows('/v1/settings/common/currencys');
  expect(currencies.filter(({ de }) => de).map(({ name }) => name)).toEqual(['usdt']);
  expect((await quota('usdt')).chains).toEqual([expect.objectContaining({ chain: 'erc20usdt' })]);
  expect((await quota('eth')).chains).toEqual([]);
});
