/** Operators' roles: named sets of permissions, as rows that two operators change (ADR 108). */
import type { Permission } from '@tern/protocol';
import { startRoles } from '@tern/protocol/operator';
import { arrayOf, type Column, int4, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineTable, type TableRow } from '../../platform/database/table.ts';

/** Which permissions there are, the code knows: any other in a row opens nothing. */
export const permission = text as Column<string, never> as Column<Permission>;

const roles = defineTable('operator_roles', {
  key: text,
  name: text,
  permissions: arrayOf(permission),
  version: int4,
});

const everyRow = roles.select('kernel.everyRole', 'order by id', []);

export type Role = TableRow<typeof roles>;

/** Those of a new deployment, in display order: its first operators hold them all. */
export const firstRoles = Object.keys(startRoles);

/** The oldest first. */
export const everyRole = (reader: Reader): Promise<Role[]> => reader.many(everyRow, []);

/** Of all roles with these keys together. */
export const permissionsOf = (all: readonly Role[], keys: readonly string[]): Permission[] => [
  ...new Set(all.filter(({ key }) => keys.includes(key)).flatMap((role) => role.permissions)),
];
