/** Only networks that a rail carries are offered: with real money, those that are configured. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCoinsOf } from '../src/features/assets/list-coins.ts';
import { listOfferedCoins } from '../src/features/assets/list-offered-coins.ts';
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
  const list = await listOfferedCoins(fresh.database, { assets, rails });
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
  } as never;
  for (const cate of [2, 3]) {
    const list = await listCoinsOf(fresh.database, deps, { memberId: 7, cate });
    expect(list.map(({ coinname }) => coinname)).toEqual(['USDT']);
  }
  expect((await listCoinsOf(fresh.database, deps, { memberId: 7, cate: 1 })).length).toBe(
    assets.all.length,
  );
});
