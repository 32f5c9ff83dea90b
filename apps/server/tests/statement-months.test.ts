/** The figures of months: they add up for any journal, closed months never change, late records are told. */
import { recordTypes } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, sum } from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeMonths } from '../src/features/money/statement/close-months.ts';
import type { Figures } from '../src/features/money/statement/compute-month.ts';
import { showMonth, showMonths } from '../src/features/money/statement/show-month.ts';
import { balancesOf, ownedOf } from '../src/kernel/ledger/balances.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { countAllRecords } from './support/counted-records.ts';
import { fundedMember } from './support/market.ts';
import { priceOnDay, type StatementWorld, statementWorld } from './support/statement-world.ts';

let world: StatementWorld;
const NOW = '2027-03-10T09:00:00Z';

beforeAll(async () => {
  world = await statementWorld(NOW);
});
afterAll(() => world?.fresh.drop());

const member = (funds: Record<string, string> = { USDT: '10000' }) =>
  fundedMember(world.fresh.database, funds);
const monthsOf = async (memberId: number) => {
  // A month is not closed while a transaction of any database of the server is older than its records.
  await countAllRecords(world.fresh.database);
  await closeMonths(world.deps, memberId);
  return showMonths(world.deps, memberId);
};
const figuresOf = async (memberId: number, month: string): Promise<Figures> => {
  const found = (await monthsOf(memberId)).find(({ figures }) => figures.month === month);
  if (found === undefined) throw new Error(`no month ${month}`);
  return found.figures;
};

/** Opening value and rows, by one method. */
function total({ openingWorth, flows, methods }: Figures, method: 'fifo' | 'average'): string {
  const { profit, priceChange } = methods[method];
  const rows = [openingWorth, ...Object.values(flows), profit, priceChange];
  return formatDecimal(sum(rows.map((text) => decimal<Amount>(text))));
}

describe('a month', () => {
  it('has every UTC month from the first record to now, newest first', async () => {
    const months = await monthsOf(await member());
    expect(months.map(({ figures, isFinal }) => [figures.month, isFinal])).toEqual([
      ['2027-03', false],
      ['2027-02', true],
      ['2027-01', true],
      ['2026-12', true],
      ['2026-11', true],
    ]);
    expect(await monthsOf(999_999)).toEqual([]);
  });

  it('says what was sold, what had been paid for it, and the profit, first in first out or by average', async () => {
    const memberId = await member();
    const swap = recordTypes.spotExchange;
    await world.post(memberId, swap, '2026-12-01T08:00:00Z', { USDT: '-100', BTC: '0.002' });
    await world.post(memberId, swap, '2026-12-02T08:00:00Z', { USDT: '-200', BTC: '0.002' });
    await world.post(memberId, swap, '2027-01-05T08:00:00Z', { USDT: '450', BTC: '-0.003' });
    expect((await figuresOf(memberId, '2026-12')).methods.fifo.coins).toEqual([]);
    const { methods, records } = await figuresOf(memberId, '2027-01');
    expect(records).toBe(2);
    const sale = { asset: 'BTC', sales: 1, sold: '450' };
    expect(methods.fifo.coins).toEqual([{ ...sale, paid: '200', profit: '250' }]);
    expect(methods.average.coins).toEqual([{ ...sale, paid: '225', profit: '225' }]);
  });

  it('counts coins that came without a price at the close of their day, and says so', async () => {
    const memberId = await member();
    const at = Date.parse('2026-12-03T05:00:00Z');
    await world.post(memberId, recordTypes.depositSuccess, at, { BTC: '0.5' });
    const close = priceOnDay('btcusdt', Date.parse('2026-12-04T00:00:00Z'));
    const december = await figuresOf(memberId, '2026-12');
    expect(december.flows.putIn).toBe(formatDecimal(close / 2n));
    expect(december.hasDayPrices).toBe(true);
    expect((await figuresOf(memberId, '2026-11')).hasDayPrices).toBe(false);
  });

  it('opens with what the month before closed with', async () => {
    const memberId = await member({ USDT: '500', BTC: '0.1', ETH: '2' });
    const months = (await monthsOf(memberId)).map(({ figures }) => figures).reverse();
    for (const [at, figures] of months.slice(1).entries()) {
      expect(figures.opening).toEqual(months[at]!.closing);
      expect(figures.openingWorth).toBe(months[at]!.closingWorth);
    }
  });

  it('is closed a day after its end, and not changed by what is written later: that is reported, and counted in a later month', async () => {
    const memberId = await member();
    world.clock.set(Date.parse('2026-12-01T23:59:59Z'));
    expect((await monthsOf(memberId)).every(({ isFinal }) => !isFinal)).toBe(true);
    world.clock.set(Date.parse('2026-12-02T00:00:00Z'));
    const closed = await figuresOf(memberId, '2026-11');
    expect((await monthsOf(memberId)).map(({ isFinal }) => isFinal)).toEqual([false, true]);
    await world.post(memberId, recordTypes.depositSuccess, '2026-11-20T00:00:00Z', { USDT: '7' });
    world.clock.set(Date.parse(NOW));
    expect(await figuresOf(memberId, '2026-11')).toEqual(closed);
    const late = await showMonth(world.deps, { memberId, month: '2026-11' });
    expect(late).toMatchObject({ late: 1, isFinal: true });
    expect(await figuresOf(memberId, '2026-12')).toMatchObject({
      records: 1,
      flows: { putIn: '7' },
      closingWorth: '10007',
    });
    expect(await showMonth(world.deps, { memberId, month: '2026-12' })).toMatchObject({ late: 0 });
  });

  it('that does not add up to the balances is not closed', async () => {
    const memberId = await member();
    await world.fresh.owner.transaction((tx) => tx.run(raiseBalances, []));
    const months = await monthsOf(memberId);
    expect(months.some(({ isFinal, addsUp }) => isFinal || addsUp)).toBe(false);
    await world.fresh.owner.transaction((tx) => tx.run(lowerBalances, []));
    expect((await monthsOf(memberId)).every(({ addsUp }) => addsUp)).toBe(true);
  });
});

const raiseBalances = defineStatement({
  name: 'test.raiseBalances',
  text: `update ledger_balances set available = available + 1 where asset = 'USDT' and owner_id > 0`,
  params: [],
});
const lowerBalances = defineStatement({
  name: 'test.lowerBalances',
  text: `update ledger_balances set available = available - 1 where asset = 'USDT' and owner_id > 0`,
  params: [],
});

describe('for any journal', () => {
  const FROM = Date.parse('2026-11-19T00:00:00Z');
  const amount = fc.integer({ min: 1, max: 900 });
  const movement = fc.record({
    kind: fc.constantFrom('putIn', 'takenOut', 'buy', 'sell', 'swap', 'fee', 'yield', 'debit'),
    coin: fc.constantFrom('BTC', 'ETH'),
    quantity: amount,
    value: amount,
    day: fc.integer({ min: 0, max: 100 }),
  });
  type Drawn = typeof movement extends fc.Arbitrary<infer T> ? T : never;

  const apply = async (memberId: number, { kind, coin, quantity, value, day }: Drawn) => {
    const at = FROM + day * DAY_MS + value * 1_000;
    const coins = `0.${String(quantity).padStart(6, '0')}`;
    const other = coin === 'BTC' ? 'ETH' : 'BTC';
    const post = (type: number, legs: Record<string, string>) =>
      world.post(memberId, type as never, at, legs);
    const { spotExchange, depositSuccess, withdrawalSuccess } = recordTypes;
    switch (kind) {
      case 'putIn':
        return post(depositSuccess, { [coin]: coins });
      case 'takenOut':
        return post(withdrawalSuccess, { [coin]: `-${coins}` });
      case 'buy':
        return post(spotExchange, { USDT: `-${value}.123456`, [coin]: coins });
      case 'sell':
        return post(spotExchange, { USDT: `${value}.654321`, [coin]: `-${coins}` });
      case 'swap':
        return post(spotExchange, { [coin]: `-${coins}`, [other]: '0.0003' });
      case 'fee':
        return post(recordTypes.exchangeFee, { [coin]: '-0.0000001' });
      case 'yield':
        return post(recordTypes.financeYield, { [coin]: '0.0000123' });
      case 'debit':
        return post(recordTypes.agentBalanceDeduction, { USDT: `-${value}` });
    }
  };

  it('opening and movements give closing, by either method, and closing is what the ledger holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 25 }), async (drawn) => {
        const memberId = await member({ USDT: '100000', BTC: '2', ETH: '2' });
        for (const each of drawn) await apply(memberId, each);
        const months = await monthsOf(memberId);
        expect(months.every(({ addsUp }) => addsUp)).toBe(true);
        expect(months.filter(({ isFinal }) => isFinal)).toHaveLength(4);
        for (const { figures } of months) {
          expect(total(figures, 'fifo')).toBe(figures.closingWorth);
          expect(total(figures, 'average')).toBe(figures.closingWorth);
        }
        const balances = await balancesOf(world.fresh.database, memberId);
        const held = balances
          .filter((balance) => ownedOf(balance) !== 0n)
          .map((balance) => [balance.asset, formatDecimal(ownedOf(balance))])
          .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
        expect(months[0]!.figures.closing.map((line) => [line.asset, line.amount])).toEqual(held);
        const records = sum(months.map(({ figures }) => BigInt(figures.records) as Amount));
        expect(Number(records)).toBe(
          3 + drawn.flatMap(({ kind }) => (/buy|sell|swap/.test(kind) ? [1, 1] : [1])).length,
        );
      }),
      { numRuns: 25 },
    );
  });
});
