/** Small balances on PostgreSQL: what counts as one, once a day, and coins that fail alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries } from '../src/audit/entries.ts';
import { auditTransfers } from '../src/audit/transfers.ts';
import { convertSmall, listSmall } from '../src/features/trading/swap/convert-small.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { balanceOf } from './support/journal.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember, restrictMember } from './support/members.ts';
import { type SwapDependencies, swapDependencies } from './support/swap.ts';

const DAY = 86_400_000;
const clock = manualClock();
let fresh: FreshDatabase;
let swapDeps: SwapDependencies;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 12 });
  swapDeps = await swapDependencies(fresh.database, clock);
});
beforeEach(() => {
  clock.set(WEDNESDAY_NOON);
  swapDeps.tickAll();
});
afterAll(async () => {
  const findings = await fresh.database.snapshot(async (reader) => [
    ...(await auditEntries(reader)),
    ...(await auditTransfers(reader)),
  ]);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await fresh.drop();
});

const quoteFor = async (memberId: number) => (await listSmall(swapDeps, memberId)).quote;
const convertAt = (quote: string, memberId: number, coins: readonly string[], key?: string) =>
  convertSmall(swapDeps, {
    memberId,
    quote,
    coins,
    key: key === undefined ? undefined : { memberId, key, requestHash: 'same' },
  });
const convert = async (memberId: number, coins: readonly string[], key?: string) =>
  convertAt(await quoteFor(memberId), memberId, coins, key);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const usdt = async (memberId: number) =>
  (await balanceOf(fresh.database, memberId, 'USDT'))['available'] ?? '0';

describe('small balances', () => {
  it('are those below 5 USDT that a swap could convert, with what each gives', async () => {
    const memberId = await fundedMember(fresh.database, {
      USDT: '3',
      BTC: '0.0000781',
      ETH: '0.0005',
      SOL: '1',
    });
    const small = await listSmall(swapDeps, memberId);
    // 0.0000781 BTC is worth 4.9984; SOL has no price here, ETH of 1.60 is below the minimum of no swap.
    expect(small).toMatchObject({
      coins: [
        { coinname: 'BTC', num: '0.0000781', worth: '4.9984', received: '4.988407' },
        { coinname: 'ETH', worth: '1.6' },
      ],
      below: '5',
      nextAt: '',
    });
  });

  it('at 5 USDT is none', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.000078125' });
    expect((await listSmall(swapDeps, memberId)).coins).toEqual([]);
    expect(await convert(memberId, ['BTC'])).toEqual({
      converted: [],
      failed: [{ coinname: 'BTC', code: 5004 }],
    });
  });

  it('become USDT, each by a swap of its own without the minimum; one that fails stays', async () => {
    const memberId = await fundedMember(fresh.database, {
      BTC: '0.00001',
      ETH: '0.0001',
      SOL: '1',
    });
    const done = await convert(memberId, ['SOL', 'BTC', 'ETH', 'USDT']);
    expect(done.converted.map((swap) => [swap.from_coin, swap.num])).toEqual([
      ['BTC', '0.00001'],
      ['ETH', '0.0001'],
    ]);
    expect(done.failed.map(({ coinname }) => coinname)).toEqual(['SOL', 'USDT']);
    expect(await balanceOf(fresh.database, memberId, 'BTC')).toEqual({});
    expect(await balanceOf(fresh.database, memberId, 'SOL')).toEqual({ available: '1' });
    const sum = done.converted.reduce((total, { received }) => total + Number(received), 0);
    expect(Number(await usdt(memberId))).toBeCloseTo(sum, 6);
  });

  it('are converted once a day; a day without success is not used', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001', ETH: '0.0001' });
    await convert(memberId, ['SOL']);
    await convert(memberId, ['BTC']);
    expect(await codeOf(convert(memberId, ['ETH']))).toBe(5009);
    expect((await listSmall(swapDeps, memberId)).nextAt).toBe('2026-11-19T00:00:00.000Z');
    clock.set(WEDNESDAY_NOON + DAY);
    swapDeps.tickAll();
    expect((await convert(memberId, ['ETH'])).converted).toHaveLength(1);
  });

  it('with one key are converted once, also concurrently', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001', ETH: '0.0001' });
    const quote = await quoteFor(memberId);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => convertAt(quote, memberId, ['BTC', 'ETH'], 'key')),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]!.converted).toHaveLength(2);
    const sum = answers[0]!.converted.reduce((total, { received }) => total + Number(received), 0);
    expect(Number(await usdt(memberId))).toBeCloseTo(sum, 6);
  });

  it('of two requests at one moment, one has the day', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001', ETH: '0.0001' });
    const quote = await quoteFor(memberId);
    const codes = await Promise.all([
      codeOf(convertAt(quote, memberId, ['BTC'], 'one')),
      codeOf(convertAt(quote, memberId, ['ETH'], 'another')),
    ]);
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, 5009]);
  });

  it('are booked as they were quoted, whatever the price is ten seconds later', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001', ETH: '0.0001' });
    const { quote, coins } = await listSmall(swapDeps, memberId);
    clock.advance(10_000);
    swapDeps.tick('btcusdt', '1000');
    swapDeps.tick('ethusdt', '9000');
    const { converted } = await convertAt(quote, memberId, ['BTC', 'ETH']);
    expect(converted.map(({ from_coin, num, received }) => [from_coin, num, received])).toEqual(
      coins
        .toSorted((left, right) => (left.coinname < right.coinname ? -1 : 1))
        .map(({ coinname, num, received }) => [coinname, num, received]),
    );
  });

  it('are refused by a quote that is older, of another member, or used', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001', ETH: '0.0001' });
    const other = await fundedMember(fresh.database, { BTC: '0.00001' });
    const quote = await quoteFor(memberId);
    expect(await codeOf(convertAt(quote, other, ['BTC']))).toBe(5004);
    expect(await codeOf(convertAt('none', memberId, ['BTC']))).toBe(5004);
    await convertAt(quote, memberId, ['BTC'], 'first');
    expect(await codeOf(convertAt(quote, memberId, ['ETH'], 'second'))).toBe(5009);
    const late = await quoteFor(other);
    clock.advance(10_001);
    swapDeps.tickAll();
    expect(await codeOf(convertAt(late, other, ['BTC']))).toBe(5004);
  });

  it('of a frozen member stay', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001' });
    await freezeMember(fresh.database, memberId);
    expect(await codeOf(convert(memberId, ['BTC']))).toBe(4008);
  });

  it('of a member whose trading is stopped stay, all of them', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001' });
    await restrictMember(fresh.database, { memberId, part: 'trading' });
    expect(await codeOf(convert(memberId, ['BTC']))).toBe(5011);
  });

  it('of a member are converted once the time of a restriction is over, before a job ends it', async () => {
    const memberId = await fundedMember(fresh.database, { BTC: '0.00001' });
    const since = Date.now() - 73 * 3_600_000;
    await restrictMember(fresh.database, { memberId, part: 'trading', since });
    expect(await convert(memberId, ['BTC'])).toMatchObject({ failed: [] });
  });
});
