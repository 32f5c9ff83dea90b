/** What transfers over a model of TRON may burn is kept back, and only results that are known give money back. */
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import type { Rail } from '../src/kernel/rails/rail.ts';
import { depositReports } from './support/anvil-world.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { LAG } from './support/tron/chain.ts';
import { HOT, tokens, transfer, TRX, type TronWorld, tronWorld } from './support/tron/world.ts';

const WAIT = { timeout: 60_000, interval: 20 };

describe('the paying wallet of TRON', () => {
  let fresh: FreshDatabase;
  let world: TronWorld;
  let rail: Rail;

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await tronWorld(fresh);
  });
  beforeEach(async () => {
    rail = await world.rail();
    rail.watch!(depositReports());
    await mine(1);
  });
  afterEach(() => world.quiet());
  afterAll(async () => {
    await world.stop();
    await fresh.drop();
  });

  const mine = async (blocks: number) => {
    world.chain.mine(blocks);
    await vi.waitFor(async () => {
      const { height, blocked } = await rail.state!();
      expect([height, blocked]).toEqual([world.chain.solid(), undefined]);
    }, WAIT);
  };

  it('waits while what others may burn is not there besides its own', async () => {
    const { chain } = world;
    await mine(LAG + 1);
    const before = chain.coinsOf(HOT);
    const leave = async (coins: bigint) => {
      chain.fund(HOT, coins - chain.coinsOf(HOT));
      await mine(LAG + 1);
    };
    await leave(30n * TRX);
    const payouts = Array.from({ length: 3 }, () => tokens());
    const asked = await Promise.allSettled(payouts.map((out) => rail.send(out)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // The same of coins that are on their way.
    await leave(100n * TRX);
    for (const out of payouts) await rail.send(out);
    await mine(LAG + 1);
    for (const out of payouts) expect((await rail.send(out)).kind).toBe('completed');
    await leave(45n * TRX);
    const coins = transfer({ amount: decimal<Amount>('30') });
    await rail.send(coins);
    const token = tokens();
    await expect(rail.send(token)).rejects.toThrow('insufficient funds');
    // A stake pays the energy of one, and is there once.
    chain.stake(HOT, 165_000n);
    await rail.send(token);
    await expect(rail.send(tokens())).rejects.toThrow('insufficient funds');
    await leave(before);
    for (const out of [coins, token]) expect((await rail.send(out)).kind).toBe('completed');
    chain.stake(HOT, 0n);
  });

  it('with a result that nobody knows waits for people, and gives nothing back', async () => {
    const out = transfer();
    await rail.send(out);
    await mine(LAG + 1);
    const path = 'walletsolidity/gettransactioninfobyid';
    const lie = (over: object) => {
      for (const each of [world.node, world.witness]) {
        each.lie(path, (truth) => ({ ...(truth as object), ...over }));
      }
    };
    for (const [over, word] of [
      [{ result: 'FAILED', receipt: { result: 'UNKNOWN' } }, 'UNKNOWN'],
      [{ result: 'NEW_WORD' }, 'NEW_WORD'],
      [{ receipt: { result: 'REVERT' } }, 'REVERT, not failed'],
    ] as const) {
      lie(over);
      await expect(rail.send(out)).rejects.toThrow(`the result ${word}, which is not known`);
    }
    lie({ receipt: { result: 'DEFAULT' } });
    expect((await rail.send(out)).kind).toBe('completed');
  });
});
