/** Ends blocks of members that are due and were not confirmed by a second operator. */
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import { setRealNameStatus, unban, unfreeze } from '../../../../kernel/members/account-status.ts';
import { lockMember, type Member, realNameStatus } from '../../../../kernel/members/members.ts';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import { blocksOfMember, dueBlocks, endBlock } from '../store-customers.ts';
import type { BlockAct } from './block-member.ts';
import { type AccountStatusAct, notifyAccountStatus } from './set-account-status.ts';

interface Unblock {
  act: AccountStatusAct['act'];
  /** Shown to the member. */
  reason: OwnReason;
  lift(tx: Tx, member: Member, at: number): Promise<void>;
}

const UNCONFIRMED: OwnReason = 'reason.unconfirmed';

const unblocks: Record<BlockAct, Unblock> = {
  freeze: {
    act: 'unfreeze',
    reason: 'reason.freezeOver',
    lift: (tx, { id }, at) => unfreeze(tx, id, at),
  },
  ban: {
    act: 'unban',
    reason: UNCONFIRMED,
    lift: (tx, { id }, at) => unban(tx, id, at),
  },
  unverify: {
    act: 'verify',
    reason: UNCONFIRMED,
    lift: (tx, { id: memberId }, at) =>
      setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at),
  },
};

export async function endDueBlocks(deps: {
  database: Database;
  clock: Clock;
  bus: Bus;
}): Promise<void> {
  const due = await deps.database.many(dueBlocks, [deps.clock.now()]);
  for (const { memberId, act } of due) {
    await deps.database.transaction((tx) =>
      endBlockOf(tx, { memberId, act: act as BlockAct }, deps.clock.now()),
    );
  }
  if (due.length > 0) deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

async function endBlockOf(
  tx: Tx,
  { memberId, act }: { memberId: number; act: BlockAct },
  at: number,
): Promise<void> {
  const member = await lockMember(tx, memberId);
  const blocks = await tx.many(blocksOfMember, [memberId]);
  const block = blocks.find((each) => each.act === act && each.endedAt === null);
  // Renewed, confirmed or ended while this transaction waited for the lock.
  if (member === undefined || block === undefined || (block.until ?? Infinity) > at) return;
  const { act: unblock, reason, lift } = unblocks[act];
  await tx.run(endBlock, [memberId, act, at, null]);
  await lift(tx, member, at);
  const isStillFrozen = act === 'freeze' && member.frozenByOwnerAt !== null;
  const change = {
    actor: undefined,
    memberId,
    act: unblock,
    reason,
    message: reason,
    isStillFrozen,
  };
  await notifyAccountStatus(tx, change, at);
}
