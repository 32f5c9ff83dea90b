/** Account status: banned, frozen, verified. Changed by operators with a reason; owners may freeze their own account. */
import { bool, int2, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';
import { recordMemberEvents } from '../events/member-events.ts';

const setBannedStatement = defineStatement({
  name: 'kernel.setBanned',
  text: 'update members set is_banned = $2, ban_reason = $4, ban_until = $5, updated_at = $3 where id = $1',
  params: [int8, bool, timestamptz, nullable(text), nullable(timestamptz)],
});

const setFrozenStatement = defineStatement({
  name: 'kernel.setFrozen',
  text: `update members set is_frozen = $2 or frozen_by_owner_at is not null or closed_at is not null, freeze_reason = $4, freeze_until = $5,
      updated_at = $3 where id = $1`,
  params: [int8, bool, timestamptz, nullable(text), nullable(timestamptz)],
});

const insertOwnerFreeze = defineStatement({
  name: 'kernel.insertOwnerFreeze',
  text: `insert into owner_freezes (member_id, frozen_at)
    select id, $2 from members where id = $1 and frozen_by_owner_at is null`,
  params: [int8, timestamptz],
});

const freezesToStop = defineQuery({
  name: 'kernel.ownerFreezesToStop',
  text: 'select id, member_id from owner_freezes where stopped_at is null order by id limit 100',
  params: [],
  row: { id: int8, memberId: int8 },
});

const markStopped = defineStatement({
  name: 'kernel.markOwnerFreezeStopped',
  text: 'update owner_freezes set stopped_at = $2 where id = $1 and stopped_at is null',
  params: [int8, timestamptz],
});

const freezeByOwnerStatement = defineStatement({
  name: 'kernel.freezeByOwner',
  text: `update members set is_frozen = true, updated_at = $2,
      frozen_by_owner_at = coalesce(frozen_by_owner_at, $2)
    where id = $1`,
  params: [int8, timestamptz],
});

const liftOwnersFreezeStatement = defineStatement({
  name: 'kernel.liftOwnersFreeze',
  text: `update members set frozen_by_owner_at = null, is_frozen = freeze_reason is not null or closed_at is not null, updated_at = $2,
      withdrawals_blocked_until = greatest(withdrawals_blocked_until, $3)
    where id = $1 and frozen_by_owner_at is not null`,
  params: [int8, timestamptz, timestamptz],
});

const setRealNameStatement = defineStatement({
  name: 'kernel.setRealNameStatus',
  text: 'update members set real_name_status = $2, updated_at = $3 where id = $1',
  params: [int8, int2, timestamptz],
});

/** Why staff ban or freeze a member, as the member sees it, and until when (epoch ms; absent: no end). */
interface StaffDecision {
  memberId: number;
  reason: string;
  until?: number | undefined;
}

/** A banned member cannot log in (4007); end their sessions in the same transaction. */
export async function ban(
  tx: Tx,
  { memberId, reason, until }: StaffDecision,
  at: number,
): Promise<void> {
  await tx.run(setBannedStatement, [memberId, true, at, reason, until ?? null]);
}

export async function unban(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(setBannedStatement, [memberId, false, at, null, null]);
}

/** A frozen member can log in and read, but not move money (4008). */
export async function freeze(
  tx: Tx,
  { memberId, reason, until }: StaffDecision,
  at: number,
): Promise<void> {
  await tx.run(setFrozenStatement, [memberId, true, at, reason, until ?? null]);
}

/** Ends a freeze by staff. One by the owner outlasts it. */
export async function unfreeze(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(setFrozenStatement, [memberId, false, at, null, null]);
}

/**
 * Freezes an account for its owner, until two operators lift the freeze at the owner's request. Open orders and requests are
 * cancelled after the commit: see `ownerFreezesToStop`.
 */
export async function freezeByOwner(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(insertOwnerFreeze, [memberId, at]);
  await tx.run(freezeByOwnerStatement, [memberId, at]);
}

/** Freezes by owners whose orders and requests are still to be cancelled. */
export function ownerFreezesToStop(reader: Reader): Promise<{ id: number; memberId: number }[]> {
  return reader.many(freezesToStop, []);
}

/** Nothing of it is open any more. */
export async function endStop(tx: Tx, freezeId: number, at: number): Promise<void> {
  await tx.run(markStopped, [freezeId, at]);
}

/** Lifts the owner's freeze, if any, and blocks withdrawals for a while, as after a reset. One by staff remains. */
export async function liftOwnersFreeze(
  tx: Tx,
  lift: { memberId: number; withdrawalsBlockedUntil: number },
  at: number,
): Promise<void> {
  await tx.run(liftOwnersFreezeStatement, [lift.memberId, at, lift.withdrawalsBlockedUntil]);
}

/** `status` as in `realNameStatus`. The member's devices receive it once the member events are woken. */
export async function setRealNameStatus(
  tx: Tx,
  change: { memberId: number; status: number },
  at: number,
): Promise<void> {
  const { memberId, status } = change;
  await tx.run(setRealNameStatement, [memberId, status, at]);
  await recordMemberEvents(tx, [{ memberId, topic: 'identity.changed', data: { status } }], at);
}
