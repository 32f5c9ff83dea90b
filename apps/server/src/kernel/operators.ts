/** Operators: who runs the exchange, with which roles, and the secret of their one-time codes. */
import type { OperatorRole } from '@tern/protocol';
import { arrayOf, bool, bytea, int8, nullable, text } from '../platform/database/columns.ts';
import type { Reader, Tx } from '../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../platform/database/query.ts';

const COLUMNS = 'id, login, password_hash, roles, sealed_totp, totp_step, is_active';

const row = {
  id: int8,
  login: text,
  passwordHash: text,
  roles: arrayOf(text),
  sealedTotp: nullable(bytea),
  totpStep: int8,
  isActive: bool,
} as const;

const byLogin = defineQuery({
  name: 'kernel.operatorByLogin',
  text: `select ${COLUMNS} from operators where login = $1`,
  params: [text],
  row,
});

const byId = defineQuery({
  name: 'kernel.operatorById',
  text: `select ${COLUMNS} from operators where id = $1`,
  params: [int8],
  row,
});

const loginsOfIds = defineQuery({
  name: 'kernel.operatorLogins',
  text: 'select id, login from operators where id = any($1)',
  params: [arrayOf(int8)],
  row: { id: int8, login: text },
});

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
  text: `update operators set roles = $2 where id = $1 and roles = '{}'`,
  params: [int8, arrayOf(text)],
});

export type Operator = RowOf<typeof byLogin>;

/** In the order they are shown. */
export const operatorRoles = [
  'reviewer',
  'approver',
  'support',
  'content',
  'auditor',
] as const satisfies readonly OperatorRole[];

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

/** Uses a time step up; false when it or a later one was used before. */
export async function spendTotpStep(tx: Tx, id: number, step: number): Promise<boolean> {
  return (await tx.run(useStep, [id, step])) === 1;
}

/** Sets one-time codes up, once; false when they were set up before. */
export async function enrolTotp(
  tx: Tx,
  id: number,
  totp: { sealed: Uint8Array; step: number },
): Promise<boolean> {
  return (await tx.run(setTotp, [id, totp.sealed, totp.step])) === 1;
}

/** Seals the secret anew, for a deployment whose key is another than before. */
export async function resealTotp(tx: Tx, id: number, sealed: Uint8Array): Promise<void> {
  await tx.run(replaceTotpStatement, [id, sealed]);
}

/** Gives roles to an operator who has none yet. */
export async function giveFirstRoles(tx: Tx, id: number, roles: readonly string[]): Promise<void> {
  await tx.run(giveRoles, [id, roles]);
}
