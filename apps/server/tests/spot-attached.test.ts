/** Attached take profit and stop loss (docs/features/trading/conditional-orders.md), with the engines of one instance and a real database. */
import { decimal, formatDecimal } from '@tern/money';
import { attachedEnd, conditionalStatus, refusals, spotStatus } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { auditAttached } from '../src/audit/attached.ts';
import { amendOrder } from '../src/features/trading/spot/cancel-order.ts';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { fundedMember } from './support/market.ts';
import { failedRulesOf } from './support/tampering.ts';
import {
  attach,
  attachedTo,
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
  openWorld,
  order,
  settled,
  storedTick,
  symbol,
  tick,
} from './support/waiting-orders.ts';

const { waiting, triggered, cancelled, rejected } = conditionalStatus;
beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(nextMarket);

const audited = async () => (await auditBooks(fresh.database)).flatMap(({ faults }) => faults);
/** Take profit and stop loss of an order. */
async function stopsOf(memberId: number, orderId: number) {
  const [profit, loss] = await attachedTo(memberId, orderId);
  return { profit: profit!, loss: loss! };
}

/** A holder at a known price, without quotes of the exchange, which are removed once the price is old. */
async function quiet() {
  await tick('500');
  await withdrawn();
  return holder();
}
async function withdrawn() {
  clock.advance(MINUTE_MS);
  await settled();
}
/** What a buy of this quantity keeps after its fee of 0.1 %, in whole lots. */
function kept(quantity: string): string {
  const { lotSize } = deps.instruments.find(symbol)!;
  const left = (decimal<never>(quantity) * 999n) / 1000n;
  return formatDecimal((left - (left % lotSize)) as never);
}

describe('take profit and stop loss of a limit order', () => {
  it('have nothing until its first fill, and then what each fill brings, after fees', async () => {
    const memberId = await quiet();
    const { ID } = await attach({ memberId });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '9020', held: '980' });
    const before = await stopsOf(memberId, ID);
    expect(before.profit).toMatchObject({ status: waiting, kind: 4, side: 2, mnum: '0' });
    expect(before.loss).toMatchObject({ status: waiting, kind: 2, triggerPrice: '470', mnum: '0' });
    // Prices beyond both: what was not bought is not sold.
    await tick('530');
    await tick('491');
    await withdrawn();
    await limit(await holder(), 'sell', '490', '0.5');
    expect((await stopsOf(memberId, ID)).profit).toMatchObject({ mnum: kept('0.5') });
    await limit(await holder(), 'sell', '490', '0.5');
    expect(await stopsOf(memberId, ID)).toMatchObject({
      profit: { status: waiting, mnum: kept('1') },
      loss: { status: waiting, mnum: kept('1'), attached: { orderId: ID } },
    });
    expect(await audited()).toEqual([]);
  });

  it('of which one is met: it sells what was bought, and the other and the rest of the order end', async () => {
    const memberId = await quiet();
    const { ID } = await attach({ memberId });
    await limit(await holder(), 'sell', '490', '1');
    await tick('520');
    const { profit, loss } = await stopsOf(memberId, ID);
    expect(profit).toMatchObject({ status: triggered, met: { price: '520' } });
    expect(loss).toMatchObject({ status: cancelled, attached: { ended: attachedEnd.otherMet } });
    const { order: placed } = await find(memberId, profit.ID);
    expect(placed).toMatchObject({
      type: 2,
      side: 2,
      status: spotStatus.filled,
      dealNum: kept('1'),
    });
    expect(await order(memberId, ID)).toMatchObject({ status: 'cancelled' });
    expect((await balance(memberId, 'USDT')).held).toBe('0');
    expect(await audited()).toEqual([]);
  });

  it('end with an order that is cancelled without a fill, and wait on for what it had bought', async () => {
    const memberId = await quiet();
    const [none, part] = [await attach({ memberId }), await attach({ memberId })];
    await cancelLimit(memberId, none.ID);
    const ended = { status: cancelled, attached: { ended: attachedEnd.unfilled } };
    expect(await stopsOf(memberId, none.ID)).toMatchObject({ profit: ended, loss: ended });
    await limit(await holder(), 'sell', '490', '1');
    await cancelLimit(memberId, part.ID);
    await tick('465');
    const { loss, profit } = await stopsOf(memberId, part.ID);
    expect(loss).toMatchObject({ status: triggered, mnum: kept('1') });
    expect(profit).toMatchObject({ status: cancelled });
    expect(await audited()).toEqual([]);
  });

  it('are cancelled one by one, by their member alone', async () => {
    const memberId = await quiet();
    const { ID } = await attach({ memberId });
    const { profit, loss } = await stopsOf(memberId, ID);
    await expect(cancel(await holder(), profit.ID)).rejects.toMatchObject({
      code: refusals['not-found'],
    });
    await cancel(memberId, profit.ID);
    await limit(await holder(), 'sell', '490', '2');
    expect(await stopsOf(memberId, ID)).toMatchObject({
      profit: { status: cancelled, mnum: '0', attached: { orderId: ID } },
      loss: { status: waiting, mnum: kept('2') },
    });
    await tick('469');
    expect((await stopsOf(memberId, ID)).loss).toMatchObject({ status: triggered });
    await expect(cancel(memberId, loss.ID)).rejects.toMatchObject({
      code: refusals['order-closed'],
    });
    expect(await audited()).toEqual([]);
  });

  it('that were sold meanwhile place nothing, and say what was needed and available', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    await quiet();
    const { ID } = await attach({ memberId });
    await limit(await holder(), 'sell', '490', '2');
    await tick('500');
    await limit(memberId, 'sell', '499', kept('1'));
    await tick('460');
    const { profit, loss } = await stopsOf(memberId, ID);
    expect(loss).toMatchObject({ status: rejected, rejection: { needed: kept('2'), coin: base } });
    expect(profit).toMatchObject({ status: cancelled });
    expect(await audited()).toEqual([]);
  });

  it('of a sell spend what it received', async () => {
    const memberId = await quiet();
    const sale = { side: 'sell', price: '510', takeProfit: '480', stopLoss: '540' } as const;
    const { ID } = await attach({ memberId, ...sale });
    await limit(await holder(), 'buy', '510', '2');
    const received = '1018.98';
    expect((await stopsOf(memberId, ID)).profit).toMatchObject({ side: 1, musdt: received });
    await tick('480');
    const { profit } = await stopsOf(memberId, ID);
    const { order: placed } = await find(memberId, profit.ID);
    expect(placed).toMatchObject({ side: 1, type: 2, musdt: received });
    expect(await audited()).toEqual([]);
  });

  it('follow an order that is changed, whose price stays between them', async () => {
    const memberId = await quiet();
    const { ID } = await attach({ memberId });
    const amend = (limitPrice: string) =>
      amendOrder(fresh.database, engines, {
        memberId,
        orderId: ID,
        limitPrice: decimal(limitPrice),
        quantity: undefined,
        key: undefined,
      });
    await expect(amend('470')).rejects.toMatchObject({
      code: refusals['out-of-bounds'],
      detail: { fields: ['stopLoss'], text: 'order.attachedBelow' },
    });
    await limit(await holder(), 'sell', '495', '0.5');
    // It trades as it is changed.
    await amend('495');
    expect((await stopsOf(memberId, ID)).loss).toMatchObject({ mnum: kept('0.5') });
    expect(await audited()).toEqual([]);
  });

  it('are there again after a restart', async () => {
    const memberId = await quiet();
    const [none, part] = [await attach({ memberId }), await attach({ memberId, price: '492' })];
    await limit(await holder(), 'sell', '492', '1');
    await engines.close();
    await begin();
    await tick('499');
    await withdrawn();
    await limit(await holder(), 'sell', '490', '3');
    expect((await stopsOf(memberId, part.ID)).loss).toMatchObject({ mnum: kept('2') });
    expect((await stopsOf(memberId, none.ID)).loss).toMatchObject({ mnum: kept('2') });
    await tick('469');
    for (const { ID } of [none, part]) {
      expect((await stopsOf(memberId, ID)).loss).toMatchObject({ status: triggered });
    }
    expect(await audited()).toEqual([]);
  });
});

describe('take profit and stop loss of a market order', () => {
  it('wait for what it bought, and count prices after it', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await attach({ memberId, type: 'market', total: '600', takeProfit: undefined });
    const [loss] = await attachedTo(memberId, ID);
    expect(loss).toMatchObject({ status: waiting, kind: 2 });
    const { filledQuantity } = (await order(memberId, ID))!;
    expect(loss!.mnum).toBe(kept(formatDecimal(filledQuantity)));
    await tick('470');
    expect((await attachedTo(memberId, ID))[0]).toMatchObject({ status: triggered });
    expect(await audited()).toEqual([]);
  });

  it('that bought nothing end with it', async () => {
    const memberId = await holder();
    await tick('500');
    deps.prices.publish({
      symbol,
      price: decimal('500'),
      at: clock.now() - MINUTE_MS,
      seq: 1_000_000,
    });
    await expect(attach({ memberId, type: 'market', total: '600' })).rejects.toMatchObject({
      code: refusals['no-price'],
    });
    expect(await balance(memberId, 'USDT')).toEqual({ available: '10000', held: '0' });
  });
});

describe('an order with attached ones', () => {
  it('is refused where they are missing, met already or on the wrong side, and reserves nothing', async () => {
    const memberId = await quiet();
    const refusedWith = (name: keyof typeof refusals, field: string) => ({
      code: refusals[name],
      detail: { fields: [field] },
    });
    const attempts = [
      [{ takeProfit: undefined, stopLoss: '' }, refusedWith('price-missing', 'takeProfit')],
      [{ takeProfit: '500' }, refusedWith('condition-met', 'takeProfit')],
      [{ takeProfit: '490' }, refusedWith('out-of-bounds', 'takeProfit')],
      [{ stopLoss: '490' }, refusedWith('out-of-bounds', 'stopLoss')],
      [{ stopLoss: '480.000001' }, refusedWith('out-of-bounds', 'stopLoss')],
      [{ price: '505', stopLoss: '501' }, refusedWith('condition-met', 'stopLoss')],
      [{ stopLoss: 'x' }, refusedWith('invalid-request', 'stopLoss')],
      [{ quantity: '100' }, { code: refusals['insufficient-balance'] }],
    ] as const;
    for (const [given, refusal] of attempts) {
      await expect(attach({ memberId, ...given }), JSON.stringify(given)).rejects.toMatchObject(
        refusal,
      );
    }
    expect(await balance(memberId, 'USDT')).toEqual({ available: '10000', held: '0' });
  });
});

describe('prices, fills and cancellations at the same time', () => {
  it('leave each order with one outcome, and what it bought sold at most once', async () => {
    await storedTick('500');
    const members = await Promise.all(Array.from({ length: 10 }, holder));
    const placed = await Promise.all(
      members.map(async (memberId, at) => {
        const watches = at % 2 ? 'last' : 'reference';
        const given = { memberId, watches, price: at % 3 ? '497' : '496' } as const;
        return { memberId, ...(await attach({ ...given, takeProfit: '503', stopLoss: '494' })) };
      }),
    );
    const [buyer, seller] = await Promise.all([
      fundedMember(fresh.database, { USDT: '100000' }),
      fundedMember(fresh.database, { [base]: '200' }),
    ]);
    const cancels = (from: number) =>
      placed
        .filter((_each, at) => at % 5 === from)
        .map(({ memberId, ID }) => cancelLimit(memberId, ID));
    await Promise.allSettled([
      limit(seller, 'sell', '497', '5'),
      ...cancels(0),
      storedTick('498'),
      limit(seller, 'sell', '496', '3'),
      storedTick('504'),
      limit(buyer, 'buy', '504', '3'),
      ...cancels(1),
      storedTick('493.5'),
      limit(seller, 'sell', '493', '4'),
      storedTick('493'),
    ]);
    await settled();
    const outcomes = new Set<number>();
    for (const { memberId, ID } of placed) {
      const stops = await attachedTo(memberId, ID);
      for (const { status } of stops) outcomes.add(status);
      const met = stops.filter(({ status }) => status === triggered || status === rejected);
      expect(met.length).toBeLessThan(2);
      const { status, filledQuantity } = (await order(memberId, ID))!;
      if (met.length === 1) {
        expect(status).not.toBe('open');
        expect(met[0]!.mnum).toBe(kept(formatDecimal(filledQuantity)));
      }
    }
    expect(outcomes).toContain(triggered);
    expect(await audited()).toEqual([]);
  });
});

describe('the audit', () => {
  it('finds an attached order that does not agree with its order', async () => {
    const memberId = await quiet();
    const [open, met] = [await attach({ memberId, price: '495' }), await attach({ memberId })];
    await limit(await holder(), 'sell', '490', '3');
    const stops = await stopsOf(memberId, open.ID);
    await cancel(memberId, stops.profit.ID);
    await tick('521');
    const { loss } = await stopsOf(memberId, met.ID);
    const clean = await fresh.database.snapshot(auditAttached);
    expect(clean).toMatchObject({ faults: [] });
    const { rule } = clean;
    const orders = (set: string, id: number) => `update spot_orders set ${set} where id = ${id}`;
    const change = (set: string, id: number) =>
      `update spot_conditional_orders set ${set} where id = ${id}`;
    for (const sql of [
      orders('filled_quantity = 1', open.ID),
      orders('status = 1', met.ID),
      change('quantity = 1', stops.loss.ID),
      change('quantity = null', stops.loss.ID),
      change('quantity = 3', stops.profit.ID),
      change('status = 1, parent_end = null', loss.ID),
    ]) {
      const found = await failedRulesOf(
        async (database) => [await database.snapshot(auditAttached)],
        fresh,
        [sql],
      );
      expect([sql, found]).toEqual([sql, [rule]]);
    }
  });
});
