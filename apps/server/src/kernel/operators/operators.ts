/** Operator accounts: roles, password, one-time codes. */
import {
  arrayOf,
  bool,
  bytea,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { permissionList } from './roles.ts';

const operators = defineTable('operators', {
  id: int8,
  login: text,
  passwordHash: nullable(text),
  roles: arrayOf(text),
  sealedTotp: nullable(bytea),
  totpStep: int8,
  isActive: bool,
  passwordChangedAt: nullable(timestamptz),
  createdAt: timestamptz,
})
  .as('o')
  .with(
    { permissions: permissionList },
    // Read with the account at each call: a changed role takes effect in every instance.
    {
      permissions: `array(select distinct f.held collate "C" from operator_roles r, unnest(r.permissions) as f (held)
        where r.key = any(o.roles) order by 1)`,
    },
  );

const byLogin = operators.select('kernel.operatorByLogin', 'where login = $1', [text]);

const byId = operators.select('kernel.operatorById', 'where id = $1', [int8]);

const loginsOfIds = operators
  .pick('id', 'login')
  .select('kernel.operatorLogins', 'where id = any($1)', [arrayOf(int8)]);

const useStep = defineStatement({
  name: 'kernel.useOperatorStep',
  text: 'update operators set totp_step = $2 where id = $1 and totp_step < $2',
  params: [int8, int8],
});

const setTotp = defineStatement({
  name: 'kernel.setOperatorTotp',
  text: `update operators set sealed_totp = $2, totp_step = $3
    where id = $1 and sealed_totp is null`,
  params: [int8, bytea, int8],
});

const replaceTotpStatement = defineStatement({
  name: 'kernel.replaceOperatorTotp',
  text: 'update operators set sealed_totp = $2 where id = $1',
  params: [int8, bytea],
});

const giveRoles = defineStatement({
  name: 'kernel.giveOperatorRoles',
  text: `update operators set roles = $2 where id = $1 and roles = '{}' and is_active`,
  params: [int8, arrayOf(text)],
});

const everyone = operators.select('kernel.everyOperator', 'order by login', []);

const lockAll = operators.pick('id').select('kernel.lockOperators', 'order by id for update', []);

const lockOne = operators
  .pick('id')
  .select('kernel.lockOperator', 'where id = $1 for update', [int8]);

const addAccount = defineQuery({
  name: 'kernel.addOperatorAccount',
  text: `insert into operators (login, roles, created_at) values ($1, $2, $3)
    on conflict (login) do nothing returning id`,
  params: [text, arrayOf(text), timestamptz],
  row: { id: int8 },
});

const setRolesStatement = defineStatement({
  name: 'kernel.setOperatorRoles',
  text: `update operators set roles = $2, is_active = cardinality($2::text[]) > 0 where id = $1`,
  params: [int8, arrayOf(text)],
});

const forgetTotpStatement = defineStatement({
  name: 'kernel.forgetOperatorTotp',
  text: 'update operators set sealed_totp = null where id = $1',
  params: [int8],
});

const setFirstPasswordStatement = defineStatement({
  name: 'kernel.setFirstOperatorPassword',
  text: 'update operators set password_hash = $2 where id = $1 and password_hash is null',
  params: [int8, text],
});

const changePasswordStatement = defineStatement({
  name: 'kernel.changeOperatorPassword',
  text: 'update operators set password_hash = $2, password_changed_at = $3 where id = $1',
  params: [int8, text, timestamptz],
});

export type Operator = RowOf<typeof byLogin>;

export function operatorByLogin(reader: Reader, login: string): Promise<Operator | undefined> {
  return reader.maybe(byLogin, [login]);
}

export function operatorById(reader: Reader, id: number): Promise<Operator | undefined> {
  return reader.maybe(byId, [id]);
}

/** Logins by id. */
export async function operatorLogins(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many(loginsOfIds, [[...new Set(ids)]]);
  return new Map(rows.map(({ id, login }) => [id, login]));
}

/** Marks a time step as used; false if it or a later one was used before. */
export async function spendTotpStep(tx: Tx, id: number, step: number): Promise<boolean> {
  return (await tx.run(useStep, [id, step])) === 1;
}

/** Sets up one-time codes; false if they were set up before. */
export async function enrolTotp(
  tx: Tx,
  id: number,
  totp: { sealed: Uint8Array; step: number },
): Promise<boolean> {
  return (await tx.run(setTotp, [id, totp.sealed, totp.step])) === 1;
}

/** Stores the secret encrypted under another key. */
export async function resealTotp(tx: Tx, id: number, sealed: Uint8Array): Promise<void> {
  await tx.run(replaceTotpStatement, [id, sealed]);
}

/** Gives roles to an active operator who has none yet. */
export async function giveFirstRoles(tx: Tx, id: number, roles: readonly string[]): Promise<void> {
  await tx.run(giveRoles, [id, roles]);
}

/** By name. */
export function everyOperator(reader: Reader) {
  return reader.many(everyone, []);
}

/** Locks all accounts until the transaction ends, for rules that depend on all of them. */
export async function lockOperators(tx: Tx): Promise<void> {
  await tx.many(lockAll, []);
}

/** Locks one account until the transaction ends. */
export async function lockOperator(tx: Tx, id: number): Promise<void> {
  await tx.maybe(lockOne, [id]);
}

/** Adds an account without a password and returns its id; undefined if the name is taken. */
export async function addOperator(
  tx: Tx,
  account: { login: string; roles: readonly string[] },
  at: number,
): Promise<number | undefined> {
  const added = await tx.maybe(addAccount, [account.login, account.roles, at]);
  return added?.id;
}

/** Without roles the account is closed: end its session in the same transaction. */
export async function setRoles(tx: Tx, id: number, roles: readonly string[]): Promise<void> {
  await tx.run(setRolesStatement, [id, roles]);
}

/** One-time codes are set up at the next login. Used codes stay used. */
export async function forgetTotp(tx: Tx, id: number): Promise<void> {
  await tx.run(forgetTotpStatement, [id]);
}

/** False if the account already has a password. */
export async function setFirstPassword(tx: Tx, id: number, hash: string): Promise<boolean> {
  return (await tx.run(setFirstPasswordStatement, [id, hash])) === 1;
}

/** Log the act `account.changePassword` first: the database refuses a change without it. */
export async function changePassword(
  tx: Tx,
  id: number,
  { hash, at }: { hash: string; at: number },
): Promise<void> {
  await tx.run(changePasswordStatement, [id, hash, at]);
}
