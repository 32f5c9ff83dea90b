/** What operators may do to a member's standing: ban, freeze, verify. Each act has a reason that the member reads. */
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import {
  liftOwnersFreeze,
  setBanned,
  setFrozen,
  setRealNameStatus,
} from '../../../kernel/members/account-status.ts';
import {
  isVerified,
  lockMember,
  type Member,
  realNameStatus,
} from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type Auth, authSettings } from '../../auth/index.ts';
import { endBlock } from '../store-blocks.ts';
import { BLOCK_HOURS_MAX, type BlockAct, blockMember } from './block-member.ts';
import { type AccountStatusAct, notifyAccountStatus } from './notify-account-status.ts';

export interface AccountStatusDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
  auth: Pick<Auth, 'sessions'>;
}

export interface AccountStatusChange {
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze';
  reason: string;
  /** Of a freeze; at most 72. */
  hours: number;
}

interface Act {
  actor: Reviewer;
  memberId: number;
  act: AccountStatusAct['act'];
  reason: string;
}

/**
 * Locks the member, changes them, writes the line with the end that the work gives. Fails with: invalid-request,
 * not-found.
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
    await notifyAccountStatus(tx, { actor, memberId, act, reason, until }, at);
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
}

/**
 * A ban ends the open session at once. Freezes and bans end by themselves: a freeze is renewed by another person only,
 * a ban is final when another person bans as well. Fails with: invalid-request, not-found, second-person-needed,
 * already-decided when it is so already.
 */
export async function setAccountStatus(
  deps: AccountStatusDeps,
  actor: Reviewer,
  wanted: AccountStatusChange,
): Promise<void> {
  const { memberId, act, reason, hours } = wanted;
  const given = { actor, memberId, act, reason };
  if (act === 'ban') return ban(deps, given);
  if (act === 'freeze') {
    return change(deps, given, async (tx, { isFrozen: isSo }, at) => {
      const until = await blockMember(tx, { ...blockOf(given, 'freeze'), hours, isSo }, at);
      await setFrozen(tx, { memberId, isFrozen: true }, at);
      return until;
    });
  }
  return change(deps, given, async (tx, member, at) => {
    const isOff = act === 'unban' ? member.isBanned : member.isFrozen;
    if (!isOff) throw new Refusal('already-decided');
    if (act === 'unban') await setBanned(tx, { memberId, isBanned: false }, at);
    else await unfreeze(tx, deps, { memberId, at });
    await tx.run(endBlock, [memberId, act === 'unban' ? 'ban' : 'freeze', at]);
    return undefined;
  });
}

/** Also ends a freeze by the owner: the operator has made sure who they are. Withdrawals wait as after a reset. */
async function unfreeze(tx: Tx, deps: AccountStatusDeps, given: { memberId: number; at: number }) {
  const { memberId, at } = given;
  const pauseMs = deps.settings.read(authSettings.withdrawalPauseHours) * 3_600_000;
  await liftOwnersFreeze(tx, { memberId, withdrawalsBlockedUntil: at + pauseMs }, at);
  await setFrozen(tx, { memberId, isFrozen: false }, at);
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
  await change(deps, given, async (tx, { isBanned: isSo }, at) => {
    const until = await blockMember(tx, { ...blockOf(given, 'ban'), isSo }, at);
    await setBanned(tx, { memberId, isBanned: true }, at);
    ended = await deps.auth.sessions.endAll(tx, memberId, 'ban');
    return until;
  });
  deps.auth.sessions.announce(ended.map((session) => ({ ...session, code: 4007 })));
}

/**
 * Taken away by one person, verification comes back after three days unless another person takes it away as well.
 * Fails with: invalid-request, not-found, second-person-needed, already-decided when it is so already.
 */
export function setVerified(
  deps: AccountStatusDeps,
  actor: Reviewer,
  wanted: { memberId: number; isVerified: boolean; reason: string },
): Promise<void> {
  const { memberId, reason } = wanted;
  const act = wanted.isVerified ? 'verify' : 'unverify';
  const given = { actor, memberId, act, reason } as const;
  return change(deps, given, async (tx, member, at) => {
    if (!wanted.isVerified) {
      const isSo = !isVerified(member);
      const until = await blockMember(tx, { ...blockOf(given, 'unverify'), isSo }, at);
      await setRealNameStatus(tx, { memberId, status: realNameStatus.rejected }, at);
      return until;
    }
    if (isVerified(member)) throw new Refusal('already-decided');
    await setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at);
    await tx.run(endBlock, [memberId, 'unverify', at]);
    return undefined;
  });
}
