/** The SQL of the desks: who writes an instrument, blocks of ids, the last batch that committed. */
import { int2, int8, text } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';

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
    on conflict (instrument_id) do update set epoch = spot_desks.epoch + 1
    returning epoch, last_batch`,
  params: [int2],
  row: { epoch: int8, lastBatch: text },
});

const renewDesk = defineQuery({
  name: 'spot.renewDesk',
  text: `update spot_desks set epoch = epoch + 1 where instrument_id = $1 and epoch = $2 returning epoch, last_batch`,
  params: [int2, int8],
  row: { epoch: int8, lastBatch: text },
});

/** Ids come in blocks of this many per database call: the increments of the sequences. */
export const ID_BLOCK = { orders: 1_000, trades: 10_000 } as const;

export async function nextBlock(tx: Tx, of: 'orders' | 'trades'): Promise<number> {
  return (await tx.one(of === 'orders' ? nextOrderIds : nextTradeIds, [])).first;
}

/** Who writes an instrument, and the last batch that committed. */
export interface DeskPlace {
  epoch: number;
  lastBatch: string;
}

/** Becomes the one desk of the instrument; every earlier one is fenced off. */
export function takeOverDesk(tx: Tx, instrumentId: number): Promise<DeskPlace> {
  return tx.one(takeDesk, [instrumentId]);
}

/**
 * The desk takes itself over: waits for a batch under way, tells the last that committed, and whatever of the old epoch
 * is still on its way to the database will find itself fenced off. Undefined when another desk took over.
 */
export function renewDeskPlace(
  tx: Tx,
  desk: { instrumentId: number; epoch: number },
): Promise<DeskPlace | undefined> {
  return tx.maybe(renewDesk, [desk.instrumentId, desk.epoch]);
}
