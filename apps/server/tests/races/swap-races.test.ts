import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeCoins } from '../../src/features/trading/swap/exchange-coins.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { balanceOf } from '../support/journal.ts';
import { fundedMember, manualClock } from '../support/market.ts';
import { type SwapDependencies, swapDependencies } from '../support/swap.ts';

let fresh: FreshDatabase;
let swapDeps: SwapDependencies;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 20 });
  swapDeps = await swapDependencies(fresh.database, manualClock());
  swapDeps.tickAll();
});

afterAll(() => fresh.drop());

const swaps = (count: number, input: { memberId: number; key?: string }) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { memberId, key } = input;
      const request = key === undefined ? undefined : { memberId, key, requestHash: 'same' };
      const coins = { from: 'USDT', to: 'ETH', given: '100', leastReceived: undefined };
      return exchangeCoins(swapDeps, { memberId, ...coins, key: request }).catch(
        (error: unknown) =>
          error instanceof Refusal ? error.code : Promise.reject(error as Error),
      );
    }),
  );

describe('concurrent swaps', () => {
  it('from one balance: exactly the affordable ones succeed', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '750' });
    const outcomes = await swaps(50, { memberId });
    expect(outcomes.filter((outcome) => outcome === 4020)).toHaveLength(43);
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({ available: '50' });
  });

  it('with one key: one effect, and the same answer for all', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '100' });
    const outcomes = await swaps(20, { memberId, key: 'once' });
    expect(outcomes[0]).toMatchObject({ num: '100' });
    expect(outcomes).toEqual(outcomes.map(() => outcomes[0]));
    expect(await balanceOf(fresh.database, memberId, 'USDT')).toEqual({});
  });
});
