/**
 * A year of fixed terms and loans, with downtime, clock jumps, restarts in the middle of a day, a leap day and month ends. What the
 * ledger says at the end is compared with naive models that live through every day.
 */
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payDueYields } from '../../src/features/products/earn/pay-yields.ts';
import { collectDue } from '../../src/features/products/loan/collect-due.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/durations.ts';
import {
  buyTerm,
  faultsOf,
  type FixedTermTerms,
  openFixedTerm,
  redeemTerm,
} from '../support/earn.ts';
import { fundTreasury } from '../support/fund-treasury.ts';
import { balanceOf } from '../support/journal.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from '../support/loan.ts';
import { fundedMember } from '../support/market.ts';

/** From before a leap day to after it. */
const FROM = Date.parse('2027-08-30T09:17:00Z');
const DAYS = 366;
const ORDERS = 60;
const LOANS = 40;

/** Repeatable: the same year in every run. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const draw = sequence(20_271_231);
let world: LoanWorld;
let db: Client;

interface Bought {
  memberId: number;
  id: number;
  principal: bigint;
  terms: Pick<FixedTermTerms, 'asset' | 'dailyRate' | 'payoutMinute' | 'termDays'>;
  boughtAt: number;
  redeemedAt?: number;
}

interface Lent {
  memberId: number;
  id: number;
  principal: bigint;
  creditedAt: number;
  payments: { at: number; amount: bigint }[];
}

const SCALES: Record<string, number> = { USDT: 6, JPY: 0, BTC: 8 };
const orders: Bought[] = [];
const loans: Lent[] = [];

beforeAll(async () => {
  world = await loanWorld();
  world.clock.set(FROM);
  db = new Client(world.fresh.ownerTarget);
  await db.connect();
  for (const asset of Object.keys(SCALES)) {
    await fundTreasury(world.fresh.database, 'yields', asset, '1000000000');
    await fundTreasury(world.fresh.database, 'loans', asset, '1000000000');
  }
  await live();
}, 600_000);

afterAll(async () => {
  await db.end();
  await world.fresh.drop();
});

const PRODUCTS: Bought['terms'][] = [
  { asset: 'USDT', dailyRate: '0.00035', payoutMinute: 0, termDays: 60 },
  { asset: 'USDT', dailyRate: '0.000123456789', payoutMinute: 1_439, termDays: 181 },
  { asset: 'JPY', dailyRate: '0.00018', payoutMinute: 540, termDays: 30 },
  { asset: 'BTC', dailyRate: '0.00012', payoutMinute: 480, termDays: 1 },
];

async function live(): Promise<void> {
  const productIds = await Promise.all(
    PRODUCTS.map((terms) =>
      openFixedTerm(world.fresh.database, { ...terms, orderMin: '1', orderMax: '1000000' }),
    ),
  );
  const loanId = await openLoanProduct(world.fresh.database, { amountMin: '1' });
  const end = FROM + DAYS * DAY_MS;
  let now = FROM;
  while (now < end) {
    world.clock.set(now);
    if (orders.length < ORDERS && draw(3) > 0) await buyOne(productIds, now);
    if (loans.length < LOANS && draw(3) === 0) await lendOne(loanId, now);
    if (draw(6) === 0) await redeemOne(now);
    if (draw(2) === 0) await repayOne(now);
    // Sometimes the jobs run twice at once, sometimes with a clock that is hours behind, sometimes not at all.
    const jobs = draw(5);
    if (jobs === 1) world.clock.set(now - draw(20) * HOUR_MS);
    if (jobs > 0) await Promise.all([payDueYields(world.deps), collectDue(world.deps)]);
    if (jobs === 2) await Promise.all([payDueYields(world.deps), payDueYields(world.deps)]);
    const isDowntime = draw(30) === 0;
    now += isDowntime ? (5 + draw(12)) * DAY_MS : (6 + draw(40)) * HOUR_MS + draw(3_600_000);
  }
  world.clock.set(end + 200 * DAY_MS);
  await payDueYields(world.deps);
  await collectDue(world.deps);
}

async function buyOne(productIds: readonly number[], now: number): Promise<void> {
  const which = draw(PRODUCTS.length);
  const terms = PRODUCTS[which]!;
  const units = String(1 + draw(99_999));
  const places = SCALES[terms.asset]!;
  const principal = places === 0 ? units : `${units}.${String(draw(10 ** 5)).padStart(5, '0')}1`;
  const memberId = await fundedMember(world.fresh.database, { [terms.asset]: '1000000' });
  const input = { memberId, productId: productIds[which]!, principal };
  const bought = (await buyTerm(world.floor, input)) as { ID: number };
  orders.push({
    memberId,
    id: bought.ID,
    principal: decimal<Amount>(principal),
    terms,
    boughtAt: now,
  });
}

async function redeemOne(now: number): Promise<void> {
  const order = orders[draw(Math.max(orders.length, 1))];
  if (order === undefined || order.redeemedAt !== undefined) return;
  const outcome = await redeemTerm(world.floor, order);
  if (!('code' in outcome)) order.redeemedAt = now;
}

async function lendOne(productId: number, now: number): Promise<void> {
  const amount = `${String(1 + draw(4_999))}.${String(draw(10 ** 6)).padStart(6, '0')}`;
  const memberId = await world.borrower('100000');
  const id = await world.lend(memberId, productId, amount);
  loans.push({ memberId, id, principal: decimal<Amount>(amount), creditedAt: now, payments: [] });
}

async function repayOne(now: number): Promise<void> {
  const loan = loans[draw(Math.max(loans.length, 1))];
  if (loan === undefined || now >= loan.creditedAt + 30 * DAY_MS) return;
  const amount = `${String(draw(300))}.${String(draw(10 ** 6)).padStart(6, '0')}`;
  const outcome = await world.repay(loan.memberId, loan.id, amount);
  if (!('code' in outcome)) loan.payments.push({ at: now, amount: decimal<Amount>(amount) });
}

/** When the term starts: the first payout time that is not before the purchase, minute by minute. */
function startNaively({ boughtAt, terms }: Bought): number {
  let at = Math.ceil(boughtAt / 60_000) * 60_000;
  const minuteOf = (time: number) =>
    new Date(time).getUTCHours() * 60 + new Date(time).getUTCMinutes();
  while (minuteOf(at) !== terms.payoutMinute) at += 60_000;
  return at;
}

/** A purse of exact yields, from which whole units are paid. */
function yieldsNaively(order: Bought, days: number): bigint[] {
  const unit = 10n ** BigInt(36 - SCALES[order.terms.asset]!);
  const paid: bigint[] = [];
  let purse = 0n;
  for (let day = 1; day <= days; day += 1) {
    purse += order.principal * decimal<Amount>(order.terms.dailyRate);
    paid.push((purse / unit) * (unit / 10n ** 18n));
    purse %= unit;
  }
  return paid;
}

interface Payout {
  day: number;
  amount: string;
  due_at: Date;
}

describe('after a year', () => {
  it('every day of every order was paid once, of the right amount, at its own time', async () => {
    expect(orders.length).toBe(ORDERS);
    for (const order of orders) {
      const start = startNaively(order);
      const until = order.redeemedAt ?? Number.POSITIVE_INFINITY;
      let days = 0;
      while (days < order.terms.termDays && start + (days + 1) * DAY_MS <= until) days += 1;
      const { rows } = await db.query<Payout>(
        'select day, amount::text, due_at from fixed_term_payouts where order_id = $1 order by day',
        [order.id],
      );
      const expected = yieldsNaively(order, days).map((amount, index) => ({
        day: index + 1,
        amount: formatDecimal(amount),
        due_at: new Date(start + (index + 1) * DAY_MS),
      }));
      const found = rows.map((row) => ({
        ...row,
        amount: formatDecimal(decimal<Amount>(row.amount)),
      }));
      expect(found).toEqual(expected);
    }
  });

  it('every member of a fixed term has what the orders returned, and nothing is left in a term', async () => {
    for (const order of orders) {
      const { rows } = await db.query<{ amount: string }>(
        'select amount::text from fixed_term_payouts where order_id = $1',
        [order.id],
      );
      const paid = rows.reduce((sum, { amount }) => sum + decimal<Amount>(amount), 0n);
      const unit = 10n ** BigInt(18 - SCALES[order.terms.asset]!);
      const up = (exact: bigint) =>
        (exact / unit / 1000n) * unit + (exact % (unit * 1000n) > 0n ? unit : 0n);
      // 5 % penalty and 0.1 % fee, each rounded up.
      const cost =
        order.redeemedAt === undefined ? 0n : up(order.principal * 50n) + up(order.principal);
      const expected = decimal<Amount>('1000000') + paid - cost;
      expect(await balanceOf(world.fresh.database, order.memberId, order.terms.asset)).toEqual({
        available: formatDecimal(expected),
      });
    }
  });

  it('every loan was repaid with the interest of its days, counted one by one', async () => {
    expect(loans.length).toBe(LOANS);
    const rate = decimal<Amount>('0.0005');
    const unit = 10n ** 30n;
    for (const { memberId, creditedAt, payments, principal: lent } of loans) {
      let principal = lent;
      let interest = 0n;
      let paid = 0n;
      const owed = () => ((interest + unit - 1n) / unit) * 10n ** 12n - paid;
      const end = creditedAt + 30 * DAY_MS;
      let day = 0;
      for (const { at, amount } of [...payments, { at: end, amount: undefined }]) {
        for (; creditedAt + day * DAY_MS < at; ) {
          day += 1;
          if (day > 3) interest += principal * rate;
        }
        const whole = owed() + principal;
        const given = amount ?? whole;
        const toInterest = given < owed() ? given : owed();
        principal -= given - toInterest;
        paid += toInterest;
      }
      expect([principal, owed()]).toEqual([0n, 0n]);
      const expected = decimal<Amount>('100000') - paid;
      expect(await balanceOf(world.fresh.database, memberId, 'USDT')).toEqual({
        available: formatDecimal(expected),
      });
    }
  });

  it('the exchange has paid what it reserved, and the audit finds no fault', async () => {
    const { rows } = await db.query(
      `select asset, trim_scale(available)::text as left from ledger_balances where owner_id in (-11, -13) and available <> 0`,
    );
    expect(rows).toEqual([]);
    expect(await faultsOf(world.fresh.database)).toEqual([]);
  });
});
