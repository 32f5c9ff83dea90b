/** Machines that are given up to close an account: what is lost, what the exchange gets back, and what refuses it. */
import { exchangeAccounts } from '@tern/ledger';
import { decimal } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { machinesToGiveUp } from '../src/features/products/staking/give-up-machines.ts';
import { listEarnings } from '../src/features/products/staking/list-earnings.ts';
import { findOrder } from '../src/features/products/staking/list-orders.ts';
import { payDue } from '../src/features/products/staking/pay-yields.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import {
  faultsOf,
  fundYields,
  listProduct,
  type StakingFloor,
  stakingFloor,
  tryGiveUp,
  tryShare,
  tryUnits,
} from './support/staking.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: StakingFloor;

const usdt = (memberId: number) => balanceOf(fresh.database, memberId, 'USDT');
const member = () => fundedMember(fresh.database, { USDT: '5000' });
const bookOf = async (name: keyof typeof exchangeAccounts, asset: string) =>
  Number((await balanceOf(fresh.database, exchangeAccounts[name], asset))['available'] ?? 0);
const orderOf = (memberId: number, id: number) => findOrder(floor, memberId, id);
const idOf = (outcome: object) => (outcome as { ID: number }).ID;
const day = (count: number) => Date.parse('2026-11-19T00:00:00Z') + count * DAY_MS;

/** The clock at a time, with a fresh price. */
function goTo(at: number): void {
  clock.set(at);
  floor.setPrice('btcusdt', '64218.5');
}

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await stakingFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '1000000', BTC: '100' });
});

beforeEach(() => goTo(WEDNESDAY_NOON));

afterAll(async () => {
  expect(await faultsOf(fresh.database)).toEqual([]);
  await fresh.drop();
});

describe('a machine that is given up', () => {
  it('ends immediately: its price is spent, and the exchange gets back the yield of the days to come', async () => {
    const productId = await listProduct(fresh.database, 'sole');
    const memberId = await member();
    const [yields, reserve] = [await bookOf('yields', 'BTC'), await bookOf('yieldReserve', 'BTC')];
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 3 }));
    goTo(day(2));
    await payDue(floor);
    const listed = await machinesToGiveUp(fresh.database, memberId);
    expect(listed).toMatchObject([
      {
        id,
        recordNo: `M-${id}`,
        endsAt: day(30),
        paid: { asset: 'USDT', amount: decimal('300') },
        toCome: { asset: 'BTC', amount: decimal('0.00084') },
        frozen: { asset: 'BTC', amount: 0n },
      },
    ]);
    expect(await tryGiveUp(floor, { memberId, ids: [id] })).toEqual(listed);
    expect(await orderOf(memberId, id)).toMatchObject({
      status: 2,
      paidDays: 2,
      toCome: '0',
      penaltyPaid: '0',
      returned: '0',
      nextPayoutAt: null,
    });
    expect(await usdt(memberId)).toEqual({ available: '4700' });
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ available: '0.00006' });
    expect((await bookOf('yieldReserve', 'BTC')) - reserve).toBeCloseTo(0, 8);
    expect((await bookOf('yields', 'BTC')) - yields).toBeCloseTo(-0.00006, 8);
    expect(await tryGiveUp(floor, { memberId, ids: [id] })).toMatchObject({ code: 5034 });
    goTo(day(40));
    await payDue(floor);
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({ available: '0.00006' });
    expect(await machinesToGiveUp(fresh.database, memberId)).toEqual([]);
  });

  it('loses its frozen output', async () => {
    const productId = await listProduct(fresh.database, 'sole', { freezesOutput: true });
    const memberId = await member();
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    goTo(day(2));
    await payDue(floor);
    expect(await tryGiveUp(floor, { memberId, ids: [id] })).toMatchObject([
      { frozen: { asset: 'BTC', amount: decimal('0.00002') } },
    ]);
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({});
    expect((await listEarnings(floor, memberId, {})).list).toHaveLength(0);
  });

  it('may be a share: the others keep theirs, and it stays sold', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    const [one, other] = [await member(), await member()];
    const id = idOf(await tryShare(floor, { memberId: one, productId, percent: 40 }));
    expect(await tryGiveUp(floor, { memberId: one, ids: [id] }), 'refundable').toMatchObject({
      code: 5034,
    });
    await tryShare(floor, { memberId: other, productId, percent: 60 });
    expect(await tryGiveUp(floor, { memberId: one, ids: [id] })).toHaveLength(1);
    expect(await tryShare(floor, { memberId: one, productId, percent: 40 })).toHaveProperty('code');
    goTo(day(1));
    await payDue(floor);
    expect(await balanceOf(fresh.database, one, 'BTC')).toEqual({});
    expect(await balanceOf(fresh.database, other, 'BTC')).toEqual({ available: '0.0000768' });
  });

  it('is paid what is due first; staking is redeemed instead', async () => {
    const memberId = await member();
    const productId = await listProduct(fresh.database, 'sole');
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    const staking = await listProduct(fresh.database, 'staking', { unitPrice: '100' });
    const staked = idOf(await tryUnits(floor, { memberId, productId: staking, units: 1 }));
    goTo(day(1));
    expect(await tryGiveUp(floor, { memberId, ids: [id] })).toMatchObject({ code: 5006 });
    await payDue(floor);
    expect(await tryGiveUp(floor, { memberId, ids: [id, staked] })).toMatchObject({ code: 5034 });
    expect(await tryGiveUp(floor, { memberId: await member(), ids: [id] })).toMatchObject({
      code: 5034,
    });
    expect(await tryGiveUp(floor, { memberId, ids: [id] })).toHaveLength(1);
  });
});
