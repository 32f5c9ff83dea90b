/** The SQL of a trigger's receipt: the pauses and the trades between the acceptance of an order and what met it. */
import { formatDecimal } from '@tern/money';
import type { TriggerReceipt } from '@tern/proofs';
import { int2, int8, price, timestamptz } from '../../../../platform/database/columns.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { defineQuery } from '../../../../platform/database/query.ts';
import { nameOf } from '../order.ts';
import { pauseCodes, type TriggerPause } from './conditional-order.ts';

/** Numbers of ticks or trades of a market: after the first, up to and with the last. */
export interface NumberSpan {
  readonly instrumentId: number;
  readonly after: number;
  readonly until: number;
}

/**
 * Numbers of trades are those of all markets, and only they have an index: no more of them are read, which takes 50 ms. A receipt of an
 * older order has the newest trades alone.
 */
const NUMBERS_MAX = 200_000;
/** The newest trades that a receipt has. */
const TRADES_MAX = 50_000;

const pausesUntil = defineQuery({
  name: 'spot.pausesUntil',
  text: `select reason, after_number as after, until_number as until, began_at, ended_at from spot_trigger_pauses
    where instrument_id = $1 and until_number > $2 and until_number <= $3 order by until_number`,
  params: [int2, int8, int8],
  row: { reason: int2, after: int8, until: int8, beganAt: timestamptz, endedAt: timestamptz },
});

const newestTrades = defineQuery({
  name: 'spot.newestTradesUntil',
  text: `select id, price, created_at as at from spot_trades
    where instrument_id = $1 and id >= $2 and id <= $3 order by id desc limit ${TRADES_MAX}`,
  params: [int2, int8, int8],
  row: { id: int8, price, at: timestamptz },
});

/** Pauses that had ended when it was met, oldest first: a restart later can name earlier prices too, which were compared. */
export async function findPausesUntil(reader: Reader, span: NumberSpan): Promise<TriggerPause[]> {
  const rows = await reader.many(pausesUntil, [span.instrumentId, span.after, span.until]);
  return rows.map((each) => ({ ...each, reason: nameOf(pauseCodes, each.reason) }));
}

/** From the last trade before acceptance on, oldest first, in the form of a receipt. */
export async function findTradesUntil(
  reader: Reader,
  { instrumentId, after, until }: NumberSpan,
): Promise<NonNullable<TriggerReceipt['trades']>> {
  const from = Math.max(after, until - NUMBERS_MAX);
  const rows = await reader.many(newestTrades, [instrumentId, from, until]);
  const list = rows.map(({ id, price: paid, at }) => ({
    number: id,
    at,
    price: formatDecimal(paid),
  }));
  return { isWhole: from === after && rows.length < TRADES_MAX, list: list.toReversed() };
}
