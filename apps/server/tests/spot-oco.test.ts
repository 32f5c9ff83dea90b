/** OCO (docs/features/trading/conditional-orders.md), with the engines of one instance and a real database. */
import { decimal } from '@tern/money';
import { conditionalStatus, ocoEnd, refusals, spotStatus } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { auditPairs } from '../src/audit/pairs.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { fundedMember } from './support/market.ts';
import { failedRulesOf } from './support/tampering.ts';
import {
  balance,
  base,
  begin,
  cancel,
  cancelLimit,
  clock,
  closeWorld,
  deps,
  engines,
  find,
  fresh,
  holder,
  limit,
  nextMarket,
  numbers,
  oco,
  openWorld,
  order,
  settled,
  storedTick,
  symbol,
  tick,
  wait,
} from './support/waiting-orders.ts';

const { waiting, triggered, cancelled, rejected } = conditionalStatus;
beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(nextMarket);

const stopOf = async (memberId: number, id: number) => (await find(memberId, id)).reconditional;
const audited = async () => (await auditBooks(fresh.database)).flatMap(({ faults }) => faults);

/** A holder at a known price, without quotes of the exchange, which are removed once the price is old. */
async function quiet() {
  await tick('500');
  clock.advance(MINUTE_MS);
  await settled();
  return holder();
}

describe('an OCO', () => {
  it('reserves its quantity once: the limit order rests, the stop waits', async () => {
    const memberId = await quiet();
    const { ID, limitId, pair } = await oco({ memberId });
    expect(pair).toEqual({ orderId: limitId, mprice: '520', dealNum: '0' });
    expect(await balance(memberId, base)).toEqual({ available: '8', held: '2' });
    expect(await order(memberId, limitId)).toMatchObject({ status: 'open', side: 'sell' });
    expect(await stopOf(memberId, ID)).toMatchObject({ status: waiting, mnum: '2', mprice: '490' });
  });

  it('whose stop is met first: the limit order is cancelled, and its reserve serves the order of the stop', async () => {
    // Everything that the member has.
    const memberId = await fundedMember(fresh.database, { [base]: '2' });
    await tick('500');
    const { ID, limitId } = await oco({ memberId, stopLimitPrice: '498' });
    await tick('495');
    const { reconditional, order: placed } = await find(memberId, ID);
    expect(reconditional).toMatchObject({ status: triggered, met: { price: '495' } });
    expect(reconditional.pair).toEqual({ orderId: limitId, mprice: '520', dealNum: '0' });
    expect(placed).toMatchObject({ status: spotStatus.open, mnum: '2', mprice: '498' });
    expect(await order(memberId, limitId)).toMatchObject({ status: 'cancelled' });
    expect(await balance(memberId, base)).toEqual({ available: '0', held: '2' });
    expect(await audited()).toEqual([]);
  });

  it('whose limit order is filled in parts: the stop has what is left, and ends with the last part', async () => {
    const memberId = await quiet();
    const [first, second] = [await oco({ memberId }), await oco({ memberId })];
    await limit(await holder(), 'buy', '520', '3');
    expect(await stopOf(memberId, first.ID)).toMatchObject({
      status: cancelled,
      pair: { dealNum: '2', ended: ocoEnd.filled },
    });
    expect(await stopOf(memberId, second.ID)).toMatchObject({
      status: waiting,
      mnum: '2',
      pair: { dealNum: '1' },
    });
    await tick('494');
    const { reconditional, order: placed } = await find(memberId, second.ID);
    expect(reconditional).toMatchObject({ status: triggered, pair: { dealNum: '1' } });
    expect(placed).toMatchObject({ mnum: '1' });
    expect(await stopOf(memberId, first.ID)).toMatchObject({ status: cancelled });
    expect(await audited()).toEqual([]);
  });

  it('ends with either end that is cancelled, by its member alone', async () => {
    const memberId = await quiet();
    const [first, second] = [await oco({ memberId }), await oco({ memberId })];
    await expect(cancel(await holder(), first.ID)).rejects.toMatchObject({
      code: refusals['not-found'],
    });
    await cancelLimit(memberId, first.limitId);
    const { conditional } = await cancel(memberId, second.ID);
    expect(conditional).toMatchObject({ status: cancelled, pair: { ended: ocoEnd.cancelled } });
    for (const { ID, limitId } of [first, second]) {
      expect(await stopOf(memberId, ID)).toMatchObject({
        status: cancelled,
        pair: { ended: ocoEnd.cancelled, dealNum: '0' },
      });
      expect(await order(memberId, limitId)).toMatchObject({ status: 'cancelled' });
      await expect(cancel(memberId, ID)).rejects.toMatchObject({ code: refusals['order-closed'] });
    }
    expect(await balance(memberId, base)).toEqual({ available: '10', held: '0' });
    await tick('490');
    expect(await stopOf(memberId, first.ID)).toMatchObject({ status: cancelled });
  });

  it('ends with the open orders when the account is frozen', async () => {
    const memberId = await quiet();
    const { ID } = await oco({ memberId });
    const { instruments } = deps;
    const api = createOrderApi({ database: fresh.database, instruments, engines });
    await api.cancelAll(memberId);
    expect(await stopOf(memberId, ID)).toMatchObject({ status: cancelled });
  });

  it('at market sells what is left at the best prices, and buys what is left', async () => {
    const [seller, buyer] = [await quiet(), await holder()];
    await tick('500');
    const sale = await oco({ memberId: seller, stopLimitPrice: undefined });
    const buy = { side: 'buy', price: '480', triggerPrice: '505' } as const;
    const purchase = await oco({ memberId: buyer, ...buy, stopLimitPrice: undefined });
    expect(await balance(buyer, 'USDT')).toEqual({ available: '9040', held: '960' });
    await tick('505');
    await tick('495');
    for (const [memberId, { ID }] of [
      [buyer, purchase],
      [seller, sale],
    ] as const) {
      const { reconditional, order: placed } = await find(memberId, ID);
      expect(reconditional.status).toBe(triggered);
      expect(placed).toMatchObject({ type: 2, status: spotStatus.filled, dealNum: '2' });
    }
    expect(await audited()).toEqual([]);
  });

  it('that buys needs more than it reserved when its stop is met: without that nothing is bought', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '960' });
    await tick('500');
    const buy = { side: 'buy', price: '480', triggerPrice: '505', stopLimitPrice: '506' } as const;
    const { ID, limitId } = await oco({ memberId, ...buy });
    await tick('505');
    expect(await stopOf(memberId, ID)).toMatchObject({
      status: rejected,
      rejection: { needed: '1012', available: '960', coin: 'USDT' },
    });
    expect(await order(memberId, limitId)).toMatchObject({ status: 'cancelled' });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '960', held: '0' });
    expect(await audited()).toEqual([]);
  });

  it('is refused with the current price where an end is met already, and nothing is reserved', async () => {
    const memberId = await quiet();
    await limit(await holder(), 'buy', '510');
    const conditionMet = refusals['condition-met'];
    const refusedWith = (field: string, price: string) => ({
      code: conditionMet,
      detail: { fields: [field], data: { price } },
    });
    await expect(oco({ memberId, triggerPrice: '500' })).rejects.toMatchObject(
      refusedWith('triggerPrice', '500'),
    );
    await expect(oco({ memberId, price: '499' })).rejects.toMatchObject(
      refusedWith('price', '500'),
    );
    // Above the price, but someone offers that much.
    await expect(oco({ memberId, price: '509' })).rejects.toMatchObject(
      refusedWith('price', '510'),
    );
    await expect(oco({ memberId, quantity: '11' })).rejects.toMatchObject({
      code: refusals['insufficient-balance'],
    });
    await expect(oco({ memberId, stopLimitPrice: '490.000001' })).rejects.toMatchObject({
      code: refusals['out-of-bounds'],
      detail: { fields: ['stopLimitPrice'] },
    });
    await expect(oco({ memberId, price: undefined })).rejects.toMatchObject({
      code: refusals['price-missing'],
      detail: { fields: ['price'] },
    });
    expect(await balance(memberId, base)).toEqual({ available: '10', held: '0' });
  });

  it('is there again after a restart, with what its limit order had filled', async () => {
    const memberId = await quiet();
    const [first, second] = [await oco({ memberId }), await oco({ memberId })];
    await limit(await holder(), 'buy', '520', '1');
    await engines.close();
    await begin();
    await cancelLimit(memberId, second.limitId);
    expect(await stopOf(memberId, second.ID)).toMatchObject({ status: cancelled });
    await tick('499');
    await tick('494');
    const { reconditional, order: placed } = await find(memberId, first.ID);
    expect(reconditional).toMatchObject({ status: triggered, pair: { dealNum: '1' } });
    expect(placed).toMatchObject({ mnum: '1' });
  });
});

describe('in one batch', () => {
  it('a limit order that is filled before the turn of its stop, which was met, leaves nothing to place', async () => {
    const [memberId, buyer] = [await quiet(), await holder()];
    const { ID, limitId } = await oco({ memberId, watches: 'last', triggerPrice: '495' });
    await limit(await holder(), 'sell', '494', '1');
    // One order: trades at 494, which meets the stop, then at 520 with the limit order.
    await limit(buyer, 'buy', '520', '3');
    expect(await order(memberId, limitId)).toMatchObject({ status: 'filled' });
    expect(await stopOf(memberId, ID)).toMatchObject({
      status: cancelled,
      pair: { dealNum: '2', ended: ocoEnd.filled },
    });
    expect(await stopOf(memberId, ID)).not.toHaveProperty('met');
    expect(await audited()).toEqual([]);
  });

  it('a stop that is met cannot be cancelled any more', async () => {
    const memberId = await quiet();
    const { ID } = await oco({ memberId });
    const number = (numbers.get(symbol) ?? 0) + 1;
    numbers.set(symbol, number);
    const at = clock.now();
    deps.prices.publish({ symbol, price: decimal('495'), at, seq: number });
    await expect(cancel(memberId, ID)).rejects.toMatchObject({ code: refusals['order-closed'] });
    expect(await stopOf(memberId, ID)).toMatchObject({ status: triggered });
  });
});

describe('prices, fills and cancellations of both ends at the same time', () => {
  it('leave each OCO with one outcome, and its quantity sold at most once', async () => {
    await storedTick('500');
    const members = await Promise.all(Array.from({ length: 12 }, holder));
    const pairs = await Promise.all(
      members.map(async (memberId, at) => {
        const given = { watches: at % 2 ? 'last' : 'reference', price: '505' } as const;
        const [one, two] = [await oco({ memberId, ...given }), await oco({ memberId })];
        return [
          { memberId, ...one },
          { memberId, ...two },
        ];
      }),
    ).then((each) => each.flat());
    const [buyer, seller] = await Promise.all([
      fundedMember(fresh.database, { USDT: '100000' }),
      holder(),
    ]);
    const cancels = (from: number) =>
      pairs
        .filter((_each, at) => at % 6 === from)
        .map(({ memberId, ID, limitId }, at) =>
          at % 2 ? cancel(memberId, ID) : cancelLimit(memberId, limitId),
        );
    await Promise.allSettled([
      ...cancels(0),
      limit(buyer, 'buy', '505', '3'),
      ...cancels(1),
      storedTick('495.5'),
      limit(buyer, 'buy', '505', '6'),
      limit(seller, 'sell', '494', '3'),
      ...cancels(2),
      storedTick('494.5'),
      limit(buyer, 'buy', '506', '4'),
      ...cancels(3),
      storedTick('493'),
    ]);
    await settled();

    const outcomes = new Set<number>();
    for (const { memberId, ID, limitId } of pairs) {
      const { reconditional, order: placed } = await find(memberId, ID);
      const resting = (await order(memberId, limitId))!;
      outcomes.add(reconditional.status);
      expect(resting.status === 'open').toBe(reconditional.status === waiting);
      expect(placed !== undefined).toBe(reconditional.status === triggered);
      const left = decimal<never>('2') - resting.filledQuantity;
      if (placed !== undefined) expect(decimal<never>(placed.mnum)).toBe(left);
    }
    // Some are neither cancelled nor filled before the price.
    expect(outcomes).toContain(triggered);
    expect(outcomes).not.toContain(rejected);
    expect(await audited()).toEqual([]);
  });
});

describe('the audit', () => {
  it('finds an OCO whose ends do not agree', async () => {
    const memberId = await quiet();
    const [open, met] = [await oco({ memberId }), await oco({ memberId, triggerPrice: '498' })];
    await wait({ memberId, kind: 'stopLimit', triggerPrice: '495', price: '494', quantity: '1' });
    await tick('497');
    const clean = await fresh.database.snapshot(auditPairs);
    expect(clean).toMatchObject({ faults: [] });
    const { rule } = clean;
    const orders = (set: string, id: number) => `update spot_orders set ${set} where id = ${id}`;
    const stops = (set: string, id: number) =>
      `update spot_conditional_orders set ${set} where id = ${id}`;
    for (const sql of [
      orders('status = 3', open.limitId),
      orders('filled_quantity = 1', open.limitId),
      orders('status = 1', met.limitId),
      stops('pair_filled = 1', open.ID),
      stops('status = 3', open.ID),
    ]) {
      const found = await failedRulesOf(
        async (database) => [await database.snapshot(auditPairs)],
        fresh,
        [sql],
      );
      expect([sql, found]).toEqual([sql, [rule]]);
    }
  });
});
