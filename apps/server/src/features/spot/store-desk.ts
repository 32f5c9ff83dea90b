/** The SQL of the desks: who writes an instrument, blocks of ids, the last batch that committed. */
import { arrayOf, int2, int8, text } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

const nextOrderIds = defineQuery({
  name: 'spot.nextOrderIds',
  text: `select nextval('spot_order_ids') as first`,
  params: [],
  row: { first: int8 },
});

const nextTradeIds = defineQuery({
  name: 'spot.nextTradeIds',
  text: `select nextval('spot_trade_ids') as first`,
  params: [],
  row: { first: int8 },
});

const takeDesk = defineQuery({
  name: 'spot.takeDesk',
  text: `insert into spot_desks (instrument_id, epoch) values ($1, 1)
    on conflict (instrument_id) do update set epoch = spot_desks.epoch + 1 returning epoch`,
  params: [int2],
  row: { epoch: int8 },
});

const stampDesks = defineStatement({
  name: 'spot.stampDesks',
  text: `update spot_desks d set last_batch = s.batch
    from unnest($1::smallint[], $2::bigint[], $3::text[]) as s(instrument_id, epoch, batch)
    where d.instrument_id = s.instrument_id and d.epoch = s.epoch`,
  params: [arrayOf(int2), arrayOf(int8), arrayOf(text)],
});

const lastBatch = defineQuery({
  name: 'spot.lastBatch',
  text: 'select last_batch from spot_desks where instrument_id = $1 and epoch = $2 for update',
  params: [int2, int8],
  row: { lastBatch: text },
});

/** Ids come in blocks of this many per database call: the increments of the sequences. */
export const ID_BLOCK = { orders: 1_000, trades: 10_000 } as const;

export async function nextBlock(tx: Tx, of: 'orders' | 'trades'): Promise<number> {
  return (await tx.one(of === 'orders' ? nextOrderIds : nextTradeIds, [])).first;
}

/** Becomes the one desk of the instrument; every earlier one is fenced off. */
export async function takeOverDesk(tx: Tx, instrumentId: number): Promise<number> {
  return (await tx.one(takeDesk, [instrumentId])).epoch;
}

/** Names the batches under way, one per desk. False when another desk took over from any of them. */
export async function stampBatches(
  tx: Tx,
  batches: readonly { desk: { instrumentId: number; epoch: number }; name: string }[],
): Promise<boolean> {
  const stamped = await tx.run(stampDesks, [
    batches.map(({ desk }) => desk.instrumentId),
    batches.map(({ desk }) => desk.epoch),
    batches.map(({ name }) => name),
  ]);
  return stamped === batches.length;
}

/** The last batch that committed; waits for one under way. Undefined when another desk took over. */
export async function lastBatchOf(tx: Tx, desk: { instrumentId: number; epoch: number }) {
  return (await tx.maybe(lastBatch, [desk.instrumentId, desk.epoch]))?.lastBatch;
}
