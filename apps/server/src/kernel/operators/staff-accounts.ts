/** Members' accounts that belong to operators, and how they are found: such an account does not trade (ADR 87). */
import { Refusal } from '../requests/refusal.ts';
import { bool, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';
import { logAct, operatorSubject } from './audit-log.ts';

const table = defineTable('staff_accounts', {
  id: int8,
  memberId: int8,
  operatorId: int8,
  ground: text,
  reason: text,
  since: timestamptz,
  confirmedBy: nullable(int8),
  confirmedAt: nullable(timestamptz),
  releaseBy: nullable(int8),
  releaseAt: nullable(timestamptz),
  releasedBy: nullable(int8),
  releasedAt: nullable(timestamptz),
});

/** In force first, then newest first. */
export const staffAccounts = table.select(
  'kernel.staffAccounts',
  'order by (released_at is not null), id desc limit $1',
  [int8],
);

export type StaffAccount = RowOf<typeof staffAccounts>;

export const staffAccountForUpdate = table.select(
  'kernel.staffAccountForUpdate',
  'where id = $1 for update',
  [int8],
);

/** Those that their owners named, in force. */
const declaredAccounts = table.select(
  'kernel.declaredStaffAccounts',
  `where ground = 'declared' and released_at is null order by id`,
  [],
);

const mark = defineQuery({
  name: 'kernel.markStaffAccount',
  text: `insert into staff_accounts (member_id, operator_id, ground, reason, since) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning id`,
  params: [int8, int8, text, text, timestamptz],
  row: { id: int8 },
});

export const confirmStaffAccount = defineStatement({
  name: 'kernel.confirmStaffAccount',
  text: 'update staff_accounts set confirmed_by = $2, confirmed_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

export const askToRelease = defineStatement({
  name: 'kernel.askToReleaseStaffAccount',
  text: 'update staff_accounts set release_by = $2, release_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

export const releaseStaffAccount = defineStatement({
  name: 'kernel.releaseStaffAccount',
  text: 'update staff_accounts set released_by = $2, released_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

const decidedBefore = defineQuery({
  name: 'kernel.staffAccountsOfGround',
  text: 'select id from staff_accounts where member_id = $1 and operator_id = $2 and ground = $3 limit 1',
  params: [int8, int8, text],
  row: { id: int8 },
});

const seeDevice = defineStatement({
  name: 'kernel.seeOperatorDevice',
  text: `insert into operator_devices (operator_id, key_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
    on conflict (operator_id, key_hash) do update set last_seen_at = greatest(operator_devices.last_seen_at, excluded.last_seen_at)`,
  params: [int8, text, timestamptz],
});

const membersOnDevice = defineQuery({
  name: 'kernel.membersOnDevice',
  text: 'select member_id from member_devices where key_hash = $1 order by member_id',
  params: [text],
  row: { memberId: int8 },
});

const operatorsOnDevice = defineQuery({
  name: 'kernel.operatorsOnDevice',
  text: 'select operator_id from operator_devices where key_hash = $1 order by operator_id',
  params: [text],
  row: { operatorId: int8 },
});

const ownAccount = defineQuery({
  name: 'kernel.isOwnAccount',
  text: `select exists (select from staff_accounts where member_id = $1 and operator_id = $2 and released_at is null) as is_own`,
  params: [int8, int8],
  row: { isOwn: bool },
});

/** Whether the account is the operator's own, as far as it is known. */
export const isOwnAccount = async (
  reader: Reader,
  { memberId, operatorId }: Ownership,
): Promise<boolean> => (await reader.one(ownAccount, [memberId, operatorId])).isOwn;

const ownAccounts = defineQuery({
  name: 'kernel.ownAccounts',
  text: 'select distinct member_id from staff_accounts where operator_id = $1 and released_at is null',
  params: [int8],
  row: { memberId: int8 },
});

/** The operator's own accounts, as far as they are known. */
export async function ownAccountsOf(reader: Reader, operatorId: number): Promise<Set<number>> {
  const rows = await reader.many(ownAccounts, [operatorId]);
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Nobody learns from an id that there is something about them. @throws not-found for nothing, and for what is about the operator */
export async function notAboutActor<Row extends Pick<Ownership, 'memberId'>>(
  reader: Reader,
  { operatorId }: Pick<Ownership, 'operatorId'>,
  found: Row | undefined,
): Promise<Row> {
  if (found === undefined) throw new Refusal('not-found');
  const { memberId } = found;
  if (await isOwnAccount(reader, { memberId, operatorId })) throw new Refusal('not-found');
  return found;
}

export interface Ownership {
  readonly memberId: number;
  readonly operatorId: number;
}

/** Names an account as its operator's. Returns its id; undefined when it is in force already. */
export async function declareStaffAccount(
  tx: Tx,
  { memberId, operatorId, reason }: Ownership & { readonly reason: string },
  at: number,
): Promise<number | undefined> {
  return (await tx.maybe(mark, [memberId, operatorId, 'declared', reason, at]))?.id;
}

/** Marks an account that was found, once for each ground: one that two people have released stays released. */
export async function markFoundAccount(
  tx: Tx,
  { memberId, operatorId, ground }: Ownership & { readonly ground: 'name' | 'device' },
  at: number,
): Promise<void> {
  if ((await tx.maybe(decidedBefore, [memberId, operatorId, ground])) !== undefined) return;
  const marked = await tx.maybe(mark, [memberId, operatorId, ground, '', at]);
  if (marked === undefined) return;
  const act = { actor: undefined, action: 'staffAccount.find' as const, memberId };
  await logAct(tx, { ...act, subject: operatorSubject(operatorId), detail: { ground } }, at);
}

/** An operator signed in with this device: accounts that have used it are theirs. `keyHash` as of members' devices. */
export async function recordOperatorDevice(
  tx: Tx,
  { operatorId, keyHash }: { readonly operatorId: number; readonly keyHash: string },
  at: number,
): Promise<void> {
  await tx.run(seeDevice, [operatorId, keyHash, at]);
  for (const { memberId } of await tx.many(membersOnDevice, [keyHash])) {
    await markFoundAccount(tx, { memberId, operatorId, ground: 'device' }, at);
  }
}

/** A member signed in with this device: if operators use it, the account is theirs. */
export async function markOnOperatorDevice(
  tx: Tx,
  { memberId, keyHash }: { readonly memberId: number; readonly keyHash: string },
  at: number,
): Promise<void> {
  for (const { operatorId } of await tx.many(operatorsOnDevice, [keyHash])) {
    await markFoundAccount(tx, { memberId, operatorId, ground: 'device' }, at);
  }
}

/** Those declared, for the search by name. */
export const listDeclared = (reader: Reader): Promise<StaffAccount[]> =>
  reader.many(declaredAccounts, []);
