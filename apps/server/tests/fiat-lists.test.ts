import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelPayout } from '../src/features/funding/payout/end-payout.ts';
import { listPayouts } from '../src/features/funding/payout/list-payouts.ts';
import { cancelWire } from '../src/features/funding/wire/cancel-wire.ts';
import { listWires } from '../src/features/funding/wire/list-wires.ts';
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

/** The ids of each status as the wire numbers it, 0 being all, with the totals that are told. */
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

describe('lists of one status', () => {
  it('tell payouts under review, completed, rejected and taken back apart', async () => {
    const cardId = await world.card(memberId);
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push((await world.payOut(memberId, cardId, { coin: 'USD' })).ID);
    }
    const [waiting, paid, rejected, cancelled] = ids as [number, number, number, number];
    await world.approve('payout', paid);
    await world.reject('payout', rejected, 'The bank refuses it.');
    await cancelPayout(world.deps, { memberId, id: cancelled, key: undefined });
    const lists = await byStatus((wanted) => listPayouts(world.database, memberId, wanted));
    expect(lists).toEqual([ids.toReversed(), [waiting], [paid], [rejected], [cancelled]]);
  });

  it('tell wires apart in the same way', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await world.announce(memberId)).ID);
    const [waiting, credited, rejected, cancelled] = ids as [number, number, number, number];
    await world.arrive(credited);
    await world.approve('wire', credited);
    await world.reject('wire', rejected, 'Nothing arrived.');
    await cancelWire(world.deps, { memberId, id: cancelled, key: undefined });
    const lists = await byStatus((wanted) => listWires(world.database, memberId, wanted));
    expect(lists).toEqual([ids.toReversed(), [waiting], [credited], [rejected], [cancelled]]);
  });
});
