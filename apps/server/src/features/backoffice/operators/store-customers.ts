/** The SQL of customers: blocks of members, and notes on them. */
import {
  arrayOf,
  bool,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { definePartSearch } from '../../../platform/database/part-search.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const memberBlocks = defineTable('member_blocks', {
  memberId: int8,
  act: text,
  operatorId: int8,
  until: nullable(timestamptz),
  confirmedBy: nullable(int8),
  endedAt: nullable(timestamptz),
  setAs: text,
  isSuspicion: bool,
  liftBy: nullable(int8),
  liftAt: nullable(timestamptz),
});

/** Newest first. */
export const blocksOfMember = memberBlocks.select(
  'operators.blocksOfMember',
  'where member_id = $1 order by set_at desc, act',
  [int8],
);

export type Block = RowOf<typeof blocksOfMember>;

export const putBlock = defineStatement({
  name: 'operators.putBlock',
  text: `insert into member_blocks (member_id, act, operator_id, until, set_at, set_as, is_suspicion)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (member_id, act) do update set operator_id = excluded.operator_id, until = excluded.until,
      confirmed_by = null, ended_at = null, set_at = excluded.set_at, set_as = excluded.set_as,
      is_suspicion = excluded.is_suspicion, lift_by = null, lift_at = null, lifted_by = null`,
  params: [int8, text, int8, timestamptz, timestamptz, text, bool],
});

export const confirmBlock = defineStatement({
  name: 'operators.confirmBlock',
  text: `update member_blocks set until = null, confirmed_by = $3, set_as = $4, is_suspicion = $5,
      lift_by = null, lift_at = null
    where member_id = $1 and act = $2 and ended_at is null`,
  params: [int8, text, int8, text, bool],
});

export const askToLift = defineStatement({
  name: 'operators.askToLift',
  text: `update member_blocks set lift_by = $3, lift_at = $4
    where member_id = $1 and act = $2 and ended_at is null`,
  params: [int8, text, int8, timestamptz],
});

/** Of a block that ends before its time: also who lifted it. */
export const endBlock = defineStatement({
  name: 'operators.endBlock',
  text: `update member_blocks set ended_at = $3, lifted_by = $4
    where member_id = $1 and act = $2 and ended_at is null`,
  params: [int8, text, timestamptz, nullable(int8)],
});

export const dueBlocks = memberBlocks.pick('memberId', 'act').select(
  'operators.dueBlocks',
  `where ended_at is null and until <= $1
    order by until, member_id, act limit 100`,
  [timestamptz],
);

const runningFreezes = defineQuery({
  name: 'operators.runningFreezes',
  text: `select count(*) as count from member_blocks where ended_at is null and act = 'freeze'`,
  params: [],
  row: { count: int8 },
});

/** Members whom operators froze and whose freeze has not ended. */
export async function countFrozen(reader: Reader): Promise<number> {
  return (await reader.one(runningFreezes, [])).count;
}

export const insertNote = defineQuery({
  name: 'operators.insertNote',
  text: `insert into member_notes (member_id, operator_id, level, body, created_at) values ($1, $2, $3, $4, $5)
    returning id`,
  params: [int8, int8, text, text, timestamptz],
  row: { id: int8 },
});

/** By words of them, of every level. */
export const notesLike = definePartSearch(
  defineTable('member_notes', {
    id: int8,
    memberId: int8,
    operatorId: int8,
    level: text,
    body: text,
    createdAt: timestamptz,
  }),
  { name: 'operators.notesLike', words: 'words', newest: 'id' },
);

/** Of these levels. */
export const newestNotes = defineQuery({
  name: 'operators.newestNotes',
  text: `select id, operator_id, level, body, created_at from member_notes where member_id = $1 and level = any($2)
    order by id desc limit $3`,
  params: [int8, arrayOf(text), int8],
  row: { id: int8, operatorId: int8, level: text, body: text, createdAt: timestamptz },
});
