/** Operators' own accounts as members: named, confirmed and released by people, found by name (ADR 87). */
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import {
  askToRelease,
  confirmStaffAccount,
  declareStaffAccount,
  listDeclared,
  markFoundAccount,
  releaseStaffAccount,
  type StaffAccount,
  staffAccountForUpdate,
  staffAccounts,
} from '../../../../kernel/operators/staff-accounts.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { nameLikeness } from '../../../../kernel/names/name-likeness.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../../kernel/review/review-rules.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import type { CustomerDeps } from '../customers/show-customer.ts';

export interface StaffDeps extends Pick<CustomerDeps, 'nameOf' | 'membersNamed'> {
  readonly database: Database;
  readonly clock: Clock;
}

const LISTED_MAX = 500;
/** More of one name are not looked at. */
const NAMESAKES_MAX = 100;
/** Of names that differ in order, accents and titles at most. */
const SAME_NAME = 100;

/** Those in force first. */
export async function listStaffAccounts(reader: Reader) {
  const rows = await reader.many(staffAccounts, [LISTED_MAX]);
  const ids = rows.flatMap(({ operatorId, confirmedBy, releaseBy, releasedBy }) =>
    [operatorId, confirmedBy, releaseBy, releasedBy].filter((id) => id !== null),
  );
  const logins = await operatorLogins(reader, ids);
  const loginOf = (id: number | null) => (id === null ? null : (logins.get(id) ?? ''));
  return rows.map((row) => ({
    ID: row.id,
    memberId: row.memberId,
    login: logins.get(row.operatorId) ?? '',
    ground: row.ground as 'declared' | 'name' | 'device',
    reason: row.reason,
    since: isoTime(row.since),
    confirmedBy: loginOf(row.confirmedBy),
    releaseAskedBy: loginOf(row.releaseBy),
    releasedBy: loginOf(row.releasedBy),
    releasedAt: row.releasedAt === null ? null : isoTime(row.releasedAt),
  }));
}

/** The account does not trade from now on. @throws invalid-request, not-found, already-decided when it is named already */
export function declareAccount(
  { database, clock }: StaffDeps,
  actor: Reviewer,
  input: { readonly memberId: number; readonly reason: string },
): Promise<number> {
  const reason = readReason(input.reason);
  const { memberId } = input;
  return database.transaction(async (tx) => {
    if ((await memberById(tx, memberId)) === undefined)
      throw new Refusal('not-found', { fields: ['memberId'] });
    const at = clock.now();
    const { operatorId } = actor;
    const id = await declareStaffAccount(tx, { memberId, operatorId, reason }, at);
    if (id === undefined) throw new Refusal('already-decided');
    const act = { actor, action: 'staffAccount.declare' as const, memberId, reason };
    await logAct(tx, { ...act, subject: operatorSubject(operatorId) }, at);
    return id;
  });
}

/** @throws invalid-request, not-found, already-decided, second-person-needed for its owner */
export async function confirmAccount(
  deps: StaffDeps,
  actor: Reviewer,
  input: { readonly id: number; readonly reason: string },
): Promise<void> {
  await decide(deps, actor, {
    ...input,
    act: async (tx, account, at) => {
      if (account.confirmedBy !== null) throw new Refusal('already-decided');
      await tx.run(confirmStaffAccount, [account.id, actor.operatorId, at]);
      return 'staffAccount.confirm';
    },
  });
}

/**
 * The first person asks, the second one releases; the account trades again then. Returns whether it is released.
 * @throws invalid-request, not-found, already-decided, second-person-needed for its owner and for who has asked
 */
export async function releaseAccount(
  deps: StaffDeps,
  actor: Reviewer,
  input: { readonly id: number; readonly reason: string },
): Promise<boolean> {
  const action = await decide(deps, actor, {
    ...input,
    act: async (tx, account, at) => {
      const by = [account.id, actor.operatorId, at] as const;
      if (account.releaseBy === null) {
        await tx.run(askToRelease, by);
        return 'staffAccount.askToRelease';
      }
      if (account.releaseBy === actor.operatorId) throw new Refusal('second-person-needed');
      await tx.run(releaseStaffAccount, by);
      return 'staffAccount.release';
    },
  });
  return action === 'staffAccount.release';
}

type Decided = 'staffAccount.confirm' | 'staffAccount.askToRelease' | 'staffAccount.release';

async function decide(
  { database, clock }: StaffDeps,
  actor: Reviewer,
  {
    id,
    reason: given,
    act,
  }: {
    readonly id: number;
    readonly reason: string;
    readonly act: (tx: Tx, account: StaffAccount, at: number) => Promise<Decided>;
  },
): Promise<Decided> {
  const reason = readReason(given);
  return database.transaction(async (tx) => {
    const account = await tx.maybe(staffAccountForUpdate, [id]);
    if (account === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    if (account.releasedAt !== null) throw new Refusal('already-decided');
    const { memberId, operatorId } = account;
    if (operatorId === actor.operatorId) throw new Refusal('second-person-needed');
    const at = clock.now();
    const action = await act(tx, account, at);
    await logAct(tx, { actor, action, subject: operatorSubject(operatorId), memberId, reason }, at);
    return action;
  });
}

/** Marks members who were verified with the name of an account that an operator has named. A job calls it. */
export async function markSameNames({ database, clock, ...names }: StaffDeps): Promise<void> {
  for (const { memberId, operatorId } of await listDeclared(database)) {
    const name = await names.nameOf(database, memberId);
    if (name === undefined) continue;
    for (const other of await names.membersNamed(database, name, NAMESAKES_MAX)) {
      const otherName = other === memberId ? undefined : await names.nameOf(database, other);
      if (otherName === undefined || nameLikeness(name, otherName).likeness < SAME_NAME) continue;
      const found = { memberId: other, operatorId, ground: 'name' as const };
      await database.transaction((tx) => markFoundAccount(tx, found, clock.now()));
    }
  }
}
