/** What operators may do to a member's standing: ban, freeze, verify. Each act has a reason that the member reads. */
import { logAct } from '../../../kernel/audit-log.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/member-events.ts';
import { setBanned, setFrozen, setRealNameStatus } from '../../../kernel/member-standing.ts';
import { lockMember, type Member, realNameStatus } from '../../../kernel/members.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Auth } from '../../auth/index.ts';
import { dueFreezes, endFreeze, freezeOfMember, putFreeze } from '../store-freezes.ts';

export interface StandingDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
}

export interface StandingChange {
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze';
  reason: string;
  /** Of a freeze. */
  hours: number;
}

const HOUR_MS = 3_600_000;
const FREEZE_HOURS_MAX = 72;

/** Locks the member, changes them, writes the line. Fails with: 5007. */
async function change(
  deps: StandingDeps,
  given: { actor: Reviewer; memberId: number; action: string; reason: string; until?: number },
  work: (tx: Tx, member: Member, at: number) => Promise<void>,
): Promise<void> {
  const { actor, memberId, action, until } = given;
  const reason = readReason(given.reason);
  await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member === undefined) throw new Refusal(5007);
    const at = deps.clock.now();
    await work(tx, member, at);
    const detail = until === undefined ? {} : { until };
    const entry = { actor, action, subject: `member:${memberId}`, memberId, reason, detail };
    await logAct(tx, { ...entry, isShown: true }, at);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

/**
 * A ban ends the open session at once. A freeze ends by itself, and is renewed by another person only.
 * Fails with: 5001, 5007, 5032, 5034 when it is so already.
 */
export async function setStanding(
  deps: StandingDeps,
  actor: Reviewer,
  wanted: StandingChange,
): Promise<void> {
  const { memberId, act, reason, hours } = wanted;
  const given = { actor, memberId, action: `member.${act}`, reason };
  if (act === 'freeze') return freeze(deps, given, hours);
  if (act === 'unfreeze') {
    return change(deps, given, async (tx, member, at) => {
      if (!member.isFrozen) throw new Refusal(5034);
      await setFrozen(tx, { memberId, isFrozen: false }, at);
      await tx.run(endFreeze, [memberId, at]);
    });
  }
  const isBan = act === 'ban';
  let ended: Awaited<ReturnType<typeof deps.auth.sessions.endAll>> = [];
  await change(deps, given, async (tx, member, at) => {
    if (member.isBanned === isBan) throw new Refusal(5034);
    await setBanned(tx, { memberId, isBanned: isBan }, at);
    ended = isBan ? await deps.auth.sessions.endAll(tx, memberId) : [];
  });
  deps.auth.sessions.announce(ended.map((session) => ({ ...session, code: 4007 })));
}

function freeze(
  deps: StandingDeps,
  given: { actor: Reviewer; memberId: number; action: string; reason: string },
  hours: number,
): Promise<void> {
  const { actor, memberId } = given;
  const until = deps.clock.now() + Math.min(hours, FREEZE_HOURS_MAX) * HOUR_MS;
  return change(deps, { ...given, until }, async (tx, _member, at) => {
    const last = await tx.maybe(freezeOfMember, [memberId]);
    if (last?.operatorId === actor.operatorId) throw new Refusal(5032);
    await setFrozen(tx, { memberId, isFrozen: true }, at);
    await tx.run(putFreeze, [memberId, actor.operatorId, until]);
  });
}

/** Fails with: 5001, 5007, 5034 when it is so already. */
export function setVerified(
  deps: StandingDeps,
  actor: Reviewer,
  wanted: { memberId: number; isVerified: boolean; reason: string },
): Promise<void> {
  const { memberId, isVerified, reason } = wanted;
  const action = isVerified ? 'member.verify' : 'member.unverify';
  return change(deps, { actor, memberId, action, reason }, async (tx, member, at) => {
    const status = isVerified ? realNameStatus.verified : realNameStatus.rejected;
    if (member.realNameStatus === status) throw new Refusal(5034);
    await setRealNameStatus(tx, { memberId, status }, at);
  });
}

/** Ends the freezes whose time has come. */
export async function endDueFreezes(deps: StandingDeps): Promise<void> {
  const due = await deps.database.many(dueFreezes, [deps.clock.now()]);
  for (const { memberId } of due) {
    await deps.database.transaction(async (tx) => {
      const at = deps.clock.now();
      await lockMember(tx, memberId);
      const freezeNow = await tx.maybe(freezeOfMember, [memberId]);
      // Renewed or ended while we waited for the lock.
      if (freezeNow === undefined || freezeNow.endedAt !== null || freezeNow.until > at) return;
      await tx.run(endFreeze, [memberId, at]);
      await setFrozen(tx, { memberId, isFrozen: false }, at);
      const subject = `member:${memberId}`;
      const reason = 'The time of the freeze is over.';
      const entry = { actor: undefined, action: 'member.unfreeze', subject, memberId, reason };
      await logAct(tx, { ...entry, isShown: true }, at);
    });
  }
  if (due.length > 0) deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}
