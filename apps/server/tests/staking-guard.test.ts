import { exchangeAccounts } from '@tern/ledger';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEarnings } from '../src/features/products/staking/list-earnings.ts';
import { payDue } from '../src/features/products/staking/pay-yields.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import {
  fundYields,
  listProduct,
  type StakingFloor,
  stakingFloor,
  tryShare,
  tryUnits,
} from './support/staking.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let floor: StakingFloor;
let app: Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  floor = await stakingFloor(fresh.database, clock);
  await fundYields(fresh.database, { USDT: '1000000', BTC: '100', ETH: '100' });
  app = new Client(fresh.appTarget);
  await app.connect();
});

beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  floor.setPrice('btcusdt', '64218.5');
  floor.setPrice('ethusdt', '3090.11');
});

afterAll(async () => {
  await app.end();
  await fresh.drop();
});

const idOf = (outcome: object) => (outcome as { ID: number }).ID;
const member = () => fundedMember(fresh.database, { USDT: '5000' });

/** Names the constraint or the code of the refusal, or `done`; nothing stays. */
async function attempt(sql: string, values: unknown[] = []): Promise<string> {
  await app.query('begin');
  try {
    await app.query(sql, values);
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  } finally {
    await app.query('rollback');
  }
}

/** Inserts an order with the rights of the server. */
function forge(row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const sql = `insert into staking_orders (${columns.join(', ')}) values (${places.join(', ')})`;
  return attempt(sql, Object.values(row));
}

const times = {
  starts_at: '2026-11-19T00:00:00Z',
  ends_at: '2026-12-19T00:00:00Z',
  next_payout_at: '2026-11-20T00:00:00Z',
  created_at: '2026-11-18T12:00:00Z',
  updated_at: '2026-11-18T12:00:00Z',
};

describe('an order with the rights of the server', () => {
  const machine = (productId: number, memberId: number) => ({
    product_id: productId,
    member_id: memberId,
    version: 1,
    kind: 'sole',
    name: 'Rig',
    asset: 'BTC',
    pay_asset: 'USDT',
    asset_scale: 8,
    pay_scale: 6,
    income: 'coin',
    freezes_output: false,
    term_days: 30,
    payout_minute: 0,
    penalty_ratio: 0,
    units: 2,
    paid: '200',
    yield_base: '0.00001',
    yield_rate: '2',
    promised: '0.0006',
    state: 'running',
    ...times,
  });

  it.each([
    ['done', {}],
    ['staking_terms', { paid: '199.999999' }],
    ['staking_terms', { yield_base: '0.00002', promised: '0.0012' }],
    ['staking_terms', { yield_rate: '3', promised: '0.0009' }],
    ['staking_terms', { promised: '0.0005' }],
    ['staking_terms', { units: 11, paid: '1100', yield_rate: '11', promised: '0.0033' }],
    ['staking_terms', { term_days: 60, promised: '0.0012', ends_at: '2027-01-18T00:00:00Z' }],
    ['staking_terms', { starts_at: '2026-11-18T00:00:00Z' }],
    ['staking_terms', { next_payout_at: '2026-11-19T00:00:00Z' }],
    ['staking_terms', { kind: 'staking' }],
    ['staking_terms', { version: 2 }],
    ['staking_terms', { share_position: 1, share_percent: 40 }],
    ['staking_open', { created_at: '2026-11-17T11:59:59Z' }],
    ['staking_terms', { paid_days: 1 }],
    ['staking_terms', { paid_amount: 1 }],
  ])('is %s: %j', async (outcome, change) => {
    const productId = await listProduct(fresh.database, 'sole');
    const row = { ...machine(productId, await member()), ...change };
    expect([change, await forge(row)]).toEqual([change, outcome]);
  });

  it('is refused for a closed product, and without the platform token', async () => {
    const closed = await listProduct(fresh.database, 'sole', { isOpen: false });
    expect(await forge(machine(closed, await member()))).toBe('staking_open');
    const gated = await listProduct(fresh.database, 'sole', { tokenAsset: 'UNI', tokenMin: '1' });
    expect(await forge(machine(gated, await member()))).toBe('staking_token');
  });

  it('for a share that is held, or of another size, is refused', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    await tryShare(floor, { memberId: await member(), productId, percent: 40 });
    const share = {
      ...machine(productId, await member()),
      kind: 'shared',
      term_days: 365,
      units: 1,
      share_percent: 40,
      share_position: 1,
      paid: '1000',
      yield_base: '0.000128',
      yield_rate: '0.4',
      promised: '0.018688',
      state: 'pending',
      starts_at: null,
      ends_at: null,
      next_payout_at: null,
    };
    expect(await forge(share)).toBe('staking_orders_share');
    expect(await forge({ ...share, share_position: 2 })).toBe('staking_terms');
    expect(await forge({ ...share, share_position: 3 })).toBe('staking_terms');
    const other = {
      share_position: 2,
      share_percent: 60,
      paid: '1500',
      yield_rate: '0.6',
      promised: '0.028032',
    };
    expect(await forge({ ...share, ...other })).toBe('done');
    expect(await forge({ ...share, ...other, state: 'running', ...times })).toBe('staking_terms');
  });
});

describe('a payout with the rights of the server', () => {
  const pay = (order: { id: number; owner: number }, change: Record<string, unknown> = {}) => {
    const due = '2026-11-20T00:00:00Z';
    const row = {
      day: 1,
      due,
      yielded: '0.00001',
      amount: '0.00001',
      price: null,
      value: null,
      remainder: '0',
      at: due,
    };
    const given = { ...row, ...change } as Record<string, unknown>;
    return attempt(
      `with batch as (insert into staking_payout_batches (due_at, created_at) values ($3, $8) returning id)
        insert into staking_payouts (batch_id, order_id, member_id, day, due_at, yielded, amount, price, value, remainder)
        select id, $1, $9, $2, $3, $4, $5, $6, $7, $10 from batch`,
      [
        order.id,
        given['day'],
        given['due'],
        given['yielded'],
        given['amount'],
        given['price'],
        given['value'],
        given['at'],
        given['owner'] ?? order.owner,
        given['remainder'],
      ],
    );
  };

  const bought = async (kind: 'sole' | 'value') => {
    const productId = await listProduct(fresh.database, kind);
    const owner = await member();
    return { owner, id: idOf(await tryUnits(floor, { memberId: owner, productId, units: 1 })) };
  };

  it.each([
    ['done', {}],
    ['done', { price: '64000', value: '0.64' }],
    ['staking_payout_terms', { yielded: '0.00002', amount: '0.00002' }],
    ['staking_payout_terms', { amount: '0.00002' }],
    ['staking_payout_terms', { price: '64000', value: '0.65' }],
    ['staking_payout_terms', { day: 2, due: '2026-11-21T00:00:00Z', at: '2026-11-21T00:00:00Z' }],
    ['staking_payout_terms', { due: '2026-11-19T00:00:00Z' }],
    ['staking_payout_batches_due', { at: '2026-11-19T23:59:59Z' }],
    ['staking_payout_terms', { owner: 1 }],
  ])('is %s: %j', async (outcome, change) => {
    expect([change, await pay(await bought('sole'), change)]).toEqual([change, outcome]);
  });

  it('of a constant value follows from its price', async () => {
    const order = await bought('value');
    // 0.118 / 3090.11 = 0.000038186342880997…
    const coins = { amount: '0.00003818', remainder: '0.000000006342880997' };
    const value = { yielded: '0.118', price: '3090.11', ...coins, value: '0.11798' };
    for (const wrong of [
      { amount: '0.00003819' },
      { price: null },
      { value: '0.118' },
      { remainder: '0' },
      { remainder: null },
    ]) {
      expect([wrong, await pay(order, { ...value, ...wrong })]).toEqual([
        wrong,
        'staking_payout_terms',
      ]);
    }
    expect(await pay(order, value)).toBe('done');
  });

  it('of a constant value pays what the day before left', async () => {
    const order = await bought('value');
    const value = { yielded: '0.118', price: '3090.11' };
    const first = { amount: '0.00003818', remainder: '0.000000006342880997', value: '0.11798' };
    clock.set(Date.parse('2026-11-20T01:00:00Z'));
    floor.setPrice('ethusdt', '3090.11', Date.parse('2026-11-19T23:59:59Z'));
    floor.setPrice('ethusdt', '3090.11');
    await payDue(floor);
    const due = '2026-11-21T00:00:00Z';
    const second = { ...value, day: 2, due, at: due };
    expect(await pay(order, { ...second, ...first })).toBe('staking_payout_terms');
    // 0.0000762… in two days, of which 0.00003818 are paid.
    const both = { amount: '0.00003819', remainder: '0.000000002685761994', value: '0.118011' };
    expect(await pay(order, { ...second, ...both })).toBe('done');
  });

  it('is made once for each day, and never changes', async () => {
    const order = await bought('sole');
    clock.set(Date.parse('2026-11-20T00:00:00Z'));
    floor.setPrice('btcusdt', '64218.5');
    await payDue(floor);
    expect(await pay(order)).toBe('staking_payouts_once');
    for (const sql of [
      `update staking_payouts set amount = 1 where order_id = ${order.id}`,
      `delete from staking_payouts where order_id = ${order.id}`,
      `delete from staking_orders where id = ${order.id}`,
      `update staking_orders set paid_days = 0 where id = ${order.id}`,
      `update staking_orders set promised = 1 where id = ${order.id}`,
      `update staking_payout_batches set due_at = now()`,
    ]) {
      expect([sql, await attempt(sql)]).toEqual([sql, '42501']);
    }
  });
});

describe('a change with the rights of the server', () => {
  const redeem = (id: number, at: string, penalty: string) =>
    attempt(
      `update staking_orders set state = 'redeemed', next_payout_at = null, closed_at = $2, penalty = $3, updated_at = $2 where id = $1`,
      [id, at, penalty],
    );

  it('redeems staking only at its penalty, gives up a machine without one, and only before a payout is due', async () => {
    const productId = await listProduct(fresh.database, 'staking');
    const memberId = await member();
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    expect(await redeem(id, '2026-11-19T23:59:59Z', '5')).toBe('done');
    expect(await redeem(id, '2026-11-19T23:59:59Z', '4.999999')).toBe('staking_change');
    expect(await redeem(id, '2026-11-20T00:00:00Z', '5')).toBe('staking_change');
    const machine = await listProduct(fresh.database, 'sole');
    const other = idOf(await tryUnits(floor, { memberId, productId: machine, units: 1 }));
    // A machine is given up without a penalty; nothing of it returns (`staking_required_lines`).
    expect(await redeem(other, '2026-11-19T23:59:59Z', '0')).toBe('done');
    expect(await redeem(other, '2026-11-19T23:59:59Z', '1')).toBe('staking_change');
    expect(await redeem(other, '2026-11-20T00:00:00Z', '0')).toBe('staking_change');
  });

  it('ends no order, and moves no payout', async () => {
    const productId = await listProduct(fresh.database, 'sole');
    const memberId = await member();
    const id = idOf(await tryUnits(floor, { memberId, productId, units: 1 }));
    for (const change of [
      "state = 'ended', next_payout_at = null, closed_at = now()",
      "next_payout_at = next_payout_at - interval '1 day'",
      'penalty = 1',
    ])
      expect(await attempt(`update staking_orders set ${change} where id = ${id}`)).toBe(
        'staking_change',
      );
  });

  it('starts a machine only when all its shares are held, and refunds none afterwards', async () => {
    const productId = await listProduct(fresh.database, 'shared');
    const memberId = await member();
    const id = idOf(await tryShare(floor, { memberId, productId, percent: 40 }));
    const start = `update staking_orders set state = 'running', starts_at = '2026-11-19', next_payout_at = '2026-11-20',
      ends_at = timestamptz '2026-11-19' + interval '8760 hours' where id = ${id}`;
    const refund = `update staking_orders set state = 'refunded', closed_at = '2026-11-18T12:00:00Z' where id = ${id}`;
    expect([await attempt(start), await attempt(refund)]).toEqual(['staking_change', 'done']);
    await tryShare(floor, { memberId, productId, percent: 60 });
    expect(await attempt(refund)).toMatch(/^staking_/);
  });
});

it('a product cannot be changed or added without an approved version', async () => {
  const productId = await listProduct(fresh.database, 'sole');
  clock.set(WEDNESDAY_NOON + DAY_MS);
  expect([
    await attempt(`update staking_products set daily_output = 1 where id = ${productId}`),
    await attempt(`update staking_products set state = 'closed' where id = ${productId}`),
    await attempt(`delete from staking_products where id = ${productId}`),
  ]).toEqual(['product_version', 'product_version', '42501']);
});

describe('a constant value in another coin', () => {
  it('loses less than a smallest unit, however many days it has: the remainder is paid with a later day', async () => {
    const productId = await listProduct(fresh.database, 'value', {
      asset: 'SHIB',
      dailyRate: '0.001',
    });
    const memberId = await member();
    floor.setPrice('shibusdt', '0.000012347', clock.now());
    await tryUnits(floor, { memberId, productId, units: 1 });
    const rounding = async () =>
      Number(
        (await balanceOf(fresh.database, exchangeAccounts.rounding, 'SHIB'))['available'] ?? 0,
      );
    const before = await rounding();
    for (let count = 1; count <= 7; count += 1) {
      clock.set(Date.parse('2026-11-19T01:00:00Z') + count * DAY_MS);
      floor.setPrice('shibusdt', '0.000012347');
      await payDue(floor);
    }
    // 0.1 USDT a day: 8,099.1333927…, in seven days 56,693.93374909…, of which four places are paid.
    const { list } = await listEarnings(floor, memberId, {});
    expect(list.map(({ amount }) => amount)).toEqual([
      '8099.1334',
      '8099.1334',
      '8099.1334',
      '8099.1334',
      '8099.1334',
      '8099.1334',
      '8099.1333',
    ]);
    expect(await balanceOf(fresh.database, memberId, 'SHIB')).toEqual({ available: '56693.9337' });
    const kept = (await rounding()) - before;
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(kept).toBeLessThan(0.0001);
  });
});
