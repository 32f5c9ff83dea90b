/** The table of requests to lift a freeze. */
import { int8, text, timestamptz, nullable } from '../../../platform/database/columns.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';

const unfreezeRequests = defineTable('unfreeze_requests', {
  id: int8,
  memberId: int8,
  frozenAt: timestamptz,
  note: text,
  state: text,
  reason: text,
  earliestAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
});

export const insertUnfreeze = unfreezeRequests.insertReturning('security.insertUnfreeze', [
  'memberId',
  'frozenAt',
  'note',
  'earliestAt',
  'createdAt',
]);

export type Unfreeze = TableRow<typeof unfreezeRequests>;

export const unfreezeById = unfreezeRequests.select('security.unfreezeById', 'where id = $1', [
  int8,
]);

export const unfreezeForUpdate = unfreezeRequests.select(
  'security.unfreezeForUpdate',
  'where id = $1 for update',
  [int8],
);

export const openUnfreeze = unfreezeRequests.select(
  'security.openUnfreeze',
  `where member_id = $1 and state = 'open'`,
  [int8],
);

export const lastUnfreeze = unfreezeRequests.select(
  'security.lastUnfreeze',
  'where member_id = $1 order by id desc limit 1',
  [int8],
);

export const endUnfreeze = unfreezeRequests.update(
  'security.endUnfreeze',
  'state = $2, reason = $3, decided_at = $4 where id = $1',
  [int8, text, text, timestamptz],
);
