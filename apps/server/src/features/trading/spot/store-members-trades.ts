/** The SQL of the trades that are the price of markets which only members price. */
import {
  amount,
  arrayOf,
  int2,
  int8,
  price,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { nameOf, sideCodes } from './order.ts';

const tradesSince = defineQuery({
  name: 'spot.membersTrades',
  text: `select id, instrument_id, price, quantity, taker_side, created_at from spot_trades
    where created_at > $2 and instrument_id = any($1) order by id`,
  params: [arrayOf(int2), timestamptz],
  row: {
    id: int8,
    instrumentId: int2,
    price,
    quantity: amount,
    takerSide: int2,
    createdAt: timestamptz,
  },
});

/** Later than `at` (epoch ms), of these markets, oldest first. */
export async function membersTrades(
  reader: Reader,
  { instrumentIds, at }: { instrumentIds: readonly number[]; at: number },
) {
  const rows = await reader.many(tradesSince, [[...instrumentIds], at]);
  return rows.map(({ takerSide, createdAt, ...trade }) => ({
    ...trade,
    takerSide: nameOf(sideCodes, takerSide),
    at: createdAt,
  }));
}
