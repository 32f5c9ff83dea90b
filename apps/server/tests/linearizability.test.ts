import { describe, expect, it } from 'vitest';
import {
  type AccountInput,
  accountModel,
  type AccountOutput,
  type Balance,
} from './support/linearizable/account-model.ts';
import { type Call, checkHistory, type Model } from './support/linearizable/check.ts';
import { type Entry, FUNDS, simulateHistory } from './support/linearizable/simulated-history.ts';
import { chanceOf } from './support/main-thread/hostile-texts.ts';

const during = (
  [invokedAt, returnedAt]: readonly [number, number],
  input: AccountInput,
  output: AccountOutput | undefined,
): Entry => ({ invokedAt, returnedAt, input, output });

const place = (hold: bigint): AccountInput => ({ call: 'place', asset: 'USDT', hold });
const cancel = (order: number): AccountInput => ({ call: 'cancel', order });
const readBalances: AccountInput = { call: 'read balances' };
const readOpen: AccountInput = { call: 'read open orders' };
const usdt = (available: bigint, held: bigint): AccountOutput => ({
  balances: { USDT: { available, held } },
});

const judge = (entries: readonly Entry[], funds = 100n) =>
  checkHistory(accountModel({ USDT: funds }), entries).isLinearizable;

describe('a history of a member', () => {
  it('is legal when calls one after another see what those before them did', () => {
    const history = [
      during([1, 2], place(30n), { placed: 7 }),
      during([3, 4], readBalances, usdt(70n, 30n)),
      during([5, 6], readOpen, { open: [7] }),
      during([7, 8], cancel(7), { cancelled: true }),
      during([9, 10], cancel(7), { refused: 'not open' }),
      during([11, 12], { call: 'trade' }, { traded: { USDT: -12n, BTC: 3n } }),
      during([13, 14], place(89n), { refused: 'no balance' }),
      during([15, 16], readBalances, usdt(88n, 0n)),
    ];
    expect(judge(history)).toBe(true);
  });

  it('is legal when a read during an order sees either state', () => {
    const order = during([1, 10], place(30n), { placed: 7 });
    expect(judge([order, during([2, 3], readBalances, usdt(100n, 0n))])).toBe(true);
    expect(judge([order, during([2, 3], readBalances, usdt(70n, 30n))])).toBe(true);
  });

  it('is not legal when a state that was seen disappears again', () => {
    const order = during([1, 10], place(30n), { placed: 7 });
    const seen = during([2, 3], readBalances, usdt(70n, 30n));
    expect(judge([order, seen, during([4, 5], readBalances, usdt(100n, 0n))])).toBe(false);
  });

  it('is not legal with a stale read: one that begins after the answer and misses the order', () => {
    const order = during([1, 2], place(30n), { placed: 7 });
    expect(judge([order, during([3, 4], readBalances, usdt(100n, 0n))])).toBe(false);
    expect(judge([order, during([3, 4], readOpen, { open: [] })])).toBe(false);
  });

  it('is not legal with a lost order: acknowledged, and later not there to be cancelled', () => {
    const order = during([1, 2], place(30n), { placed: 7 });
    expect(judge([order, during([3, 4], cancel(7), { refused: 'not open' })])).toBe(false);
  });

  it('is not legal with a doubled order: one request that took two holds', () => {
    const order = during([1, 2], place(30n), { placed: 7 });
    expect(judge([order, during([3, 4], readBalances, usdt(40n, 60n))])).toBe(false);
    expect(judge([order, during([3, 4], readOpen, { open: [7, 8] })])).toBe(false);
    expect(judge([order, during([3, 4], place(30n), { placed: 7 })])).toBe(false);
  });

  it('is not legal with an answer that was never committed', () => {
    const cancelled = [
      during([1, 2], place(30n), { placed: 7 }),
      during([3, 4], cancel(7), { cancelled: true }),
    ];
    expect(judge([...cancelled, during([5, 6], readBalances, usdt(70n, 30n))])).toBe(false);
    expect(judge([...cancelled, during([5, 6], cancel(7), { cancelled: true })])).toBe(false);
  });

  it('is not legal with money from nowhere: an order without the balance, or a refusal with it', () => {
    expect(judge([during([1, 2], place(101n), { placed: 7 })])).toBe(false);
    expect(judge([during([1, 2], place(100n), { refused: 'no balance' })])).toBe(false);
    const trade = during([1, 2], { call: 'trade' }, { traded: { USDT: -101n } });
    expect(judge([trade])).toBe(false);
  });

  it('is legal when a call without an answer took effect late, or never', () => {
    const unknown = during([1, 2], place(30n), undefined);
    const before = during([3, 4], readBalances, usdt(100n, 0n));
    const after = during([5, 6], readBalances, usdt(70n, 30n));
    expect(judge([unknown, before])).toBe(true);
    expect(judge([unknown, before, after])).toBe(true);
    expect(judge([unknown, before, after, during([7, 8], readOpen, { open: [9] })])).toBe(true);
    // Once, and never before it was sent.
    expect(judge([unknown, after, during([7, 8], readBalances, usdt(40n, 60n))])).toBe(false);
    expect(judge([during([0, 0.5], readBalances, usdt(70n, 30n)), unknown])).toBe(false);
  });

  it('is explained by the calls that cannot come next', () => {
    const order = during([1, 2], place(30n), { placed: 7 });
    const stale = during([3, 4], readBalances, usdt(100n, 0n));
    const result = checkHistory(accountModel({ USDT: 100n }), [stale, order]);
    expect(result).toMatchObject({ isLinearizable: false, prefix: [order], blocked: [stale] });
  });
});

/** A register, for which histories are easily made by chance. */
const register: Model<number, { write: number } | 'read', number> = {
  initial: 0,
  step: (state, input, output) => {
    if (input === 'read') return output === undefined || output === state ? [state] : [];
    return output === undefined ? [state, input.write] : [input.write];
  },
  keyOf: String,
};

type RegisterCall = Call<{ write: number } | 'read', number>;

/** Tries every order. */
function naively(history: readonly RegisterCall[], state = 0): boolean {
  if (history.length === 0) return true;
  const firstAnswer = Math.min(
    ...history.map(({ output, returnedAt }) => (output === undefined ? Infinity : returnedAt)),
  );
  return history.some((call) => {
    if (call.invokedAt > firstAnswer) return false;
    const rest = history.filter((other) => other !== call);
    return register.step(state, call.input, call.output).some((next) => naively(rest, next));
  });
}

describe('the search', () => {
  it('decides as one that tries every order does, on 2,000 small histories', () => {
    const results = { true: 0, false: 0 };
    for (let seed = 1; seed <= 2_000; seed += 1) {
      const random = chanceOf(seed);
      const history = Array.from({ length: 6 }, (): RegisterCall => {
        const invokedAt = random() * 10;
        const isWrite = random() < 0.5;
        const value = Math.floor(random() * 3);
        return {
          invokedAt,
          returnedAt: invokedAt + random() * 6,
          input: isWrite ? { write: value } : 'read',
          output: random() < 0.15 ? undefined : value,
        };
      });
      const { isLinearizable } = checkHistory(register, history);
      expect([seed, isLinearizable]).toEqual([seed, naively(history)]);
      results[`${isLinearizable}`] += 1;
    }
    expect(Math.min(results.true, results.false)).toBeGreaterThan(200);
  });
});

function balanceIn({ output }: Entry): Balance {
  if (output === undefined || !('balances' in output)) throw new Error('no balances were read');
  return output.balances['USDT']!;
}

describe('a long history of one member with four calls at a time', () => {
  const CALLS = 1_500;

  it('is found legal, whatever the seed', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      expect([seed, judge(simulateHistory(seed, CALLS, 4), FUNDS)]).toEqual([seed, true]);
    }
  });

  it('is found legal with calls whose answers were lost', () => {
    const history = simulateHistory(3, CALLS, 4).map((entry, at) => {
      const isLost = at % 100 === 50 && !('open' in entry.output!);
      return isLost ? { ...entry, output: undefined } : entry;
    });
    expect(judge(history, FUNDS)).toBe(true);
  });

  it('is refuted by one wrong answer in the middle', () => {
    const history = simulateHistory(5, CALLS, 4);
    const at = history.findIndex(({ output }, position) => {
      return position > CALLS / 2 && output !== undefined && 'balances' in output;
    });
    const { available, held } = balanceIn(history[at]!);
    const wrong = { ...history[at]!, output: usdt(available + 1n, held - 1n) };
    expect(judge(history.with(at, wrong), FUNDS)).toBe(false);
  });

  it('is refuted by one read that is ten calls old', () => {
    const history = simulateHistory(6, CALLS, 4);
    const isRead = ({ output }: Entry) => output !== undefined && 'balances' in output;
    const reads = history.filter(isRead).filter((_one, at) => at > 100);
    const [old, later] = reads
      .flatMap((one, at) => reads.slice(at + 1).map((other) => [one, other] as const))
      .find(([one, other]) => {
        const apart = other.invokedAt - one.returnedAt;
        return apart > 10 && apart < 20 && balanceIn(one).held !== balanceIn(other).held;
      })!;
    const stale = { ...later, output: old.output };
    expect(judge(history.with(history.indexOf(later), stale), FUNDS)).toBe(false);
  });
});
