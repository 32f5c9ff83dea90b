import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listProducts } from '../src/features/products/loan/list-loans.ts';
import { listFixedTerms } from '../src/features/products/earn/list-fixed-terms.ts';
import { listOfferings } from '../src/features/products/offering/list-offerings.ts';
import { listMachines } from '../src/features/products/staking/list-machines.ts';
import type { ProductRules } from '../src/kernel/products/withheld.ts';
import { faultsOf } from './support/earn.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from './support/loan.ts';
import { logged } from './support/logged-decision.ts';

let world: LoanWorld;
let productId: number;

beforeAll(async () => {
  world = await loanWorld();
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '100000');
});

beforeEach(async () => {
  productId = await openLoanProduct(world.fresh.database);
});

afterAll(async () => {
  expect(await faultsOf(world.fresh.database)).toEqual([]);
  await world.fresh.drop();
});

const idOf = (applied: object) => (applied as { ID: number }).ID;

describe('a loan that was applied for before the member proved a residence', () => {
  it('is not paid where loans are withheld', async () => {
    const id = idOf(await world.apply(await world.borrower(), productId));
    world.withhold(true);
    try {
      expect(await world.approve(id)).toMatchObject({
        code: 5036,
        data: { checks: ['product-offered'] },
      });
      const offered = await listProducts(world.deps, await world.borrower(), {});
      expect(offered).toMatchObject({ list: [], total: 0 });
    } finally {
      world.withhold(false);
    }
    const { total } = await listProducts(world.deps, await world.borrower(), {});
    expect(total).toBeGreaterThan(0);
  });
});

describe('products that are withheld', () => {
  it('leave lists of other products empty too', async () => {
    const { floor } = world;
    const reader = { memberId: 0, lang: 'en' } as const;
    const asked: string[] = [];
    const isOffered: ProductRules['isOffered'] = async (_, product) => {
      asked.push(product);
      return false;
    };
    const deps = { ...floor, productRules: { ...floor.productRules, isOffered } };
    for (const list of [listFixedTerms, listMachines, listOfferings])
      expect(await list(deps, reader, {})).toEqual({ list: [], total: 0, page: 1, pageSize: 10 });
    expect(asked).toEqual(['fixedTerms', 'staking', 'offerings']);
  });
});

describe('the database', () => {
  let app: Client;
  beforeAll(async () => {
    app = new Client(world.fresh.appTarget);
    await app.connect();
  });
  afterAll(() => app.end());

  const refusalOf = (sql: string) =>
    app.query(sql).then(
      () => 'done',
      ({ constraint, code }: { constraint?: string; code: string }) => constraint ?? code,
    );

  it('refuses a credit that two operators did not approve', async () => {
    const id = idOf(await world.apply(await world.borrower(), productId));
    const credit = `state = 'active', principal = offered, decided_at = '2026-11-18T12:00:00Z',
      credited_at = '2026-11-18T12:00:00Z', due_at = '2026-12-18T12:00:00Z'`;
    expect(await refusalOf(`update loans set ${credit} where id = ${id}`)).toBe('loans_approval');
  });

  it('refuses a credit of another amount than the operators approved', async () => {
    const id = idOf(await world.apply(await world.borrower(), productId));
    const [first, second] = world.operators.map(({ operatorId }) => operatorId);
    const of = `kind = 'loan' and subject_id = ${id}`;
    const decide = (set: string) => app.query(logged(`update reviews set ${set} where ${of}`));
    const credit = async (principal: string) => {
      await app.query('savepoint credit');
      const refused = await refusalOf(`update loans set state = 'active', principal = ${principal},
        decided_at = '2026-11-18T12:00:00Z', credited_at = '2026-11-18T12:00:00Z', due_at = '2026-12-18T12:00:00Z' where id = ${id}`);
      await app.query('rollback to credit');
      return refused;
    };
    await app.query('begin');
    try {
      await decide(`first_by = ${first}, first_hash = 'a', first_at = now()`);
      await decide(
        `state = 'approved', decided_by = ${second}, decided_hash = 'a', decided_at = now()`,
      );
      const credits = [await credit('offered + 1'), await credit('0'), await credit('offered')];
      expect(credits).toEqual(['loans_approval', 'loans_approval', 'done']);
    } finally {
      await app.query('rollback');
    }
  });

  it('refuses a credit whose debt is booked to the exchange', async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    const credit = (debts: string) =>
      refusalOf(`select ledger_post('{36}', '{loan:${id}}', '{""}', array[now()], '{1,1,1}', '{36,36,36}', '{${memberId},-12,-13}',
        '{USDT,USDT,USDT}', '{1000,-1000,1000}', '{0,0,0}', '{0,0,0}', '{0,0,0}', '{0,0,0}', '{${debts}}')`);
    expect(await credit('0,0,-1000')).toBe('ledger_unfounded');
    expect(await credit('-1000,0,0')).toBe('ledger_entries_once');
  });

  it('refuses another split, more than is owed, another time, and a second collection', async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId, '2000');
    const pay = (
      [amount, interest, principal]: [string, string, string],
      {
        isCollected = false,
        counted = '2026-12-07T12:00:00Z',
        created = counted,
      }: { isCollected?: boolean; counted?: string; created?: string } = {},
    ) =>
      refusalOf(`insert into loan_repayments (loan_id, amount, interest, principal, is_collected, counted_at, created_at)
        values (${id}, ${amount}, ${interest}, ${principal}, ${isCollected}, '${counted}', '${created}')`);
    expect(await pay(['100', '15', '85'])).toBe('loan_repayment');
    expect(await pay(['100', '0', '100'])).toBe('loan_repayment');
    expect(await pay(['2016.000001', '16', '2000.000001'])).toBe('loan_repayment');
    expect(await pay(['100', '16', '84'], { created: '2026-12-08T12:00:00Z' })).toBe(
      'loan_repayment',
    );
    expect(await pay(['100', '16', '84'], { isCollected: true })).toBe('loan_repayment');
    await world.repay(memberId, id, '2000');
    expect(await pay(['1', '1', '0'])).toBe('loan_repayment');
  });

  it('refuses other changes of loans, repayments and products', async () => {
    const memberId = await world.borrower();
    const id = await world.lend(memberId, productId);
    const change = (set: string) => refusalOf(`update loans set ${set} where id = ${id}`);
    expect(await change('principal = 0')).toBe('loans_principal');
    expect(await change('offered = 1')).toBe('42501');
    expect(await change(`state = 'repaid'`)).toBe('loans_check6');
    expect(await change(`state = 'overdue', collected_at = '2026-12-17T12:00:00Z'`)).toBe(
      'loans_collected',
    );
    expect(await change('daily_rate = 0')).toBe('42501');
    expect(await change('interest_paid = 100')).toBe('42501');
    expect(await refusalOf(`delete from loans where id = ${id}`)).toBe('42501');
    expect(await refusalOf('delete from loan_repayments')).toBe('42501');
    expect(await refusalOf('update loan_products set daily_rate = 0.5')).toBe('product_version');
  });
});
