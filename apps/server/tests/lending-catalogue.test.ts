import { type Amount, decimal, type Rate } from '@tern/money';
import { obligationsByDay, type RunningOrder, startOfTerm } from '@tern/settlement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedTermKind } from '../src/features/products/earn/catalogue.ts';
import { payDueYields } from '../src/features/products/earn/pay-yields.ts';
import { loanKind } from '../src/features/products/loan/catalogue.ts';
import { readTerms, type TermsDocument } from '../src/kernel/products/term-fields.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { buyTerm, openFixedTerm, redeemTerm } from './support/earn.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { type LoanWorld, loanWorld, openLoanProduct } from './support/loan.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

let world: LoanWorld;

beforeAll(async () => {
  world = await loanWorld();
  for (const asset of ['USDT', 'JPY'])
    await fundTreasury(world.fresh.database, 'yields', asset, '1000000');
  await fundTreasury(world.fresh.database, 'loans', 'USDT', '100000');
});
afterAll(() => world.fresh.drop());

const page = { number: 1, limit: 10, offset: 0 };

describe('fixed terms in the catalogue', () => {
  const terms: TermsDocument = {
    name: 'USDT 60',
    asset: 'USDT',
    content: { en: 'A term.' },
    termDays: 60,
    dailyRate: '0.00035',
    payoutMinute: 0,
    penaltyRatio: '0.05',
    feeRatio: '0.001',
    orderMin: '100',
    orderMax: '50000',
  };
  const problems = (over: TermsDocument) => {
    const kind = fixedTermKind(world.deps);
    const read = readTerms(kind.fields, { ...terms, ...over });
    if (read.terms === undefined) throw new Error(JSON.stringify(read.problems));
    return kind.check({ id: 0, terms: read.terms }, world.fresh.database);
  };

  it.each<[TermsDocument, string[]]>([
    [{}, []],
    [{ asset: 'NONE' }, ['asset']],
    [{ orderMin: '0' }, ['orderMin']],
    [{ orderMax: '99' }, ['orderMax']],
    [{ orderMin: '100.0000001' }, ['orderMin']],
    [{ dailyRate: '0' }, ['dailyRate']],
    [{ dailyRate: '1' }, ['dailyRate']],
    [{ penaltyRatio: '0.9995' }, ['penaltyRatio']],
  ])('with %j have problems with %j', async (over, fields) => {
    expect((await problems(over)).map(({ field }) => field)).toEqual(fields);
  });

  it('show orders, holders, and by day what they are owed: the same as the formulas', async () => {
    const { clock, floor, fresh } = world;
    const kind = fixedTermKind(world.deps);
    const long = await openFixedTerm(fresh.database);
    const yen = { asset: 'JPY', termDays: 30, dailyRate: '0.00018', orderMin: '1' };
    const short = await openFixedTerm(fresh.database, yen);
    const running: RunningOrder[] = [];
    const run = async (productId: number, asset: string, principal: string) => {
      const memberId = await fundedMember(fresh.database, { [asset]: '50000' });
      const bought = (await buyTerm(floor, { memberId, productId, principal })) as { ID: number };
      const isYen = asset === 'JPY';
      running.push({
        startsAt: startOfTerm(clock.now(), 14 * 60),
        termDays: isYen ? 30 : 60,
        principal: decimal<Amount>(principal),
        outputIsFrozen: false,
        daily: {
          base: decimal<Amount>(principal),
          rate: decimal<Rate>(isYen ? '0.00018' : '0.00035'),
          scale: isYen ? 0 : 6,
        },
        yieldAsset: asset,
        principalAsset: asset,
        paidDays: 3,
      });
      return { memberId, id: bought.ID };
    };
    await run(long, 'USDT', '1234.567891');
    await run(long, 'USDT', '5000');
    await run(short, 'JPY', '1500');
    const left = await run(long, 'USDT', '100');
    running.pop();
    await redeemTerm(floor, left);
    clock.set(WEDNESDAY_NOON + 3 * DAY_MS + DAY_MS / 2);
    await payDueYields(floor);
    expect(await kind.obligations(fresh.database)).toEqual(obligationsByDay(running));
    expect(await kind.holders(fresh.database)).toEqual(
      expect.arrayContaining([
        { productId: long, orders: 3, holders: 2 },
        { productId: short, orders: 1, holders: 1 },
      ]),
    );
    const { list: rows, total } = await kind.orders(fresh.database, long, page);
    expect([total, rows.map(({ status }) => status)]).toEqual([
      3,
      ['redeemed', 'in term', 'in term'],
    ]);
    clock.set(WEDNESDAY_NOON);
  });
});

describe('loans in the catalogue', () => {
  const terms: TermsDocument = {
    name: 'USDT 30',
    asset: 'USDT',
    amountMin: '100',
    amountMax: '5000',
    dailyRate: '0.0005',
    freeDays: 3,
    termDays: 30,
  };

  it.each<[TermsDocument, string[]]>([
    [{}, []],
    [{ asset: 'NONE' }, ['asset']],
    [{ amountMin: '0' }, ['amountMin']],
    [{ amountMax: '99' }, ['amountMax']],
    [{ dailyRate: '0' }, ['dailyRate']],
    [{ dailyRate: '0.0000000000001' }, ['dailyRate']],
  ])('with %j have problems with %j', async (over, fields) => {
    const kind = loanKind(world.deps);
    const read = readTerms(kind.fields, { ...terms, ...over });
    if (read.terms === undefined) throw new Error(JSON.stringify(read.problems));
    const found = await kind.check({ id: 0, terms: read.terms }, world.fresh.database);
    expect(found.map(({ field }) => field)).toEqual(fields);
  });

  it('show applications and who owes something', async () => {
    const kind = loanKind(world.deps);
    const productId = await openLoanProduct(world.fresh.database);
    const memberId = await world.borrower();
    await world.lend(memberId, productId);
    await world.apply(await world.borrower(), productId);
    expect(await kind.holders(world.fresh.database)).toEqual([
      { productId, orders: 2, holders: 1 },
    ]);
    const { list: rows } = await kind.orders(world.fresh.database, productId, page);
    expect(rows.map(({ status }) => status)).toEqual(['under review', 'active']);
  });
});
