/** Account status: banned, frozen, verified. Changed by operators with a reason; owners may freeze their own account. */
import { bool, int2, int8, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';
import { recordMemberEvents } from '../events/member-events.ts';

const setBannedStatement = defineStatement({
  name: 'kernel.setBanned',
  text: 'update members set is_banned = $2, updated_at = $3 where id = $1',
  params: [int8, bool, timestamptz],
});

const setFrozenStatement = defineStatement({
  name: 'kernel.setFrozen',
  text: `update members set is_frozen = $2 or frozen_by_owner_at is not null, updated_at = $3 where id = $1`,
  params: [int8, bool, timestamptz],
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
  text: `update members set frozen_by_owner_at = null, updated_at = $2,
      withdrawals_blocked_until = greatest(withdrawals_blocked_until, $3)
    where id = $1 and frozen_by_owner_at is not null`,
  params: [int8, timestamptz, timestamptz],
});

const setRealNameStatement = defineStatement({
  name: 'kernel.setRealNameStatus',
  text: 'update members set real_name_status = $2, updated_at = $3 where id = $1',
  params: [int8, int2, timestamptz],
});

/** A banned member cannot log in (4007); end their sessions in the same transaction. */
export async function setBanned(
  tx: Tx,
  change: { memberId: number; isBanned: boolean },
  at: number,
): Promise<void> {
  await tx.run(setBannedStatement, [change.memberId, change.isBanned, at]);
}

/** A frozen member can log in and read, but not move money (4008). A freeze by the owner outlasts one by operators. */
export async function setFrozen(
  tx: Tx,
  change: { memberId: number; isFrozen: boolean },
  at: number,
): Promise<void> {
  await tx.run(setFrozenStatement, [change.memberId, change.isFrozen, at]);
}

/** Freezes an account whose owner reports an intruder, until an operator lifts the freeze. */
export async function freezeByOwner(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(freezeByOwnerStatement, [memberId, at]);
}

/** Lifts the owner's freeze, if any, and blocks withdrawals for a while, as after a reset. Then call `setFrozen`. */
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
