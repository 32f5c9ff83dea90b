/** Changes of conditional orders that wait: what they become, their place, what is refused, and races with prices and cancellations. */
import { conditionalStatus, refusals, spotStatus } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { auditTriggers } from '../src/audit/triggers.ts';
import { amendConditional } from '../src/features/trading/spot/conditional/amend-conditional.ts';
import { MINUTE_MS } from '../src/platform/durations.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { freezeMember } from './support/members.ts';
import { failedRulesOf } from './support/tampering.ts';
import {
  amendWaiting,
  attach,
  attachedTo,
  begin,
  cancel,
  clock,
  closeWorld,
  engines,
  find,
  fresh,
  holder,
  limit,
  nextMarket,
  oco,
  openWorld,
  order,
  settled,
  storedTick,
  tick,
  useMarket,
  wait,
} from './support/waiting-orders.ts';

const { waiting, triggered } = conditionalStatus;
beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(nextMarket);

const audited = async () => (await auditBooks(fresh.database)).flatMap(({ faults }) => faults);
const statusOf = async (memberId: number, id: number) =>
  (await find(memberId, id)).reconditional.status;

const eventsOf = defineQuery({
  name: 'test.conditionalEvents',
  text: `select e.event->'data'->>'triggerPrice' as trigger, e.event->'data'->>'mnum' as quantity
    from member_events m cross join json_array_elements(m.events) with ordinality as e(event, at)
    where (e.event->>'memberId')::int8 = $1 and e.event->>'topic' = 'spot.conditional' order by m.seq, e.at`,
  params: [int8],
  row: { trigger: text, quantity: text },
});

const stop = { kind: 'stopLimit', triggerPrice: '495', price: '494', quantity: '2' } as const;

describe('a changed conditional order', () => {
  it('is met by its new trigger and places what it became, under the same id', async () => {
    const memberId = await holder();
    await storedTick('500');
    const { ID } = await wait({ memberId, ...stop });
    const changed = await amendWaiting(memberId, ID, { triggerPrice: '490', price: '489' });
    expect(changed).toMatchObject({ ID, status: waiting, triggerPrice: '490', mprice: '489' });
    await amendWaiting(memberId, ID, { quantity: '1.5' });
    await storedTick('494');
    expect(await statusOf(memberId, ID)).toBe(waiting);
    await storedTick('489.5');
    const { reconditional, order: placed } = await find(memberId, ID);
    expect(reconditional).toMatchObject({ status: triggered, met: { price: '489.5' } });
    const events = await fresh.database.many(eventsOf, [memberId]);
    expect(events.map(({ trigger, quantity }) => [trigger, quantity])).toEqual([
      ['495', '2'],
      ['490', '2'],
      ['490', '1.5'],
      ['490', '1.5'],
    ]);
    expect(placed).toMatchObject({ mprice: '489', mnum: '1.5' });
    expect(await audited()).toEqual([]);
  });

  it('keeps its place with less, and goes behind the others with anything else, also after a restart', async () => {
    const memberId = await holder();
    await storedTick('500');
    const placeOne = async () => (await wait({ memberId, ...stop, quantity: '1' })).ID;
    const [less, more, moved, dearer] = [
      await placeOne(),
      await placeOne(),
      await placeOne(),
      await placeOne(),
    ];
    const last = await placeOne();
    await amendWaiting(memberId, more, { quantity: '1.1' });
    await amendWaiting(memberId, less, { quantity: '0.9' });
    await amendWaiting(memberId, moved, { triggerPrice: '494' });
    await amendWaiting(memberId, moved, { triggerPrice: '495' });
    await amendWaiting(memberId, dearer, { price: '494.5' });
    await engines.close();
    await begin();
    await storedTick('498');
    await storedTick('494');
    const placed = await Promise.all(
      [less, last, more, moved, dearer].map(
        async (id) => (await find(memberId, id)).reconditional.orderId!,
      ),
    );
    expect(placed).toEqual(placed.toSorted((left, right) => left - right));
    expect(await audited()).toEqual([]);
  });

  it('that trails keeps the best price that it has followed to, whatever its distance becomes', async () => {
    const memberId = await holder();
    await storedTick('500');
    const trailing = { kind: 'trailingStop', rate: '0.1', quantity: '1' } as const;
    const { ID } = await wait({ memberId, ...trailing });
    const later = await wait({ memberId, ...trailing, startPrice: '530' });
    await storedTick('520');
    await storedTick('512');
    await amendWaiting(memberId, later.ID, { startPrice: '525' });
    await expect(amendWaiting(memberId, ID, { rate: '0.015' })).rejects.toMatchObject({
      code: refusals['condition-met'],
      detail: { fields: ['rate'], data: { price: '512' } },
    });
    const changed = await amendWaiting(memberId, ID, { rate: '0.02' });
    expect(changed).toMatchObject({ bestPrice: '520', triggerPrice: '509.6' });
    await storedTick('509.6');
    expect(await statusOf(memberId, ID)).toBe(triggered);
    await storedTick('526');
    expect((await find(memberId, later.ID)).reconditional).toMatchObject({ bestPrice: '526' });
    await expect(amendWaiting(memberId, later.ID, { startPrice: '540' })).rejects.toMatchObject({
      code: refusals['not-available'],
    });
    await amendWaiting(memberId, later.ID, { rate: '0.2', quantity: '0.5' });
    expect(await audited()).toEqual([]);
  });

  it('is the stop of an OCO, whose amount stays that of its limit order', async () => {
    const memberId = await holder();
    await storedTick('500');
    const { ID, limitId } = await oco({ memberId });
    await amendWaiting(memberId, ID, { triggerPrice: '485', price: '480' });
    await expect(amendWaiting(memberId, ID, { quantity: '1' })).rejects.toMatchObject({
      code: refusals['not-available'],
      detail: { fields: ['quantity'] },
    });
    await storedTick('486');
    expect(await order(memberId, limitId)).toMatchObject({ status: 'open' });
    await storedTick('485');
    const { order: placed } = await find(memberId, ID);
    expect(placed).toMatchObject({ mprice: '480', mnum: '2' });
    expect(await order(memberId, limitId)).toMatchObject({ status: 'cancelled' });
    expect(await audited()).toEqual([]);
  });

  it('is attached: its trigger stays beyond the price of its order while that is open, then beyond the current one', async () => {
    const memberId = await holder();
    await storedTick('500');
    clock.advance(MINUTE_MS);
    await settled();
    const { ID } = await attach({ memberId });
    const [profit, loss] = await attachedTo(memberId, ID);
    await amendWaiting(memberId, loss!.ID, { triggerPrice: '460' });
    const above = amendWaiting(memberId, loss!.ID, { triggerPrice: '491' });
    await expect(above).rejects.toMatchObject({ code: refusals['out-of-bounds'] });
    await limit(await holder(), 'sell', '490', '2');
    await storedTick('470');
    expect(await statusOf(memberId, loss!.ID)).toBe(waiting);
    await storedTick('500');
    await amendWaiting(memberId, loss!.ID, { triggerPrice: '495' });
    await expect(amendWaiting(memberId, profit!.ID, { triggerPrice: '499' })).rejects.toMatchObject(
      { code: refusals['condition-met'] },
    );
    const more = amendWaiting(memberId, profit!.ID, { quantity: '1' });
    await expect(more).rejects.toMatchObject({ code: refusals['not-available'] });
    await storedTick('494');
    const { reconditional, order: sold } = await find(memberId, loss!.ID);
    expect(reconditional).toMatchObject({ status: triggered, met: { price: '494' } });
    expect(sold).toMatchObject({ status: spotStatus.filled });
    expect(await audited()).toEqual([]);
  });
});

describe('a change is refused', () => {
  beforeEach(() => useMarket('bnbusdt'));

  it.each([
    ['to a trigger that is met already', { triggerPrice: '500' }, 'condition-met'],
    ['to a trigger off the ticks', { triggerPrice: '490.0001' }, 'out-of-bounds'],
    ['to a limit price outside the band', { price: '1' }, 'out-of-bounds'],
    ['to less than the smallest value', { quantity: '0.01' }, 'below-minimum'],
    ['to a sum, which a sale does not have', { total: '10' }, 'not-available'],
    ['to a distance, which it does not have', { rate: '0.1' }, 'not-available'],
    ['to what is no number', { triggerPrice: '1e3' }, 'invalid-request'],
  ] as const)('%s', async (_what, to, refusal) => {
    const memberId = await holder();
    await tick('500');
    const { ID } = await wait({ memberId, ...stop });
    const code = refusals[refusal];
    await expect(amendWaiting(memberId, ID, to)).rejects.toMatchObject({ code });
    await amendWaiting(memberId, ID, { triggerPrice: '495', quantity: '2' });
    expect((await find(memberId, ID)).reconditional).toMatchObject({ mnum: '2' });
  });

  it('of another member’s order, of a frozen one’s, and of one that does not wait any more', async () => {
    const memberId = await holder();
    await tick('500');
    const [{ ID }, gone, met] = [
      await wait({ memberId, ...stop }),
      await wait({ memberId, ...stop }),
      await wait({ memberId, ...stop, triggerPrice: '498' }),
    ];
    await cancel(memberId, gone.ID);
    await tick('497');
    const to = { triggerPrice: '490' };
    for (const [by, id, code] of [
      [await holder(), ID, refusals['not-found']],
      [memberId, gone.ID, refusals['order-closed']],
      [memberId, met.ID, refusals['order-closed']],
    ] as const) {
      await expect(amendWaiting(by, id, to)).rejects.toMatchObject({ code });
    }
    await freezeMember(fresh.database, memberId);
    await expect(amendWaiting(memberId, ID, to)).rejects.toMatchObject({
      code: refusals['account-frozen'],
    });
  });
});

describe('changes, prices and cancellations at the same time', () => {
  it('leave each order with one outcome, by the terms that it had when a price met it', async () => {
    const members = await Promise.all(Array.from({ length: 4 }, holder));
    await storedTick('500');
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const ours: { memberId: number; ID: number }[] = [];
    for (let round = 0; round < 14; round += 1) {
      const acts = Array.from({ length: 14 }, async () => {
        const [act, pick] = [random(12), ours[random(Math.max(ours.length, 1))]];
        const memberId = members[random(members.length)]!;
        const quantity = `0.${1 + random(9)}`;
        if (act < 3 || pick === undefined) {
          const terms =
            random(2) === 0
              ? ({ kind: 'stopMarket', triggerPrice: String(490 + random(8)) } as const)
              : ({ kind: 'trailingStop', rate: '0.01' } as const);
          ours.push({ memberId, ID: (await wait({ memberId, quantity, ...terms })).ID });
        } else if (act < 5) {
          await amendWaiting(pick.memberId, pick.ID, { triggerPrice: String(489 + random(11)) });
        } else if (act < 7) await amendWaiting(pick.memberId, pick.ID, { quantity });
        else if (act < 9) {
          await amendWaiting(pick.memberId, pick.ID, { rate: `0.0${1 + random(9)}` });
        } else if (act < 10) await cancel(pick.memberId, pick.ID);
        else await storedTick(String(492 + random(16)));
      });
      // Met or cancelled meanwhile, met by the current price, not its kind: what a race may end with.
      for (const each of await Promise.allSettled(acts)) {
        if (each.status === 'rejected') expect([5014, 5025, 5011]).toContain(each.reason.code);
      }
      clock.advance(1_000);
    }
    await storedTick('400');
    const ended = await Promise.all(ours.map(({ memberId, ID }) => statusOf(memberId, ID)));
    expect(ended).not.toContain(waiting);
    expect(ended).toContain(triggered);
    expect(await audited()).toEqual([]);
  }, 120_000);

  it('come once: the same key answers with the first outcome', async () => {
    const memberId = await holder();
    await tick('500');
    const { ID: conditionalId } = await wait({ memberId, ...stop });
    const key = { memberId, key: 'a change', requestHash: 'x' };
    const given = { memberId, conditionalId, triggerPrice: '490', key };
    const deps = { database: fresh.database, engines, changesKnown: { assert: async () => {} } };
    const first = await amendConditional(deps as never, given);
    await amendWaiting(memberId, conditionalId, { triggerPrice: '485' });
    expect(await amendConditional(deps as never, given)).toEqual(first);
    expect((await find(memberId, conditionalId)).reconditional.triggerPrice).toBe('485');
  });

  it.each([
    ['a change that never was', `delete from spot_conditional_amendments where not keeps_place`],
    [
      'a change to another trigger',
      `update spot_conditional_amendments set trigger_price = trigger_price + 30 where trigger_price is not null and not keeps_place`,
    ],
    [
      'a change at another time',
      `update spot_conditional_amendments set after_number = 0 where not keeps_place`,
    ],
  ])('the audit finds %s', async (_what, sql) => {
    const failed = await failedRulesOf(
      async (database) => [await database.snapshot(auditTriggers)],
      fresh,
      [sql],
    );
    expect(failed).toEqual([
      'every conditional order was triggered by the first price that met it',
    ]);
  });
});
