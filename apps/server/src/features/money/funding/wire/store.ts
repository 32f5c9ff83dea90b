/** The table of wires. */
import {
  amount,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { definePartSearch } from '../../../../platform/database/part-search.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import { requestColumns, requestStore } from '../request/store.ts';

const wires = defineTable('wires', {
  ...requestColumns,
  email: text,
  reference: text,
  received: nullable(amount),
  bankReference: text,
  payer: text,
});

export const wireStore = requestStore({ kind: 'wire', table: wires });

/** By a part of our reference, the bank's, or the payer's name. */
export const wiresLike = definePartSearch(wires.pick('id'), {
  name: 'wire.like',
  words: `lower(reference || ' ' || bank_reference || ' ' || payer)`,
  newest: 'id',
});
export type Wire = RowOf<typeof wireStore.byId>;

export const insertWire = wireStore.insert('insert', ['email', 'reference']);

export const countWiresSince = wires.count(
  'wire.countSince',
  'where member_id = $1 and created_at > $2',
  [int8, timestamptz],
);

/** By currency, what came in or may come in by wires announced since `$2`. */
export const announcedSince = defineQuery({
  name: 'wire.announcedSince',
  text: `select asset, sum(coalesce(received, amount)) as amount from wires
    where member_id = $1 and created_at > $2 and state not in ('rejected', 'cancelled') group by asset`,
  params: [int8, timestamptz],
  row: { asset: text, amount },
});

/** @throws `wires_bank_reference` when that transfer was recorded for another wire */
export const setReceipt = wireStore.update(
  'setReceipt',
  'received = $2, bank_reference = $3, payer = $4, updated_at = $5 where id = $1',
  [int8, amount, text, text, timestamptz],
);

/** Who sent the money, by the bank's statements. */
export const payersOfWires = defineQuery({
  name: 'wire.payers',
  text: `select distinct payer as name from wires where member_id = $1 and payer <> '' order by 1 limit 20`,
  params: [int8],
  row: { name: text },
});
