/** The SQL of proposed changes of roles. */
import {
  arrayOf,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../platform/database/table.ts';
import { permissionList } from '../../../kernel/operators/roles.ts';

const roleChanges = defineTable('role_changes', {
  id: int8,
  change: text,
  roleKey: text,
  name: text,
  permissions: permissionList,
  baseVersion: int4,
  reason: text,
});

export type RoleChange = TableRow<typeof roleChanges>;

/** Returns no row when the proposer has used the request id before. */
export const insertRoleChange = defineQuery({
  name: 'operators.insertRoleChange',
  text: `insert into role_changes (change, role_key, name, permissions, base_version, reason, proposed_by, request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (proposed_by, request_id) do nothing returning id`,
  params: [text, text, text, arrayOf(text), int4, text, int8, nullable(text), timestamptz],
  row: { id: int8 },
});

export const roleChangeById = roleChanges.select('operators.roleChangeById', 'where id = $1', [
  int8,
]);

export const roleChangeByRequest = roleChanges.select(
  'operators.roleChangeByRequest',
  'where proposed_by = $1 and request_id = $2',
  [int8, text],
);

/** The newest hundred: one that waits is decided within days. */
export const newestRoleChanges = roleChanges
  .pick('id', 'change', 'roleKey', 'name')
  .select('operators.newestRoleChanges', 'order by id desc limit 100', []);
