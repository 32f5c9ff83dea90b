/** The table of wires. */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';

const COLUMNS = `id, member_id, asset, amount, email, reference, received, bank_reference, payer, state, reason, held_until,
  due_at, created_at, decided_at, updated_at`;

const row = {
  id: int8,
  memberId: int8,
  asset: text,
  amount,
  email: text,
  reference: text,
  received: nullable(amount),
  bankReference: text,
  payer: text,
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  dueAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
  updatedAt: timestamptz,
} as const;

export const insertWire = defineQuery({
  name: 'fiat.insertWire',
  text: `insert into wires (member_id, asset, amount, email, reference, due_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${COLUMNS}`,
  params: [int8, text, amount, text, text, timestamptz, timestamptz],
  row,
});

export type Wire = RowOf<typeof insertWire>;

export const wireById = defineQuery({
  name: 'fiat.wireById',
  text: `select ${COLUMNS} from wires where id = $1`,
  params: [int8],
  row,
});

export const wireForUpdate = defineQuery({
  name: 'fiat.wireForUpdate',
  text: `select ${COLUMNS} from wires where id = $1 for update`,
  params: [int8],
  row,
});

export const wireOfMember = defineQuery({
  name: 'fiat.wireOfMember',
  text: `select ${COLUMNS} from wires where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

export const wiresOfMember = defineQuery({
  name: 'fiat.wiresOfMember',
  text: `select ${COLUMNS} from wires
    where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row,
});

export const countWires = defineQuery({
  name: 'fiat.countWires',
  text: `select count(*)::int as total from wires where member_id = $1 and ($2::text is null or state = $2)`,
  params: [int8, nullable(text)],
  row: { total: int4 },
});

export const countWiresSince = defineQuery({
  name: 'fiat.countWiresSince',
  text: 'select count(*)::int as total from wires where member_id = $1 and created_at > $2',
  params: [int8, timestamptz],
  row: { total: int4 },
});

/** Gives the row as it now stands. The database refuses to change one that ended. */
export const endWire = defineQuery({
  name: 'fiat.endWire',
  text: `update wires set state = $2, reason = $3, decided_at = $4, held_until = null,
      updated_at = $4
    where id = $1 returning ${COLUMNS}`,
  params: [int8, text, text, timestamptz],
  row,
});

export const setWireHeld = defineQuery({
  name: 'fiat.setWireHeld',
  text: `update wires set held_until = $2, reason = $3, updated_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, text, timestamptz],
  row,
});

/** Fails with: `wires_bank_reference` when that transfer was recorded for another wire. */
export const setReceipt = defineQuery({
  name: 'fiat.setReceipt',
  text: `update wires set received = $2, bank_reference = $3, payer = $4, updated_at = $5 where id = $1 returning ${COLUMNS}`,
  params: [int8, amount, text, text, timestamptz],
  row,
});
