/** Asks to close an account, takes that back, and shows where it stands (ADR 48). */
import {
  type Closing,
  endClosing,
  requestClosing,
  waitingClosing,
} from '../../../kernel/members/account-closing.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import type { GivenUp, Obstacle } from '../../../kernel/account-data/account-part.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { isoTime } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { checkLoginPassword, ownData } from '../profile/index.ts';
import type { AccountDataDeps } from './deps.ts';
import { listToGiveUp } from './give-up-machines.ts';
import { findObstacles } from './find-obstacles.ts';
import { obstacleOut } from './obstacle-out.ts';
import { accountDataSettings } from './settings.ts';

/** Where the closing of an account stands. */
export async function showClosing(
  { database, parts }: AccountDataDeps,
  memberId: number,
): Promise<{ closing: Closing | undefined; obstacles: Obstacle[]; toGiveUp: GivenUp[] }> {
  const member = await ownData(database, memberId);
  const closing = await waitingClosing(database, memberId);
  const obstacles = await findObstacles(database, { parts, member });
  return { closing, obstacles, toGiveUp: await listToGiveUp(database, { parts, memberId }) };
}

/**
 * Returns the request, an earlier one if there is one. Nothing changes before its time has come: the member can use the account
 * and keep it.
 * @throws wrong-login-password, too-many-requests, account-not-empty (data: obstacles), second-factor-required,
 * confirmation-expired
 */
export async function closeAccount(
  deps: AccountDataDeps,
  call: SensitiveCall,
  password: string,
): Promise<Closing> {
  const { database, clock, bus, auth, parts, settings } = deps;
  const { memberId } = call.caller;
  const known = await ownData(database, memberId);
  await checkLoginPassword(deps, known, { password, field: 'password' });
  const obstacles = await findObstacles(database, { parts, member: known });
  if (obstacles.length > 0) throw notEmpty(obstacles);
  const confirm = await deps.confirmations.require(call);
  const closing = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    }
    const left = await findObstacles(tx, { parts, member });
    if (left.length > 0) throw notEmpty(left);
    await confirm(tx);
    const earlier = await waitingClosing(tx, memberId);
    if (earlier !== undefined) return earlier;
    const at = clock.now();
    const days = settings.read(accountDataSettings.waitDays);
    const endsAt = at + days * DAY_MS;
    const added = await requestClosing(tx, { memberId, requestedAt: at, endsAt });
    const values = { until: isoTime(endsAt) };
    await notify(tx, { memberId, kind: 'security.closing', values }, at);
    const inMail = { days: String(days) };
    await auth.alerts.send(tx, { member, kind: 'closing', values: inMail }, at);
    return added;
  });
  wakeDelivery(bus);
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return closing;
}

const notEmpty = (obstacles: readonly Obstacle[]) =>
  new Refusal('account-not-empty', { data: { obstacles: obstacles.map(obstacleOut) } });

/** Takes the request back with one tap: keeping an account is the safe side, so it needs no password. */
export async function keepAccount(deps: AccountDataDeps, memberId: number): Promise<void> {
  const { database, clock, bus } = deps;
  await database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const closing = await waitingClosing(tx, memberId);
    if (closing === undefined) return;
    const at = clock.now();
    await endClosing(tx, { id: closing.id, state: 'kept' }, at);
    await notify(tx, { memberId, kind: 'security.closingKept', values: {} }, at);
  });
  bus.publish(MEMBER_EVENTS_WAKE, null);
}
