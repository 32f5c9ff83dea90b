/** Legal histories of one member, made by chance from a seed, in which tests plant violations. */
import { chanceOf } from '../main-thread/hostile-texts.ts';
import type { AccountInput, AccountOutput } from './account-model.ts';
import type { Call } from './check.ts';

export type Entry = Call<AccountInput, AccountOutput>;

export const FUNDS = 1_000n;

/** Calls take effect one after another, each at a moment within its own time; their times overlap as those of `workers`. */
export function simulateHistory(seed: number, calls: number, workers: number): Entry[] {
  const random = chanceOf(seed);
  const account = { available: FUNDS, held: 0n, open: new Map<number, bigint>() };
  let orders = 0;
  const act = (): Pick<Entry, 'input' | 'output'> => {
    const [first] = account.open.keys();
    const choice = random();
    if (choice < 0.4) {
      const hold = BigInt(1 + Math.floor(random() * 300));
      const input = { call: 'place', asset: 'USDT', hold } as const;
      if (hold > account.available) return { input, output: { refused: 'no balance' } };
      orders += 1;
      account.available -= hold;
      account.held += hold;
      account.open.set(orders, hold);
      return { input, output: { placed: orders } };
    }
    if (choice < 0.65 && first !== undefined) {
      const hold = account.open.get(first)!;
      account.open.delete(first);
      account.available += hold;
      account.held -= hold;
      return { input: { call: 'cancel', order: first }, output: { cancelled: true } };
    }
    if (choice < 0.85) {
      const { available, held } = account;
      const output = { balances: { USDT: { available, held } } };
      return { input: { call: 'read balances' }, output };
    }
    return { input: { call: 'read open orders' }, output: { open: [...account.open.keys()] } };
  };
  return Array.from(
    { length: calls },
    (_one, at): Entry => ({
      ...act(),
      invokedAt: at - random() * workers,
      returnedAt: at + random() * workers,
    }),
  );
}
