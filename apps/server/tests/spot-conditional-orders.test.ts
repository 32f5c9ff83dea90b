/** Orders that wait for a price (docs/features/trading/conditional-orders.md), with the engines of one instance and a real database. */
import { decimal, type Price } from '@tern/money';
import { conditionalStatus, refusals, triggerPause } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyTriggered } from '../src/features/trading/spot/conditional/notify-triggered.ts';
import { createOrderApi } from '../src/features/trading/spot/order-api.ts';
import { HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { fundedMember } from './support/market.ts';
import {
  balance,
  base,
  begin,
  cancel,
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
  openOrders,
  openWorld,
  setReadOnly,
  settled,
  storedTick,
  symbol,
  tick,
  useMarket,
  wait,
} from './support/waiting-orders.ts';
import { auditTriggers } from '../src/audit/triggers.ts';
import { noticesTo } from './support/notices.ts';
import { failedRulesOf } from './support/tampering.ts';

const { waiting, triggered, cancelled, rejected } = conditionalStatus;
beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(nextMarket);

describe('a waiting order', () => {
  it('reserves nothing, and is placed by the first price that meets it and not by one a tick before', async () => {
    const memberId = await holder();
    await tick('500');
    const stop = { kind: 'stopLimit', triggerPrice: '495', price: '494', quantity: '2' } as const;
    const { ID, status } = await wait({ memberId, ...stop });
    expect(status).toBe(waiting);
    expect(await balance(memberId, base)).toEqual({ available: '10', held: '0' });

    await tick('495.1');
    expect((await find(memberId, ID)).reconditional.status).toBe(waiting);
    await tick('494.9');

    const { reconditional, order, pauses } = await find(memberId, ID);
    expect(reconditional).toMatchObject({
      status: triggered,
      met: { number: 3, price: '494.9', before: { number: 2, price: '495.1' } },
      orderId: order!.ID,
    });
    expect(order).toMatchObject({ side: 2, type: 1, mprice: '494', mnum: '2' });
    expect(reconditional.met).not.toHaveProperty('afterPause');
    expect(pauses).toEqual([]);
  });

  it('is placed once, whatever prices follow', async () => {
    const memberId = await holder();
    await tick('500');
    await wait({ memberId, kind: 'stopLimit', triggerPrice: '495', price: '520', quantity: '1' });
    for (const price of ['495', '490', '510', '494']) await tick(price);
    const { open } = await openOrders(memberId);
    expect(open).toBe(1);
  });

  it('buys at market with the given total when the price rises to its stop', async () => {
    const memberId = await holder();
    await tick('500');
    const stop = { kind: 'stopMarket', side: 'buy', triggerPrice: '505', total: '100' } as const;
    const { ID } = await wait({ memberId, ...stop });
    await tick('505');
    const { order } = await find(memberId, ID);
    expect(order).toMatchObject({ status: 2, type: 2, musdt: '100' });
  });

  it('takes profit above the price for a sell, below it for a buy', async () => {
    const memberId = await holder();
    await tick('500');
    const up = await wait({
      memberId,
      kind: 'takeProfitMarket',
      triggerPrice: '510',
      quantity: '1',
    });
    const buy = { side: 'buy', triggerPrice: '490', price: '490', quantity: '1' } as const;
    const down = await wait({ memberId, kind: 'takeProfitLimit', ...buy });
    expect([up.operator, down.operator]).toEqual([1, 2]);
    await tick('510');
    await tick('490');
    for (const { ID } of [up, down]) {
      expect((await find(memberId, ID)).reconditional.status).toBe(triggered);
    }
  });

  it('is refused with the current price when its trigger is already met', async () => {
    const memberId = await holder();
    await tick('500');
    const stop = { memberId, kind: 'stopMarket', triggerPrice: '500', quantity: '1' } as const;
    await expect(wait(stop)).rejects.toMatchObject({
      code: refusals['condition-met'],
      detail: { data: { price: '500' }, fields: ['triggerPrice'] },
    });
  });

  it('is refused outside the bounds of its market, and beyond fifty of a member', async () => {
    useMarket('bnbusdt');
    const memberId = await holder();
    await tick('500');
    const stop = { memberId, kind: 'stopLimit', triggerPrice: '495', price: '494' } as const;
    const outOfBounds = refusals['out-of-bounds'];
    await expect(wait({ ...stop, quantity: '1', triggerPrice: '495.00001' })).rejects.toMatchObject(
      { code: outOfBounds },
    );
    await expect(wait({ ...stop, quantity: '1', price: '1' })).rejects.toMatchObject({
      code: outOfBounds,
    });
    await expect(wait({ ...stop, quantity: '0.001' })).rejects.toMatchObject({
      code: refusals['below-minimum'],
    });
    await expect(wait({ ...stop })).rejects.toMatchObject({ code: refusals['amount-missing'] });
    const trailing = { memberId, kind: 'trailingStop', quantity: '1' } as const;
    for (const rate of ['0.0009', '0.2001', '0.01005']) {
      await expect(wait({ ...trailing, rate })).rejects.toMatchObject({ code: outOfBounds });
    }
    for (let count = 0; count < 50; count += 1) await wait({ ...stop, quantity: '1' });
    await expect(wait({ ...stop, quantity: '1' })).rejects.toMatchObject({
      code: refusals['limit-reached'],
    });
  });

  it('is cancelled by its member alone, and not once it was triggered', async () => {
    const [memberId, other] = [await holder(), await holder()];
    await tick('500');
    const stop = { memberId, kind: 'stopMarket', triggerPrice: '495', quantity: '1' } as const;
    const [first, second] = [await wait(stop), await wait(stop)];
    await expect(cancel(other, first.ID)).rejects.toMatchObject({ code: refusals['not-found'] });
    expect((await cancel(memberId, first.ID)).conditional.status).toBe(cancelled);
    await tick('490');
    expect((await find(memberId, first.ID)).reconditional.status).toBe(cancelled);
    await expect(cancel(memberId, second.ID)).rejects.toMatchObject({
      code: refusals['order-closed'],
    });
  });

  it('is cancelled with the open orders when the account is frozen', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, kind: 'stopMarket', triggerPrice: '495', quantity: '1' });
    const api = createOrderApi({
      database: fresh.database,
      instruments: deps.instruments,
      engines,
    });
    expect(await api.cancelAll(memberId)).toBe(1);
    expect((await find(memberId, ID)).reconditional.status).toBe(cancelled);
  });
});

describe('a trailing stop', () => {
  it('stores each best price that is a tick better, and sells when the price has turned by the rate', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID, bestPrice, triggerPrice } = await wait({
      memberId,
      kind: 'trailingStop',
      rate: '0.02',
      quantity: '1',
    });
    expect([bestPrice, triggerPrice]).toEqual(['500', '490']);
    await tick('520');
    const stored = (await find(memberId, ID)).reconditional;
    expect(stored).toMatchObject({ status: waiting, bestPrice: '520', triggerPrice: '509.6' });
    await tick('509.7');
    expect((await find(memberId, ID)).reconditional.status).toBe(waiting);
    await tick('509.6');
    expect((await find(memberId, ID)).reconditional).toMatchObject({
      status: triggered,
      bestPrice: '520',
    });
  });

  it('begins to follow at its start price', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID, triggerPrice } = await wait({
      memberId,
      kind: 'trailingStop',
      rate: '0.01',
      startPrice: '510',
      quantity: '1',
    });
    expect(triggerPrice).toBe('0');
    await tick('480');
    await tick('510');
    expect((await find(memberId, ID)).reconditional).toMatchObject({
      status: waiting,
      bestPrice: '510',
      triggerPrice: '504.9',
    });
  });
});

describe('the last trade', () => {
  it('triggers at the trade that meets it, behind the commands that were taken before', async () => {
    const [buyer, seller, stopped, late] = [
      await holder(),
      await holder(),
      await holder(),
      await holder(),
    ];
    await tick('500');
    // The exchange removes its quotes once the price is stale; limit orders still match.
    clock.advance(MINUTE_MS);
    const stop = { kind: 'stopLimit', watches: 'last', triggerPrice: '495', price: '494' } as const;
    const { ID } = await wait({ memberId: stopped, ...stop, quantity: '1' });
    await limit(buyer, 'buy', '494.5');
    const bid = await limit(buyer, 'buy', '494.2');
    // In one batch: the trade at 494.5, then the sale that takes the other bid before the triggered order can.
    const [, sale] = await Promise.all([
      limit(seller, 'sell', '494.5'),
      limit(late, 'sell', '494.2'),
    ]);
    expect(sale.order.status).toBe(2);

    const { reconditional, order } = await find(stopped, ID);
    expect(reconditional).toMatchObject({ status: triggered, met: { price: '494.5' } });
    expect(order).toMatchObject({ status: 1, dealNum: '0', mprice: '494' });
    expect(bid.order.ID).toBeLessThan(order!.ID);
  });

  it('of a triggered order triggers the next one in the same batch', async () => {
    const [buyer, first, second] = [await holder(), await holder(), await holder()];
    await tick('500');
    clock.advance(MINUTE_MS);
    await limit(buyer, 'buy', '495');
    await limit(buyer, 'buy', '490');
    const stop = { kind: 'stopLimit', watches: 'last', quantity: '1' } as const;
    const one = await wait({ memberId: first, ...stop, triggerPrice: '495', price: '490' });
    const two = await wait({ memberId: second, ...stop, triggerPrice: '490', price: '489' });
    await limit(await holder(), 'sell', '495');
    const [{ reconditional: a }, { reconditional: b }] = [
      await find(first, one.ID),
      await find(second, two.ID),
    ];
    expect([a.status, b.status]).toEqual([triggered, triggered]);
    expect(b.met).toMatchObject({ price: '490', before: { number: a.met!.number, price: '495' } });
    expect(a.met!.at).toBe(b.met!.at);
  });
});

describe('a trigger without funds', () => {
  it('ends as rejected with both figures, moves nothing, and its member is told once', async () => {
    const memberId = await fundedMember(fresh.database, { [base]: '1' });
    await tick('500');
    const { ID } = await wait({ memberId, kind: 'stopMarket', triggerPrice: '495', quantity: '3' });
    await tick('495');
    const { reconditional, order } = await find(memberId, ID);
    expect(reconditional).toMatchObject({
      status: rejected,
      met: { price: '495' },
      rejection: {
        code: refusals['insufficient-balance'],
        coin: base,
        needed: '3',
        available: '1',
      },
    });
    expect(order).toBeUndefined();
    expect(await balance(memberId, base)).toEqual({ available: '1', held: '0' });

    const notify = () => notifyTriggered({ ...deps, database: fresh.database, clock });
    await notify();
    await notify();
    expect(await noticesTo(fresh.database, memberId)).toMatchObject([
      {
        kind: 'spot.conditionalShort',
        values: {
          market: `${base}/USDT`,
          price: '495',
          quote: 'USDT',
          needed: '3',
          available: '1',
          coin: base,
        },
      },
    ]);
  });

  it('counts what other orders of the batch have taken, and what is known of the member from before', async () => {
    const memberId = await fundedMember(fresh.database, { [base]: '3' });
    await tick('500');
    const stop = {
      memberId,
      kind: 'stopLimit',
      triggerPrice: '495',
      price: '520',
      quantity: '2',
    } as const;
    const [first, second] = [await wait(stop), await wait(stop)];
    await tick('494');
    expect((await find(memberId, first.ID)).reconditional.status).toBe(triggered);
    expect((await find(memberId, second.ID)).reconditional).toMatchObject({
      status: rejected,
      rejection: { needed: '2', available: '1' },
    });
  });
});

describe('a pause', () => {
  const stop = { kind: 'stopLimit', triggerPrice: '495', price: '494', quantity: '1' } as const;

  it('of the server: what waits is there again, and the first price afterwards counts and names it', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, ...stop });
    const trailing = await wait({ memberId, kind: 'trailingStop', rate: '0.2', quantity: '1' });
    await tick('530');
    await engines.close();
    await begin();
    // While no engine ran, a price met it.
    numbers.set(symbol, 5);
    await tick('496');
    expect((await find(memberId, ID)).reconditional.status).toBe(waiting);
    expect((await find(memberId, trailing.ID)).reconditional.bestPrice).toBe('530');
    await tick('495');
    const { reconditional, pauses } = await find(memberId, ID);
    expect(reconditional).toMatchObject({
      status: triggered,
      met: { number: 7, before: { number: 6 } },
    });
    expect(pauses).toMatchObject([{ reason: triggerPause.restart, untilNumber: 6 }]);
  });

  it('of read-only mode: nothing triggers, the first price afterwards does and says so', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, ...stop });
    setReadOnly(clock.now());
    await tick('490');
    expect((await find(memberId, ID)).reconditional.status).toBe(waiting);
    setReadOnly(undefined);
    await tick('491');
    const { reconditional, pauses } = await find(memberId, ID);
    expect(reconditional).toMatchObject({
      status: triggered,
      met: { number: 3, price: '491', before: { number: 1 }, afterPause: triggerPause.readOnly },
    });
    expect(pauses).toMatchObject([
      { reason: triggerPause.readOnly, afterNumber: 1, untilNumber: 3 },
    ]);
  });

  it('of the session: it can be set while the market is closed, and the first price of the next one counts', async () => {
    const memberId = await fundedMember(fresh.database, { EUR: '1000', USD: '1000' });
    useMarket('eurusd');
    await tick('1.1');
    // Saturday.
    clock.advance(3 * 24 * HOUR_MS);
    const { ID } = await wait({
      memberId,
      kind: 'stopMarket',
      triggerPrice: '1.09',
      quantity: '100',
    });
    await tick('1.08');
    expect((await find(memberId, ID)).reconditional.status).toBe(waiting);
    clock.set(Date.parse('2026-11-22T22:00:00Z'));
    await tick('1.085');
    expect((await find(memberId, ID)).reconditional).toMatchObject({
      status: triggered,
      met: { number: 3, afterPause: triggerPause.closed },
    });
  });

  it('of the prices: one that comes too late or is missing triggers nothing and is named', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, ...stop });
    numbers.set(symbol, 4);
    await tick('495');
    expect((await find(memberId, ID)).reconditional).toMatchObject({
      status: triggered,
      met: { number: 5, afterPause: triggerPause.latePrices },
    });
  });

  it('prices that are published together are compared one by one, oldest first', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, ...stop });
    const at = clock.now();
    const of = (seq: number, price: string) => ({
      symbol,
      seq,
      at,
      price: decimal<Price>(price),
    });
    deps.prices.publish({ ...of(4, '497'), before: [of(2, '494'), of(3, '493')] });
    await settled();
    expect((await find(memberId, ID)).reconditional).toMatchObject({
      status: triggered,
      met: { number: 2, price: '494', before: { number: 1 } },
    });
  });
});

describe('prices, cancellations and trades at the same time', () => {
  it('leave each order either cancelled or placed once, and never both', async () => {
    await storedTick('500');
    const members = await Promise.all(Array.from({ length: 12 }, holder));
    const stop = { triggerPrice: '496', price: '490', quantity: '1' } as const;
    const waits = await Promise.all(
      members.flatMap((memberId, at) => [
        wait({ memberId, kind: 'stopMarket', triggerPrice: '495', quantity: '1' }),
        wait({ memberId, kind: 'stopLimit', ...stop, watches: at % 2 ? 'last' : 'reference' }),
      ]),
    );
    const [buyer, seller] = [await holder(), await holder()];
    const cancels = waits.map(
      ({ ID }, at) =>
        () =>
          cancel(members[Math.floor(at / 2)]!, ID),
    );
    const some = (from: number) =>
      cancels.filter((_each, at) => at % 4 === from).map((each) => each());
    await Promise.allSettled([
      ...some(0),
      storedTick('495.5'),
      ...some(1),
      limit(buyer, 'buy', '495.8', '3'),
      limit(seller, 'sell', '495.8', '3'),
      storedTick('494'),
      ...some(2),
      storedTick('493'),
    ]);
    await settled();

    for (const [at, { ID }] of waits.entries()) {
      const { reconditional, order } = await find(members[Math.floor(at / 2)]!, ID);
      expect([cancelled, triggered]).toContain(reconditional.status);
      expect(order !== undefined).toBe(reconditional.status === triggered);
    }
    expect((await fresh.database.snapshot(auditTriggers)).faults).toEqual([]);
  });
});

describe('the audit', () => {
  const RULE = 'every conditional order was triggered by the first price that met it';
  const audit = () => fresh.database.snapshot(auditTriggers);
  const found = (sql: string) =>
    failedRulesOf(async (database) => [await database.snapshot(auditTriggers)], fresh, [sql]);

  it('compares every price with what waited, and finds one that was passed over or did not meet it', async () => {
    const [memberId, buyer] = [await holder(), await holder()];
    await storedTick('500');
    const stop = { memberId, kind: 'stopLimit', price: '470', quantity: '1' } as const;
    const met = await wait({ ...stop, triggerPrice: '495' });
    const trailing = await wait({ memberId, kind: 'trailingStop', rate: '0.04', quantity: '1' });
    const waits = await wait({ ...stop, triggerPrice: '480' });
    await storedTick('510');
    // Cancelled in the second of a price that came before it.
    await cancel(memberId, (await wait({ ...stop, triggerPrice: '490' })).ID);
    await storedTick('496');
    await storedTick('494');
    await storedTick('489.6');
    const byTrade = await wait({ ...stop, watches: 'last', triggerPrice: '485' });
    clock.advance(MINUTE_MS);
    await limit(buyer, 'buy', '486');
    await limit(buyer, 'buy', '484');
    for (const price of ['486', '484']) await limit(await holder(), 'sell', price);
    for (const { ID } of [met, trailing, byTrade]) {
      expect((await find(memberId, ID)).reconditional.status).toBe(triggered);
    }
    const clean = await audit();
    expect(clean).toMatchObject({ rule: RULE, faults: [] });
    expect(clean.checked).toBeGreaterThanOrEqual(4);

    const row = (id: number) => `update spot_conditional_orders set %s where id = ${id}`;
    const faults = [
      row(met.ID).replace('%s', 'met_number = met_number + 1'),
      row(met.ID).replace('%s', 'met_price = 493'),
      row(waits.ID).replace('%s', 'trigger_price = 490'),
      row(trailing.ID).replace('%s', 'trailing_rate = 0.02'),
      row(byTrade.ID).replace('%s', 'trigger_price = 486'),
      row(byTrade.ID).replace('%s', 'met_number = met_number + 1'),
    ];
    for (const sql of faults) expect([sql, await found(sql)]).toEqual([sql, [RULE]]);
  });
});
