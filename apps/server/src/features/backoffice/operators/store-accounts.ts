/** The SQL of operators' accounts: proposed changes, halves of start codes, recovery codes. */
import { arrayOf, int8, nullable, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import { operatorSessions } from './store-sessions.ts';

const accountChanges = defineTable('account_changes', {
  id: int8,
  change: text,
  login: text,
  roles: arrayOf(text),
  reason: text,
});

/** Returns no row when the proposer has used the request id before. */
export const insertChange = defineQuery({
  name: 'operators.insertAccountChange',
  text: `insert into account_changes (change, login, roles, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict (proposed_by, request_id) do nothing returning id`,
  params: [text, text, arrayOf(text), text, int8, nullable(text), timestamptz],
  row: { id: int8 },
});

export const changeById = accountChanges.select('operators.accountChangeById', 'where id = $1', [
  int8,
]);

export const changeByRequest = accountChanges.select(
  'operators.accountChangeByRequest',
  'where proposed_by = $1 and request_id = $2',
  [int8, nullable(text)],
);

export type AccountChange = RowOf<typeof changeById>;

export const insertHalves = defineStatement({
  name: 'operators.insertStartHalves',
  text: `insert into operator_start_halves (operator_id, holder_id) select $1, h.id from unnest($2::bigint[]) as h(id)`,
  params: [int8, arrayOf(int8)],
});

/** Changes no row for an operator without a half of that account. */
export const putHalf = defineStatement({
  name: 'operators.putStartHalf',
  text: `update operator_start_halves set half_hash = $3, expires_at = $4
    where operator_id = $1 and holder_id = $2`,
  params: [int8, int8, text, timestamptz],
});

const operatorStartHalves = defineTable('operator_start_halves', {
  halfHash: nullable(text),
  expiresAt: nullable(timestamptz),
  operatorId: int8,
});

export const halvesOf = operatorStartHalves
  .pick('halfHash', 'expiresAt')
  .select('operators.startHalves', 'where operator_id = $1', [int8]);

export const accountsHeldBy = operatorStartHalves
  .pick('operatorId')
  .select('operators.accountsHeldBy', 'where holder_id = $1', [int8]);

export const deleteHalves = defineStatement({
  name: 'operators.deleteStartHalves',
  text: 'delete from operator_start_halves where operator_id = $1',
  params: [int8],
});

export const deleteRecoveryCodes = defineStatement({
  name: 'operators.deleteRecoveryCodes',
  text: 'delete from operator_recovery_codes where operator_id = $1',
  params: [int8],
});

/** Oldest use first. */
export const sessionUses = operatorSessions
  .pick('operatorId', 'lastUsedAt')
  .select('operators.sessionUses', 'order by last_used_at', []);
