import { formatDecimal } from '@tern/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../../src/features/trading/spot/cancel-order.ts';
import { createEngines, type Engines } from '../../src/features/trading/spot/engines.ts';
import { auditSpot } from '../../src/audit/spot.ts';
import { placeOrder } from '../../src/features/trading/spot/place-order.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { fundedMember, manualClock, spotDependencies } from '../support/market.ts';

const clock = manualClock();
let fresh: FreshDatabase;
let engines: Engines;
let deps: Awaited<ReturnType<typeof spotDependencies>>;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 16 });
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
});

afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

async function expectCleanBooks() {
  const findings = await fresh.database.snapshot(async (reader) => [
    ...(await auditLedger(reader)),
    ...(await auditSpot(reader)),
  ]);
  expect(findings.flatMap((finding) => finding.faults)).toEqual([]);
}

const codeOf = (error: unknown) => (error as { code?: number }).code;

describe('races for one balance', () => {
  it('of 50 parallel orders in five markets, exactly the affordable ones are accepted', async () => {
    const symbols = ['btcusdt', 'ethusdt', 'solusdt', 'bnbusdt', 'ltcusdt'];
    const prices = ['60000', '3000', '150', '500', '80'];
    symbols.forEach((symbol, index) => deps.tick(symbol, prices[index]!));
    const quantities = ['0.0015', '0.03', '0.6', '0.18', '1.125'];
    // Each order holds exactly 90 USDT; 1,000 USDT are enough for eleven.
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    clock.advance(60_000);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_each, index) => {
        const at = index % symbols.length;
        return placeOrder(engines, {
          memberId,
          symbol: symbols[at]!,
          side: 'buy',
          type: 'limit',
          price: prices[at]!,
          quantity: quantities[at]!,
          total: undefined,
          key: undefined,
        });
      }),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(11);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [codeOf(result.reason)] : [],
    );
    expect(new Set(refused)).toEqual(new Set([4020]));
    const usdt = (await balancesOf(fresh.database, memberId)).find(
      (each) => each.asset === 'USDT',
    )!;
    expect(formatDecimal(usdt.available)).toBe('10');
    expect(formatDecimal(usdt.held)).toBe('990');
    await expectCleanBooks();
  });

  it('a cancellation that races with fills releases exactly the unfilled part', async () => {
    deps.tick('dotusdt', '5');
    clock.advance(60_000);
    const buyer = await fundedMember(fresh.database, { USDT: '10000' });
    const seller = await fundedMember(fresh.database, { DOT: '1000' });
    const sell = (quantity: string) =>
      placeOrder(engines, {
        memberId: seller,
        symbol: 'dotusdt',
        side: 'sell',
        type: 'limit',
        price: '5',
        quantity,
        total: undefined,
        key: undefined,
      });
    const { order } = await placeOrder(engines, {
      memberId: buyer,
      symbol: 'dotusdt',
      side: 'buy',
      type: 'limit',
      price: '5',
      quantity: '100',
      total: undefined,
      key: undefined,
    });
    const sells = Array.from({ length: 20 }, () => sell('4'));
    const cancels = Array.from({ length: 5 }, () =>
      cancelOrder(fresh.database, engines, { memberId: buyer, orderId: order.ID, key: undefined }),
    );
    const results = await Promise.allSettled([
      ...sells.slice(0, 10),
      ...cancels,
      ...sells.slice(10),
    ]);
    const cancelled = results.slice(10, 15).filter((result) => result.status === 'fulfilled');
    expect(cancelled).toHaveLength(1);
    await expectCleanBooks();
  });
});

describe('random trading', () => {
  it('leaves the books balanced after every round, 10,000 operations over many members', {
    timeout: 110_000,
  }, async () => {
    const symbols = ['xrpusdt', 'adausdt', 'trxusdt'];
    const middles = [6000, 4000, 2000];
    symbols.forEach((symbol, index) =>
      deps.tick(symbol, formatDecimal(BigInt(middles[index]!) * 10n ** 14n)),
    );
    const funds = { USDT: '50000', XRP: '20000', ADA: '20000', TRX: '20000' };
    const members = await Promise.all(
      Array.from({ length: 20 }, () => fundedMember(fresh.database, funds)),
    );
    const open: { memberId: number; orderId: number }[] = [];
    const operation = fc.record({
      member: fc.nat(members.length - 1),
      market: fc.nat(symbols.length - 1),
      act: fc.integer({ min: 0, max: 9 }),
      away: fc.integer({ min: -60, max: 60 }),
      size: fc.integer({ min: 20, max: 900 }),
    });
    const rounds = fc.sample(fc.array(operation, { minLength: 500, maxLength: 500 }), {
      numRuns: 20,
      seed: 20261118,
    });
    for (const round of rounds) {
      clock.advance(500);
      symbols.forEach((symbol, index) => {
        const drift = BigInt(middles[index]! + round[index]!.away) * 10n ** 14n;
        deps.tick(symbol, formatDecimal(drift));
      });
      const done = await Promise.allSettled(
        round.map(async ({ member, market, act, away, size }) => {
          const memberId = members[member]!;
          const at = open.length > 0 ? open[(size * 7919) % open.length] : undefined;
          if (act === 0 && at !== undefined)
            return cancelOrder(fresh.database, engines, { ...at, key: undefined });
          const price = formatDecimal(BigInt(middles[market]! + away) * 10n ** 14n);
          const side = act % 2 === 0 ? ('buy' as const) : ('sell' as const);
          const isMarket = act >= 8;
          const order = {
            memberId,
            symbol: symbols[market]!,
            side,
            type: isMarket ? ('market' as const) : ('limit' as const),
            key: undefined,
          };
          const { order: placed } = await placeOrder(engines, {
            ...order,
            price: isMarket ? undefined : price,
            quantity: String(size),
            total: isMarket && side === 'buy' ? String(size) : undefined,
          });
          if (placed.status === 1) open.push({ memberId, orderId: placed.ID });
          return placed;
        }),
      );
      const codes = new Set(
        done.flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : [])),
      );
      for (const code of codes) expect([4020, 5007, 5014, 5013, 4006]).toContain(code);
      await expectCleanBooks();
    }
    const findings = await auditSpot(fresh.database);
    const trades = findings.find(
      (finding) => finding.rule === 'every trade is posted as it happened',
    );
    expect(trades?.checked).toBeGreaterThan(1_000);
  });
});
