/** Changes a member's account status: ban, freeze, verify. Each change has a reason that the member sees. */
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import {
  ban as banMember,
  freeze,
  setRealNameStatus,
  unban,
  unfreeze,
} from '../../../kernel/members/account-status.ts';
import {
  freezeOf,
  isVerified,
  lockMember,
  type Member,
  realNameStatus,
} from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Auth } from '../../auth/index.ts';
import { endBlock } from '../store-customers.ts';
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { BLOCK_HOURS_MAX, type BlockAct, blockMember } from './block-member.ts';
import '../notices.ts';

export interface AccountStatusDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
}

export interface AccountStatusChange {
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze';
  reason: string;
  /** For a freeze; at most 72. */
  hours: number;
}

interface Act {
  actor: Reviewer;
  memberId: number;
  act: AccountStatusAct['act'];
  reason: string;
}

/**
 * Locks the member, runs `work`, and logs the change with the end that it returns.
 * Fails with: invalid-request, not-found.
 */
async function change(
  deps: AccountStatusDeps,
  { actor, memberId, act, reason: given }: Act,
  work: (tx: Tx, member: Member, at: number) => Promise<number | undefined>,
): Promise<void> {
  const reason = readReason(given);
  await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member === undefined) throw new Refusal('not-found');
    const at = deps.clock.now();
    const until = await work(tx, member, at);
    const isStillFrozen = act === 'unfreeze' && member.frozenByOwnerAt !== null;
    await notifyAccountStatus(tx, { actor, memberId, act, reason, until, isStillFrozen }, at);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

/**
 * A ban ends the open session immediately. Freezes and bans end automatically: only another operator can renew a
 * freeze, and a ban becomes final when another operator repeats it.
 * A freeze by the owner is lifted at their request alone (ADR 43).
 * Fails with: invalid-request, not-found, second-person-needed, already-decided when nothing would change.
 */
export async function setAccountStatus(
  deps: AccountStatusDeps,
  actor: Reviewer,
  input: AccountStatusChange,
): Promise<void> {
  const { memberId, act, reason, hours } = input;
  const given = { actor, memberId, act, reason };
  if (act === 'ban') return ban(deps, given);
  if (act === 'freeze') {
    return change(deps, given, async (tx, { isFrozen: isBlocked }, at) => {
      const until = await blockMember(tx, { ...blockOf(given, 'freeze'), hours, isBlocked }, at);
      await freeze(tx, { memberId, reason: readReason(reason), until }, at);
      return until;
    });
  }
  return change(deps, given, async (tx, member, at) => {
    const isOn = act === 'unban' ? member.isBanned : freezeOf(member)?.by === 'staff';
    if (!isOn) throw new Refusal('already-decided');
    await (act === 'unban' ? unban : unfreeze)(tx, memberId, at);
    await tx.run(endBlock, [memberId, act === 'unban' ? 'ban' : 'freeze', at]);
    return undefined;
  });
}

const blockOf = ({ memberId, actor: { operatorId } }: Act, act: BlockAct) => ({
  memberId,
  act,
  operatorId,
  hours: BLOCK_HOURS_MAX,
});

async function ban(deps: AccountStatusDeps, given: Act): Promise<void> {
  const { memberId } = given;
  let ended: Awaited<ReturnType<typeof deps.auth.sessions.endAll>> = [];
  await change(deps, given, async (tx, { isBanned: isBlocked }, at) => {
    const until = await blockMember(tx, { ...blockOf(given, 'ban'), isBlocked }, at);
    await banMember(tx, { memberId, reason: readReason(given.reason), until }, at);
    ended = await deps.auth.sessions.endAll(tx, memberId, 'ban');
    return until;
  });
  deps.auth.sessions.announce(ended.map((session) => ({ ...session, code: 4007 })));
}

/**
 * A verification revoked by one operator is restored after three days unless another operator revokes it too. Fails
 * with: invalid-request, not-found, second-person-needed, identity-in-review while documents are under review (they are
 * decided in the queue), already-decided when nothing would change.
 */
export function setVerified(
  deps: AccountStatusDeps,
  actor: Reviewer,
  input: { memberId: number; isVerified: boolean; reason: string },
): Promise<void> {
  const { memberId, reason } = input;
  const act = input.isVerified ? 'verify' : 'unverify';
  const given = { actor, memberId, act, reason } as const;
  return change(deps, given, async (tx, member, at) => {
    if (member.realNameStatus === realNameStatus.submitted) throw new Refusal('identity-in-review');
    if (!input.isVerified) {
      const isBlocked = !isVerified(member);
      const until = await blockMember(tx, { ...blockOf(given, 'unverify'), isBlocked }, at);
      await setRealNameStatus(tx, { memberId, status: realNameStatus.rejected }, at);
      return until;
    }
    if (isVerified(member)) throw new Refusal('already-decided');
    await setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at);
    await tx.run(endBlock, [memberId, 'unverify', at]);
    return undefined;
  });
}

/**
 * Ends a revoked verification, confirmed or not, because operators verified documents that the member sent since. Call
 * with the member locked.
 */
export async function endUnverification(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(endBlock, [memberId, 'unverify', at]);
}

export interface AccountStatusAct {
  /** Undefined when a block ends automatically. */
  actor: Actor | undefined;
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze' | 'verify' | 'unverify';
  /** Shown to the member. */
  reason: string;
  /** Automatic end, epoch ms; none when absent. */
  until?: number | undefined;
  /** The owner's own freeze remains, so there is nothing to report. */
  isStillFrozen?: boolean;
}

/** Logs a change of a member's account status and notifies the member. */
export async function notifyAccountStatus(
  tx: Tx,
  given: AccountStatusAct,
  at: number,
): Promise<void> {
  const { actor, memberId, act, reason, until } = given;
  const detail = until === undefined ? {} : { until };
  const action = `member.${act}` as const;
  const entry = { actor, action, subject: `member:${memberId}`, memberId };
  await logAct(tx, { ...entry, reason, detail, isShown: true }, at);
  if (given.isStillFrozen === true) return;
  const values = { reason, ...(until === undefined ? {} : { until: isoTime(until) }) };
  await notify(tx, { memberId, kind: `staff.${act}`, values }, at);
}
