/** The coins of the exchange and their networks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOfferedCoins } from '../src/features/money/assets/list-offered-coins.ts';
import { type AssetRegistry, loadAssets } from '../src/kernel/catalog/assets.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const closeTron = defineStatement({
  name: 'test.closeTron',
  text: `update asset_networks set takes_withdrawals = false, withdraw_fee = 2.5
    where asset = 'USDT' and network = 'TRC20'`,
  params: [],
});

let fresh: FreshDatabase;
let assets: AssetRegistry;

beforeAll(async () => {
  fresh = await freshDatabase();
  assets = await loadAssets(fresh.database);
});

afterAll(() => fresh.drop());

const coin = async (name: string) =>
  (await listOfferedCoins(fresh.database, { assets, rails: { carry: () => true } }, 'en')).find(
    ({ coinname }) => coinname === name,
  );

describe('the coins of the exchange', () => {
  it('are listed with their networks in display order, fiat without any', async () => {
    const { networks } = (await coin('USDT'))!;
    expect(networks.map(({ czline }) => czline)).toEqual(['TRC20', 'ERC20', 'BEP20', 'SOL']);
    expect(networks[0]).toMatchObject({
      name: 'TRON (TRC-20)',
      hasMemo: false,
      takesDeposits: true,
      takesWithdrawals: true,
      withdrawMin: '10',
      withdrawMax: '500000',
      withdrawFee: '1',
      depositMin: '5',
    });
    expect((await coin('XRP'))!.networks[0]!.hasMemo).toBe(true);
    expect((await coin('EUR'))!.networks).toEqual([]);
  });

  it('are listed with the current limits and fees', async () => {
    await fresh.owner.transaction((tx) => tx.run(closeTron, []));
    const tron = (await coin('USDT'))!.networks[0];
    expect(tron).toMatchObject({ takesWithdrawals: false, withdrawFee: '2.5' });
  });
});
