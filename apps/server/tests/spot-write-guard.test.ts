/** Rounds of orders that the database refuses. */
import { exchangeAccounts, type Posting, recordTypes } from '@tern/ledger';
import { type Amount, decimal, negate, type Price, type Rate, subtract, ZERO } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ConditionalAmendment,
  ConditionalOrder,
} from '../src/features/trading/spot/conditional/conditional-order.ts';
import {
  type ConditionalWrites,
  writeConditionals,
} from '../src/features/trading/spot/conditional/store.ts';
import { writeConditionalAmendments } from '../src/features/trading/spot/conditional/store-amendments.ts';
import type { Order } from '../src/features/trading/spot/order.ts';
import { findOrder } from '../src/features/trading/spot/store.ts';
import {
  type RoundWrites,
  takeEngineLease,
  writeSpot,
} from '../src/features/trading/spot/store-engine.ts';
import { postRound } from '../src/kernel/ledger/post-entries.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase, ownerOf } from './support/database.ts';
import { changeOf, NO_TERMS, waitingRow } from './support/conditional-rows.ts';
import { fundedMember } from './support/market.ts';

const MARKET = 1;
const OTHER_MARKET = 2;
const UNKNOWN_MEMBER = 999_999_999;

const copyOrder = defineStatement({
  name: 'test.copyOrder',
  text: `insert into spot_orders select 1, member_id, instrument_id, side, type, limit_price, quantity, budget, filled_quantity,
    filled_quote, fee, maker_fee_ratio, taker_fee_ratio, status, created_at, updated_at from spot_orders where id = $1`,
  params: [int8],
});
const reopenOrder = defineStatement({
  name: 'test.reopenOrder',
  text: 'update spot_orders set status = 1 where id = $1',
  params: [int8],
});
const deleteConditionals = defineStatement({
  name: 'test.deleteConditionals',
  text: 'delete from spot_conditional_orders',
  params: [],
});
const cancelConditionals = defineStatement({
  name: 'test.cancelConditionals',
  text: 'update spot_conditional_orders set status = 3, updated_at = now(), quantity = 2',
  params: [],
});

let fresh: FreshDatabase;
let memberId: number;
let place: { epoch: number; lastBatch: string };
let batches = 0;
/** No command of these batches has a number. */
const notRecorded = { first: 1, recorded: undefined };

beforeAll(async () => {
  fresh = await freshDatabase();
  memberId = await fundedMember(fresh.database, { USDT: '1000' });
  place = await fresh.database.transaction((tx) => takeEngineLease(tx, MARKET));
});
afterAll(() => fresh.drop());

const order = (changes: Partial<Order>): Order => ({
  id: 7,
  number: 0,
  memberId,
  instrumentId: MARKET,
  side: 'buy',
  type: 'limit',
  limitPrice: decimal<Price>('10'),
  quantity: decimal<Amount>('1'),
  budget: undefined,
  filledQuantity: ZERO,
  filledQuote: ZERO,
  fee: ZERO,
  receivedAsTaker: ZERO,
  place: 7,
  makerFee: decimal<Rate>('0.001'),
  takerFee: decimal<Rate>('0.001'),
  status: 'open',
  clientOrderId: undefined,
  source: 'app',
  timeInForce: undefined,
  conditional: undefined,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});

const trade = (instrumentId: number) => ({
  id: 9,
  instrumentId,
  makerOrderId: 7,
  takerOrderId: undefined,
  takerSide: 'buy' as const,
  price: decimal<Price>('10'),
  quantity: decimal<Amount>('1'),
  quoteAmount: decimal<Amount>('10'),
  makerFee: ZERO,
  takerFee: ZERO,
  createdAt: 0,
});

/** A round of the engine of `MARKET`. */
async function write(facts: Partial<RoundWrites>): Promise<void> {
  const name = `batch ${++batches}`;
  const engine = { instrumentId: MARKET, epoch: place.epoch };
  const batch = { engine, before: place.lastBatch, name, ...notRecorded };
  const nothing = { inserted: [], changed: [], trades: [], amendments: [] };
  await fresh.database.transaction((tx) =>
    writeSpot(tx, { batches: [batch], ...nothing, ...facts }),
  );
  place.lastBatch = name;
}

describe('a round', () => {
  it('writes orders of its members in its markets', async () => {
    await write({ inserted: [order({})] });
    expect(await fresh.database.snapshot((reader) => findOrder(reader, 7, memberId))).toMatchObject(
      { instrumentId: MARKET, status: 'open' },
    );
  });

  it('writes no order of an unknown member', async () => {
    const strange = write({ inserted: [order({ id: 8, memberId: UNKNOWN_MEMBER })] });
    await expect(strange).rejects.toMatchObject({ constraint: 'members_known' });
  });

  it('writes no order and no trade of a market whose engine is not in it', async () => {
    const elsewhere = write({ inserted: [order({ id: 8, instrumentId: OTHER_MARKET })] });
    await expect(elsewhere).rejects.toMatchObject({ constraint: 'spot_orders_of_round' });
    const traded = write({ trades: [trade(OTHER_MARKET)] });
    await expect(traded).rejects.toMatchObject({ constraint: 'spot_orders_of_round' });
  });
});

describe('the fee of an order', () => {
  /** A buy of 1 BTC at 10 from the exchange that pays this fee, alike in all rows and lines. */
  async function charge(text: string, changes: Partial<Order> = {}): Promise<void> {
    const [fee, one, ten] = [decimal<Amount>(text), decimal<Amount>('1'), decimal<Amount>('10')];
    const ids = { orderId: 100 + batches, tradeId: 100 + batches };
    const filled = {
      filledQuantity: one,
      filledQuote: ten,
      receivedAsTaker: one,
      status: 'filled',
    };
    const bought = order({ id: ids.orderId, ...filled, fee, ...changes } as Order);
    const { liquidity, fees } = exchangeAccounts;
    const line = (owner: number, asset: string, moved: Amount): Posting => {
      return { owner, asset, purpose: 'available', amount: moved };
    };
    const postings = [
      line(memberId, 'USDT', negate(ten)),
      line(memberId, 'BTC', subtract(one, fee)),
      line(fees, 'BTC', fee),
      line(liquidity, 'BTC', negate(one)),
      line(liquidity, 'USDT', ten),
    ];
    const kind = recordTypes.spotBuy;
    const fact = {
      kind,
      subjectId: ids.tradeId,
      postings,
      recordTypeOf: new Map([[memberId, kind]]),
    };
    const name = `batch ${++batches}`;
    const engine = { instrumentId: MARKET, epoch: place.epoch };
    const trades = [
      {
        ...trade(MARKET),
        id: ids.tradeId,
        makerOrderId: undefined,
        takerOrderId: ids.orderId,
        takerFee: fee,
      },
    ];
    const round = {
      kind: recordTypes.spotRound,
      reference: `round:${MARKET}:${name}`,
      facts: [fact],
      subAccount: 0,
    };
    await fresh.database.transaction(async (tx) => {
      const batch = { engine, before: place.lastBatch, name, ...notRecorded };
      await writeSpot(tx, {
        batches: [batch],
        inserted: [bought],
        changed: [],
        trades,
        amendments: [],
      });
      await postRound(tx, round, { at: 0, events: [], memberIds: [] });
    });
    place.lastBatch = name;
  }
  const unfounded = { constraint: 'ledger_unfounded' };

  it('is what is due for all that it received, to the smallest unit', async () => {
    await charge('0.001');
    await expect(charge('0.00100001')).rejects.toMatchObject(unfounded);
    await expect(charge('0.00099999')).rejects.toMatchObject(unfounded);
  });

  it('is the taker’s ratio of what it took from the book, and the maker’s of the rest', async () => {
    const half = { makerFee: decimal<Rate>('0.0005'), receivedAsTaker: decimal<Amount>('0.5') };
    await charge('0.00075', half);
    await expect(charge('0.001', half)).rejects.toMatchObject(unfounded);
    const more = charge('0.001', { receivedAsTaker: decimal<Amount>('1.00000001') });
    await expect(more).rejects.toMatchObject({ constraint: 'spot_orders_received_as_taker' });
  });

  it('of an order of an earlier release is left to the audit', async () => {
    await charge('0.00100001', { receivedAsTaker: undefined });
  });
});

describe('the server', () => {
  it('cannot write orders in any other way', async () => {
    for (const statement of [copyOrder, reopenOrder]) {
      const attempt = fresh.database.transaction((tx) => tx.run(statement, [7]));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });
});

describe('a conditional order', () => {
  const waiting = (changes: Partial<ConditionalOrder>) =>
    waitingRow({ memberId, instrumentId: MARKET, ...changes });
  const metAt = (price: string, number = 6) => ({
    met: { price: decimal<Price>(price), number, at: 0, before: undefined, afterPause: undefined },
  });
  const placed = (id: number) => order({ id, side: 'sell' });
  const nothing = { inserted: [], changed: [], pauses: [], marks: [] };

  /** Beside a batch of its market. */
  async function writeBeside(
    conditionals: Partial<ConditionalWrites>,
    orders: Partial<RoundWrites> = {},
    amendments: readonly ConditionalAmendment[] = [],
  ) {
    const name = `batch ${++batches}`;
    const engine = { instrumentId: MARKET, epoch: place.epoch };
    const round = { inserted: [], changed: [], trades: [], amendments: [], ...orders };
    await fresh.database.transaction(async (tx) => {
      const batch = { engine, before: place.lastBatch, name, ...notRecorded };
      await writeSpot(tx, { batches: [batch], ...round });
      await Promise.all([
        ...writeConditionalAmendments(tx, amendments),
        ...writeConditionals(tx, { ...nothing, ...conditionals }),
      ]);
    });
    place.lastBatch = name;
  }

  it('is written beside a batch of its market only, and for a member who may trade', async () => {
    const alone = fresh.database.transaction((tx) =>
      Promise.all(writeConditionals(tx, { ...nothing, inserted: [waiting({})] })),
    );
    const refused = { constraint: 'spot_conditional_orders_of_batch' };
    await expect(alone).rejects.toMatchObject(refused);
    const elsewhere = writeBeside({ inserted: [waiting({ instrumentId: OTHER_MARKET })] });
    await expect(elsewhere).rejects.toMatchObject(refused);
    const strange = writeBeside({ inserted: [waiting({ memberId: UNKNOWN_MEMBER })] });
    await expect(strange).rejects.toMatchObject({ constraint: 'members_known' });
  });

  it('is triggered by a price that meets it and with the order that was asked for, once', async () => {
    await writeBeside({ inserted: [waiting({})] });
    const trigger = (changes: Partial<ConditionalOrder>, orders = [placed(21)]) =>
      writeBeside(
        { changed: [waiting({ status: 'triggered', orderId: 21, ...metAt('9'), ...changes })] },
        { inserted: orders },
      );
    const refused = (constraint: string) => ({ constraint });
    const byPrice = refused('spot_conditional_orders_by_price');
    await expect(trigger(metAt('10.1'))).rejects.toMatchObject(byPrice);
    const after = refused('spot_conditional_orders_after');
    await expect(trigger(metAt('9', 5))).rejects.toMatchObject(after);
    const ofBatch = refused('spot_conditional_orders_of_batch');
    await expect(trigger({}, [])).rejects.toMatchObject(ofBatch);
    const other = order({ id: 21, side: 'sell', quantity: decimal<Amount>('2') });
    await expect(trigger({}, [other])).rejects.toMatchObject(ofBatch);
    const conditional = { id: 20, clientOrderId: undefined };
    const named = { ...placed(21), conditional };
    const killed = { ...named, timeInForce: 'fill-or-kill' } as const;
    // Nor does an order name one that has not placed it, or under other terms.
    const notPlaced = refused('spot_orders_of_conditional');
    await expect(trigger({}, [killed])).rejects.toMatchObject(notPlaced);
    await expect(writeBeside({}, { inserted: [named] })).rejects.toMatchObject(notPlaced);

    await trigger({}, [named]);
    const again = refused('spot_conditional_orders_still_waiting');
    const repeated = trigger({ orderId: 22 }, [placed(22)]);
    await expect(repeated).rejects.toMatchObject(again);
  });

  it('that watches trades is triggered by a trade of its batch only', async () => {
    const last = { id: 23, watches: 'last', acceptedAfter: undefined } as const;
    await writeBeside({ inserted: [waiting(last)] });
    const changed = [waiting({ ...last, status: 'triggered', orderId: 24, ...metAt('10', 9) })];
    await expect(writeBeside({ changed }, { inserted: [placed(24)] })).rejects.toMatchObject({
      constraint: 'spot_conditional_orders_of_batch',
    });
    await writeBeside({ changed }, { inserted: [placed(24)], trades: [trade(MARKET)] });
  });

  it('of an OCO ends with its limit order, and is placed with what that has left', async () => {
    const limitOf = (changes: Partial<Order>) =>
      order({ id: 30, side: 'sell', limitPrice: decimal<Price>('12'), ...changes });
    const half = decimal<Amount>('0.5');
    const pair = { orderId: 30, price: decimal<Price>('12'), filled: ZERO };
    const stop = (changes: Partial<ConditionalOrder>) => waiting({ id: 31, pair, ...changes });
    const refused = { constraint: 'spot_conditional_orders_of_pair' };
    const inserted = [stop({})];
    for (const wrong of [
      limitOf({ quantity: decimal<Amount>('2') }),
      limitOf({ limitPrice: decimal<Price>('13') }),
      limitOf({ side: 'buy' }),
      limitOf({ status: 'cancelled' }),
      limitOf({ filledQuantity: half }),
    ]) {
      await expect(writeBeside({ inserted }, { inserted: [wrong] })).rejects.toMatchObject(refused);
    }
    await expect(writeBeside({ inserted })).rejects.toMatchObject(refused);
    await writeBeside({ inserted }, { inserted: [limitOf({})] });
    const again = stop({ id: 32 });
    await expect(writeBeside({ inserted: [again] })).rejects.toThrow(
      /spot_conditional_orders_pair/,
    );

    const filled = limitOf({ filledQuantity: half });
    const cancelled = limitOf({ filledQuantity: half, status: 'cancelled' });
    const met = { status: 'triggered', orderId: 33, ...metAt('9') } as const;
    const halfFilled = { ...pair, filled: half };
    const rest = order({ id: 33, side: 'sell', quantity: half });
    const trigger = (changes: Partial<ConditionalOrder>, orders: Partial<RoundWrites>) =>
      writeBeside({ changed: [stop({ ...met, pair: halfFilled, ...changes })] }, orders);
    await expect(trigger({}, { changed: [filled], inserted: [rest] })).rejects.toMatchObject(
      refused,
    );
    await expect(
      trigger({ pair }, { changed: [cancelled], inserted: [placed(33)] }),
    ).rejects.toMatchObject(refused);
    await expect(
      trigger({}, { changed: [cancelled], inserted: [placed(33)] }),
    ).rejects.toMatchObject({ constraint: 'spot_conditional_orders_of_batch' });
    await expect(
      writeBeside(
        { changed: [stop({ status: 'cancelled', pair: halfFilled })] },
        { changed: [filled] },
      ),
    ).rejects.toMatchObject(refused);
    await writeBeside({ changed: [stop({ pair: halfFilled })] }, { changed: [filled] });
    await trigger({}, { changed: [cancelled], inserted: [rest] });
  });

  it('attached to an order has what that has received, and ends with the other one that is met', async () => {
    const amount = (text: string) => decimal<Amount>(text);
    const bought = (changes: Partial<Order>) =>
      order({ id: 40, quantity: amount('2'), ...changes });
    const half = { filledQuantity: amount('1'), filledQuote: amount('10'), fee: amount('0.001') };
    const attached = { orderId: 40, ended: undefined };
    const none = { limitPrice: undefined, quantity: undefined, attached } as const;
    const loss = (changes: Partial<ConditionalOrder>) =>
      waiting({ id: 41, kind: 'stopMarket', ...none, ...changes });
    const profit = (changes: Partial<ConditionalOrder>) =>
      waiting({
        id: 42,
        kind: 'takeProfitMarket',
        operator: 'gte',
        triggerPrice: decimal<Price>('12'),
        ...none,
        ...changes,
      });
    const refused = { constraint: 'spot_conditional_orders_of_parent' };
    const inserted = [loss({}), profit({})];
    for (const wrong of [
      bought({ side: 'sell' }),
      bought({ status: 'cancelled' }),
      bought({ ...half, receivedAsTaker: ZERO }),
    ]) {
      await expect(writeBeside({ inserted }, { inserted: [wrong] })).rejects.toMatchObject(refused);
    }
    await expect(writeBeside({ inserted })).rejects.toMatchObject(refused);
    await writeBeside({ inserted }, { inserted: [bought({})] });
    const second = loss({ id: 43 });
    await expect(writeBeside({ inserted: [second] })).rejects.toThrow(/_of_parent/);

    const has = { quantity: amount('0.999'), acceptedAfter: 7 };
    const changed = [loss(has), profit(has)];
    await expect(writeBeside({ changed })).rejects.toMatchObject(refused);
    await writeBeside({ changed }, { changed: [bought({ ...half })] });
    const sale = order({ id: 44, side: 'sell', type: 'market', limitPrice: undefined, ...has });
    const met = { ...has, status: 'triggered', orderId: 44, ...metAt('9', 8) } as const;
    const ended = { status: 'cancelled', attached: { ...attached, ended: 'otherMet' } } as const;
    const rest = bought({ ...half, status: 'cancelled' });
    const both = [loss(met), profit({ ...has, ...ended })];
    const withSale = { inserted: [sale] };
    await expect(writeBeside({ changed: both }, withSale)).rejects.toMatchObject(refused);
    const alone = writeBeside({ changed: [loss(met)] }, { ...withSale, changed: [rest] });
    await expect(alone).rejects.toMatchObject(refused);
    await writeBeside({ changed: both }, { ...withSale, changed: [rest] });
  });

  it('is changed by a record that leads from what it was to what it becomes, which no price meets yet', async () => {
    const own = { id: 60, acceptedAfter: 5 } as const;
    await writeBeside({ inserted: [waiting(own)] });
    const terms = (trigger: string, quantity: string) => ({
      ...NO_TERMS,
      triggerPrice: decimal<Price>(trigger),
      limitPrice: decimal<Price>('10'),
      quantity: decimal<Amount>(quantity),
    });
    const change = (given: Partial<ConditionalAmendment>) =>
      changeOf({ id: 61, former: terms('10', '1'), terms: terms('9', '1'), ...given });
    const refused = (given: Partial<ConditionalAmendment>, constraint: string) =>
      expect(writeBeside({}, {}, [change(given)])).rejects.toMatchObject({
        constraint: `spot_conditional_${constraint}`,
      });
    await refused({ price: decimal<Price>('9') }, 'amendments_not_met');
    await refused({ former: terms('10', '2') }, 'orders_kept');
    await refused({ keepsPlace: true, place: 60 }, 'amendments_place');
    await refused({ terms: terms('10', '1') }, 'amendments_change');
    await refused({ terms: { ...terms('9', '1'), limitPrice: undefined } }, 'amendments_kind');
    await refused({ conditionalId: 59 }, 'orders_still_waiting');
    const alone = fresh.database.transaction((tx) =>
      Promise.all(writeConditionalAmendments(tx, [change({})])),
    );
    await expect(alone).rejects.toMatchObject({
      constraint: 'spot_conditional_orders_of_batch',
    });
    const less = { id: 63, place: 62, former: terms('9', '1'), terms: terms('9', '0.4') };
    const both = [change({}), change({ ...less, keepsPlace: true })];
    await writeBeside({}, {}, both);
    const again = change({ id: 64, former: terms('9', '0.4'), terms: terms('8', '0.4') });
    // What it becomes is what it places.
    const is = { ...own, ...terms('8', '0.4'), place: 62 };
    const met = { ...is, status: 'triggered', orderId: 65, ...metAt('8') } as const;
    const sale = (quantity: string) => {
      const left = decimal<Amount>(quantity);
      return { inserted: [order({ id: 65, side: 'sell', quantity: left })] };
    };
    const changed = [waiting(met)];
    await expect(writeBeside({ changed }, sale('1'), [again])).rejects.toMatchObject({
      constraint: 'spot_conditional_orders_of_batch',
    });
    await writeBeside({ changed }, sale('0.4'), [again]);
    const late = { former: terms('8', '0.4'), terms: terms('7', '0.4') };
    await refused({ id: 66, ...late }, 'orders_still_waiting');
  });

  it('of an OCO or attached keeps its amount, and a trailing stop what it has begun with', async () => {
    const fixed = { constraint: 'spot_conditional_amendments_fixed' };
    const none = { triggerPrice: undefined, limitPrice: undefined };
    const trails = { ...none, kind: 'trailingStop', rate: decimal<Rate>('0.1') } as const;
    const from = { startPrice: decimal<Price>('12'), bestPrice: decimal<Price>('13') };
    await writeBeside({ inserted: [waiting({ id: 70, ...trails, ...from })] });
    const former = {
      ...NO_TERMS,
      rate: trails.rate,
      startPrice: from.startPrice,
      quantity: decimal<Amount>('1'),
    };
    const change = (id: number, to: Partial<ConditionalAmendment['terms']>, price: string) =>
      changeOf({
        id,
        conditionalId: 70,
        former,
        terms: { ...former, ...to },
        price: decimal<Price>(price),
      });
    const start = change(71, { startPrice: decimal<Price>('14') }, '12.9');
    await expect(writeBeside({}, {}, [start])).rejects.toMatchObject(fixed);
    // 10 % below 13 is 11.7; 5 % are 12.35.
    const near = change(72, { rate: decimal<Rate>('0.05') }, '12.3');
    await expect(writeBeside({}, {}, [near])).rejects.toMatchObject({
      constraint: 'spot_conditional_amendments_not_met',
    });
    await writeBeside({}, {}, [change(72, { rate: decimal<Rate>('0.05') }, '12.4')]);
  });

  it('is changed in no other way, and stays', async () => {
    for (const statement of [deleteConditionals, cancelConditionals]) {
      const byServer = fresh.database.transaction((tx) => tx.run(statement, []));
      await expect(byServer).rejects.toThrow('permission denied');
      const byOwner = ownerOf(fresh.database).transaction((tx) => tx.run(statement, []));
      await expect(byOwner).rejects.toThrow(/conditional order/);
    }
  });
});
