/** The SQL of locks of operators' accounts. */
import { int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const table = defineTable('operator_locks', {
  id: int8,
  operatorId: int8,
  reason: text,
  lockedBy: int8,
  beganAt: timestamptz,
  until: nullable(timestamptz),
  confirmedBy: nullable(int8),
  askedBy: nullable(int8),
  askedAt: nullable(timestamptz),
});

export const insertLock = table.insert('operators.insertLock', [
  'operatorId',
  'reason',
  'lockedBy',
  'beganAt',
  'until',
]);

/** With those whose end has passed. */
export const openLocks = table.select('operators.openLocks', 'where ended_at is null', []);

export type OperatorLock = RowOf<typeof openLocks>;

export const openLockOf = table.select(
  'operators.openLockOf',
  'where operator_id = $1 and ended_at is null for update',
  [int8],
);

export const confirmLock = defineStatement({
  name: 'operators.confirmLock',
  text: 'update operator_locks set confirmed_by = $2, confirmed_at = $3, until = null where id = $1',
  params: [int8, int8, timestamptz],
});

export const askToUnlock = defineStatement({
  name: 'operators.askToUnlock',
  text: 'update operator_locks set asked_by = $2, asked_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

/** `ended_by` null: by itself. */
export const endLock = defineStatement({
  name: 'operators.endLock',
  text: 'update operator_locks set ended_by = $2, ended_at = $3 where id = $1',
  params: [int8, nullable(int8), timestamptz],
});
