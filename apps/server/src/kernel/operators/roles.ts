/** Operators' roles: named sets of permissions, as rows that two operators change (ADR 108). */
import type { Permission } from '@tern/protocol';
import { permissions as everyPermission, startRoles } from '@tern/protocol/operator';
import {
  arrayOf,
  type Column,
  int4,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../platform/database/table.ts';

const names: ReadonlySet<string> = new Set(everyPermission);
const list = arrayOf(text);

/** Which permissions there are, the code knows: any other in a row, of a later or an earlier release, is left out. */
export const permissionList: Column<Permission[], readonly Permission[]> = {
  ...list,
  decode: (field) => list.decode(field).filter((each): each is Permission => names.has(each)),
};

const roles = defineTable('operator_roles', {
  key: text,
  name: text,
  permissions: permissionList,
  version: int4,
  endedAt: nullable(timestamptz),
});

const everyRow = roles.select('kernel.everyRole', 'order by id', []);

const insertRole = defineStatement({
  name: 'kernel.insertRole',
  text: `insert into operator_roles (key, name, permissions) values ($1, $2, $3) on conflict (key) do nothing`,
  params: [text, text, arrayOf(text)],
});

const setRole = defineStatement({
  name: 'kernel.setRole',
  text: 'update operator_roles set permissions = $3, name = $4, version = version + 1 where key = $1 and version = $2 and ended_at is null',
  params: [text, int4, arrayOf(text), text],
});

const setEnd = defineStatement({
  name: 'kernel.endRole',
  text: 'update operator_roles set ended_at = $3, version = version + 1 where key = $1 and version = $2 and ended_at is null',
  params: [text, int4, timestamptz],
});

export type Role = TableRow<typeof roles>;

/** Those of a new deployment, in display order: its first operators hold them all. */
export const firstRoles = Object.keys(startRoles);

/** Also those that ended; the oldest first. */
export const everyRole = (reader: Reader): Promise<Role[]> => reader.many(everyRow, []);

/** Of all roles with these keys together. */
export const permissionsOf = (
  all: readonly { readonly key: string; readonly permissions: readonly Permission[] }[],
  keys: readonly string[],
): Permission[] => [
  ...new Set(all.filter(({ key }) => keys.includes(key)).flatMap((role) => role.permissions)),
];

/** False if the key is taken. */
export const addRole = async (
  tx: Tx,
  { key, name, permissions }: Pick<Role, 'key' | 'name' | 'permissions'>,
): Promise<boolean> => (await tx.run(insertRole, [key, name, permissions])) === 1;

interface RoleVersion {
  readonly key: string;
  /** The version that the change follows. */
  readonly baseVersion: number;
}

/** False if it has changed since. */
export const changeRole = async (
  tx: Tx,
  { key, baseVersion, permissions, name }: RoleVersion & Pick<Role, 'permissions' | 'name'>,
): Promise<boolean> => (await tx.run(setRole, [key, baseVersion, permissions, name])) === 1;

/** False if it has changed since. `at`: epoch ms. */
export const endRole = async (
  tx: Tx,
  { key, baseVersion }: RoleVersion,
  at: number,
): Promise<boolean> => (await tx.run(setEnd, [key, baseVersion, at])) === 1;
