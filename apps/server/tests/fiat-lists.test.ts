import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCurrencies } from '../src/features/money/funding/currencies/currencies.ts';
import { termsOf } from '../src/features/money/funding/payout/payout-terms.ts';
import { payouts } from '../src/features/money/funding/payout/payouts.ts';
import { wires } from '../src/features/money/funding/wire/wires.ts';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import { type FiatWorld, fiatWorld } from './support/fiat.ts';

let world: FiatWorld;
let memberId: number;

beforeAll(async () => {
  world = await fiatWorld();
  memberId = await world.member({ USD: '1000' });
});
afterAll(() => world?.fresh.drop());

interface Rows {
  list: { ID: number }[];
  total: number;
}

/** The ids of each status of the API (0: all), with the listed totals. */
async function byStatus(list: (wanted: { status?: number | string }) => Promise<Rows>) {
  const answers = await Promise.all(
    [0, 1, 2, 3, 4].map(async (status) => {
      const { list: rows, total } = await list({ status });
      expect(total).toBe(rows.length);
      return rows.map(({ ID }) => ID);
    }),
  );
  expect((await list({})).list.map(({ ID }) => ID)).toEqual(answers[0]);
  expect((await list({ status: '' })).list.map(({ ID }) => ID)).toEqual(answers[0]);
  return answers;
}

describe('the list of currencies', () => {
  it('says which ones markets lead to: no coin can be paid out in the others, and each in these', async () => {
    const list = await listCurrencies(world.deps);
    expect(
      list.filter(({ isConvertible }) => isConvertible).map(({ coinname }) => coinname),
    ).toEqual(['USD', 'EUR', 'CAD', 'JPY']);
    for (const { coinname: currency, isConvertible } of list) {
      const terms = termsOf(world.database, world.deps, { coin: 'USDT', currency });
      const outcome = await terms.then(
        () => 'offered',
        (error: { code: number }) => error.code,
      );
      // 4019: not listed.
      expect([currency, outcome !== 4019]).toEqual([currency, isConvertible]);
    }
  });
});

describe('the filter by status', () => {
  it('separates payouts under review, completed, rejected and cancelled', async () => {
    const cardId = await world.card(memberId);
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await world.payOut(memberId, cardId, { coin: 'USD' })).ID);
    }
    const [waiting, paid, rejected, cancelled] = ids as [number, number, number, number];
    await world.pay(paid);
    await world.reject('payout', rejected, 'The bank refuses it.');
    await cancelRequest(world.deps, payouts, { memberId, id: cancelled, key: undefined });
    const lists = await byStatus((wanted) =>
      listRequests(world.database, payouts, { ...wanted, memberId }),
    );
    expect(lists).toEqual([ids.toReversed(), [waiting], [paid], [rejected], [cancelled]]);
  });

  it('separates wires in the same way', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await world.announce(memberId)).ID);
    const [waiting, credited, rejected, cancelled] = ids as [number, number, number, number];
    await world.arrive(credited);
    await world.approve('wire', credited);
    await world.reject('wire', rejected, 'Nothing arrived.');
    await cancelRequest(world.deps, wires, { memberId, id: cancelled, key: undefined });
    const lists = await byStatus((wanted) =>
      listRequests(world.database, wires, { ...wanted, memberId }),
    );
    expect(lists).toEqual([ids.toReversed(), [waiting], [credited], [rejected], [cancelled]]);
  });
});
