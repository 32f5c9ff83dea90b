/** Rounds of orders that the database refuses. */
import { type Amount, decimal, type Price, type Rate, ZERO } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '../src/features/trading/spot/order.ts';
import { findOrder } from '../src/features/trading/spot/store.ts';
import {
  type RoundWrites,
  takeEngineLease,
  writeSpot,
} from '../src/features/trading/spot/store-engine.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
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

let fresh: FreshDatabase;
let memberId: number;
let place: { epoch: number; lastBatch: string };
let batches = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  memberId = await fundedMember(fresh.database, { USDT: '1000' });
  place = await fresh.database.transaction((tx) => takeEngineLease(tx, MARKET));
});
afterAll(() => fresh.drop());

const order = (changes: Partial<Order>): Order => ({
  id: 7,
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
  makerFee: decimal<Rate>('0.001'),
  takerFee: decimal<Rate>('0.001'),
  status: 'open',
  clientOrderId: undefined,
  source: 'app',
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
  const batch = { engine, before: place.lastBatch, name };
  const nothing = { inserted: [], changed: [], trades: [] };
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

describe('the server', () => {
  it('cannot write orders in any other way', async () => {
    for (const statement of [copyOrder, reopenOrder]) {
      const attempt = fresh.database.transaction((tx) => tx.run(statement, [7]));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });
});
