/** The table of requests to lift a freeze. */
import { int8, text, timestamptz, nullable } from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';

const COLUMNS =
  'id, member_id, frozen_at, note, state, reason, earliest_at, created_at, decided_at';

const row = {
  id: int8,
  memberId: int8,
  frozenAt: timestamptz,
  note: text,
  state: text,
  reason: text,
  earliestAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
} as const;

export const insertUnfreeze = defineQuery({
  name: 'security.insertUnfreeze',
  text: `insert into unfreeze_requests (member_id, frozen_at, note, earliest_at, created_at)
    values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
  params: [int8, timestamptz, text, timestamptz, timestamptz],
  row,
});

export type Unfreeze = RowOf<typeof insertUnfreeze>;

export const unfreezeById = defineQuery({
  name: 'security.unfreezeById',
  text: `select ${COLUMNS} from unfreeze_requests where id = $1`,
  params: [int8],
  row,
});

export const unfreezeForUpdate = defineQuery({
  name: 'security.unfreezeForUpdate',
  text: `select ${COLUMNS} from unfreeze_requests where id = $1 for update`,
  params: [int8],
  row,
});

export const openUnfreeze = defineQuery({
  name: 'security.openUnfreeze',
  text: `select ${COLUMNS} from unfreeze_requests where member_id = $1 and state = 'open'`,
  params: [int8],
  row,
});

export const lastUnfreeze = defineQuery({
  name: 'security.lastUnfreeze',
  text: `select ${COLUMNS} from unfreeze_requests where member_id = $1 order by id desc limit 1`,
  params: [int8],
  row,
});

export const endUnfreeze = defineQuery({
  name: 'security.endUnfreeze',
  text: `update unfreeze_requests set state = $2, reason = $3, decided_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, text, text, timestamptz],
  row,
});
