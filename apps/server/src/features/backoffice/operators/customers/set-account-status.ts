/** Changes a member's account status: freezes, bans, revokes a verification, and lifts that. Each change has a reason. */
import type { MessageCode } from '@tern/protocol/operator';
import { MEMBER_EVENTS_WAKE } from '../../../../kernel/events/member-events.ts';
import {
  ban as banMember,
  freeze,
  setRealNameStatus,
  unban,
  unfreeze,
} from '../../../../kernel/members/account-status.ts';
import {
  isVerified,
  lockMember,
  type Member,
  realNameStatus,
} from '../../../../kernel/members/members.ts';
import { openReviewsOf } from '../../../../kernel/members/account-closing.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import {
  assertPermitted,
  readMessage,
  readReason,
  type Reviewer,
  reviewSettings,
} from '../../../../kernel/review/review-rules.ts';
import type { OwnReason } from '../../../../kernel/i18n/reasons.ts';
import type { MessageKey } from '../../../../kernel/i18n/texts.ts';
import type { Settings } from '../../../../kernel/settings/settings.ts';
import type { Bus } from '../../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { Auth } from '../../../account/auth/index.ts';
import { endBlock } from '../store-customers.ts';
import { type Actor, logAct } from '../../../../kernel/operators/audit-log.ts';
import { notify } from '../../../../kernel/messaging/notifications.ts';
import { BLOCK_HOURS_MAX, type BlockAct, blockMember, liftBlock } from './block-member.ts';

export interface AccountStatusDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  auth: Pick<Auth, 'sessions'>;
  settings: Settings;
}

export interface AccountStatusChange {
  memberId: number;
  act: BlockAct | Lift;
  /** What the member reads; absent: the usual message. */
  message?: MessageCode | undefined;
  reason: string;
  /** For a freeze; at most 72. */
  hours: number;
  /** Of a block: two people lift it. */
  isSuspicion: boolean;
}

/** What a change comes to: the automatic end of a block, or `asked` when a second person must agree. */
type Outcome = number | 'asked' | undefined;

const messageOf = ({ act, message }: AccountStatusChange): MessageKey =>
  readMessage(act === 'reverify' ? 'verify' : act, message);

/**
 * Locks the member, runs `work`, and logs the change and notifies the member of it, if it took effect.
 * @throws invalid-request, not-found
 */
async function change(
  deps: AccountStatusDeps,
  { actor, input }: { actor: Reviewer; input: AccountStatusChange },
  work: (tx: Tx, member: Member, at: number) => Promise<Outcome>,
): Promise<Outcome> {
  const { memberId, act } = input;
  const reason = readReason(input.reason);
  const message = messageOf(input);
  const outcome = await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member === undefined) throw new Refusal('not-found');
    const at = deps.clock.now();
    const until = await work(tx, member, at);
    if (until === 'asked') {
      const subject = `member:${memberId}`;
      const entry = { actor, action: 'member.askToLift' as const, subject, memberId, reason };
      await logAct(tx, { ...entry, detail: { act } }, at);
    } else {
      const isStillFrozen = act === 'unfreeze' && member.frozenByOwnerAt !== null;
      const logged = act === 'reverify' ? 'verify' : act;
      const done = { actor, memberId, act: logged, reason, message, until, isStillFrozen } as const;
      await notifyAccountStatus(tx, done, at);
    }
    return until;
  });
  deps.bus.publish(MEMBER_EVENTS_WAKE, null);
  return outcome;
}

/**
 * A ban ends the open session immediately. Each block ends automatically: only another operator can renew a freeze, and
 * a ban or a revoked verification becomes final when another operator repeats it. Who lifts a block needs the right with
 * which it was set; two people lift what was set for suspicion or made final. A revoked verification that is lifted is
 * the one that two people gave; a final one ends with new documents alone (ADR 41), and a freeze by the owner at their
 * request (ADR 43). Returns true when a second person must still lift it.
 * @throws invalid-request, not-found, not-permitted, second-person-needed, identity-in-review while documents are under
 * review, already-decided when nothing would change
 */
export async function setAccountStatus(
  deps: AccountStatusDeps,
  actor: Reviewer,
  input: AccountStatusChange,
): Promise<boolean> {
  const { act } = input;
  if (act === 'unverify' || act === 'reverify') assertPermitted(actor, 'customers.verify');
  if (isLift(act)) return lift(deps, actor, { ...input, act });
  let ended: Awaited<ReturnType<typeof deps.auth.sessions.endAll>> = [];
  await change(deps, { actor, input }, async (tx, member, at) => {
    const { memberId, isSuspicion } = input;
    const hours = act === 'freeze' ? input.hours : BLOCK_HOURS_MAX;
    const isBlocked = await isBlockedBy(tx, act, member);
    const block = { memberId, act, actor, isSuspicion, hours, isBlocked };
    const until = await blockMember(tx, block, at);
    const reason = messageOf(input);
    if (act === 'freeze') await freeze(tx, { memberId, reason, until }, at);
    else if (act === 'ban') {
      await banMember(tx, { memberId, reason, until }, at);
      ended = await deps.auth.sessions.endAll(tx, memberId, 'ban');
    } else await setRealNameStatus(tx, { memberId, status: realNameStatus.rejected }, at);
    return until;
  });
  deps.auth.sessions.announce(ended.map((session) => ({ ...session, code: 4007 })));
  return false;
}

/** @throws identity-in-review */
async function isBlockedBy(tx: Tx, act: BlockAct, member: Member): Promise<boolean> {
  if (act !== 'unverify') return act === 'ban' ? member.isBanned : member.isFrozen;
  await assertNoDocuments(tx, member);
  return !isVerified(member);
}

/** Documents under review are decided in the queue, also those of a verified member. @throws identity-in-review */
async function assertNoDocuments(tx: Tx, { id }: Member): Promise<void> {
  const open = await openReviewsOf(tx, id);
  if (open.some(({ kind }) => kind === 'identity')) throw new Refusal('identity-in-review');
}

const LIFTS = { unfreeze: 'freeze', unban: 'ban', reverify: 'unverify' } as const;
type Lift = keyof typeof LIFTS;
const isLift = (act: AccountStatusChange['act']): act is Lift => act in LIFTS;

/** Returns true when a second person must still lift it. @throws as `setAccountStatus` */
async function lift(
  deps: AccountStatusDeps,
  actor: Reviewer,
  input: AccountStatusChange & { act: Lift },
): Promise<boolean> {
  const { act, memberId } = input;
  const firstHours = deps.settings.read(reviewSettings.firstApprovalHours);
  const outcome = await change(deps, { actor, input }, async (tx, member, at) => {
    if (act === 'reverify') await assertNoDocuments(tx, member);
    const lifted = await liftBlock(tx, { memberId, act: LIFTS[act], actor, firstHours }, at);
    if (!lifted) return 'asked';
    if (act === 'unfreeze') await unfreeze(tx, memberId, at);
    else if (act === 'unban') await unban(tx, memberId, at);
    else await setRealNameStatus(tx, { memberId, status: realNameStatus.verified }, at);
    return undefined;
  });
  return outcome === 'asked';
}

/**
 * Ends a revoked verification, confirmed or not, because the member sends documents: from now on their review decides.
 * Call with the member locked.
 */
export async function endUnverification(tx: Tx, memberId: number, at: number): Promise<void> {
  await tx.run(endBlock, [memberId, 'unverify', at, null]);
}

export interface AccountStatusAct {
  /** Undefined when a block ends automatically. */
  actor: Actor | undefined;
  memberId: number;
  act: 'ban' | 'unban' | 'freeze' | 'unfreeze' | 'verify' | 'unverify';
  reason: string;
  /** Shown to the member. */
  message: OwnReason | MessageKey;
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
  const { actor, memberId, act, reason, message, until } = given;
  const detail = until === undefined ? {} : { until };
  const action = `member.${act}` as const;
  const entry = { actor, action, subject: `member:${memberId}`, memberId };
  await logAct(tx, { ...entry, reason, message, detail, isShown: true }, at);
  if (given.isStillFrozen === true) return;
  const values = { reason: message, ...(until === undefined ? {} : { until: isoTime(until) }) };
  await notify(tx, { memberId, kind: `staff.${act}`, values }, at);
}
