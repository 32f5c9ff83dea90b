/** Operators who review and approve, without a login. */
import type { OperatorRole, Permission } from '@tern/protocol';
import { startRoles } from '@tern/protocol/operator';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { int8, text } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { FreshDatabase } from './database.ts';

const insertReviewer = defineQuery({
  name: 'test.insertReviewer',
  text: `insert into operators (login, password_hash, created_at) values ($1, '', now()) returning id`,
  params: [text],
  row: { id: int8 },
});

/** What these roles of a new deployment open together. */
const startPermissions = (roles: readonly OperatorRole[]): Permission[] => [
  ...new Set<Permission>(roles.flatMap((role) => startRoles[role])),
];

/** A new operator with this login. */
export async function addReviewer(
  { owner }: Pick<FreshDatabase, 'owner'>,
  login: string,
  roles: readonly OperatorRole[] = ['reviewer', 'approver'],
): Promise<Reviewer> {
  const { id } = await owner.transaction((tx) => tx.one(insertReviewer, [login]));
  return { operatorId: id, login, address: '192.0.2.9', permissions: startPermissions(roles) };
}
