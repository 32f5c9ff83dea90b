/** "This wasn't me": the link of a security alert freezes the account, without a login (ADR 7). */
import {
  clearPayPassword,
  disablePassword,
  unprovePhone,
} from '../../../kernel/members/change-members.ts';
import { lockMember, memberById } from '../../../kernel/members/members.ts';
import { freezeByOwner } from '../../../kernel/members/account-status.ts';
import { NOWHERE } from '../../../kernel/members/security-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { maskEmail } from '../../../kernel/members/mask-email.ts';
import { removeFactorsSince } from '../../../kernel/second-factor/factors.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { type AlertKind, type Alerts, hashOfAlert } from './alerts.ts';
import type { Sessions } from './sessions.ts';
import { openAlert, takeAlerts } from './store.ts';

export interface FreezeDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  passwords: Passwords;
  alerts: Alerts;
  sessions: Sessions;
}

const linkExpired = () => new Refusal('not-found', { fields: ['token'], text: 'alert.gone' });

/**
 * Shows the alert behind a link without changing anything, because mail scanners open links too.
 * @throws not-found
 */
export async function showAlert({ database, clock }: FreezeDeps, token: string) {
  const alert = await database.maybe(openAlert, [hashOfAlert(token), clock.now()]);
  const member = alert && (await memberById(database, alert.memberId));
  if (alert === undefined || member === undefined) throw linkExpired();
  return {
    kind: alert.kind as AlertKind,
    at: isoTime(alert.createdAt),
    email: maskEmail(member.email),
  };
}

/**
 * Freezes the account until two of the staff lift the freeze, ends every session, and disables the passwords, phone or factors
 * that the
 * other person set or knows. Uses up all open links of the member.
 * @throws not-found for a link that is unknown, used or expired
 */
export async function freezeAccount(deps: FreezeDeps, token: string): Promise<void> {
  const { database, clock, sessions } = deps;
  const hash = hashOfAlert(token);
  if ((await database.maybe(openAlert, [hash, clock.now()])) === undefined) throw linkExpired();
  // A random password that is never shown: the owner sets a new one with a code.
  const passwordHash = await deps.passwords.hash(deps.random.token(32));
  const ended = await database.transaction(async (tx) => {
    const at = clock.now();
    const alert = await tx.maybe(openAlert, [hash, at]);
    const member = alert && (await lockMember(tx, alert.memberId));
    if (alert === undefined || member === undefined) throw linkExpired();
    const used = await tx.many(takeAlerts, [member.id, at]);
    // The same link was used while this transaction waited for the lock.
    if (!used.some(({ tokenHash }) => tokenHash === hash)) throw linkExpired();
    const memberId = member.id;
    await freezeByOwner(tx, memberId, at);
    await disablePassword(tx, { memberId, passwordHash }, at);
    if (alert.kind === 'payPasswordReset' || alert.kind === 'payPasswordSet') {
      await clearPayPassword(tx, memberId, at);
    }
    if (alert.kind === 'phoneProven') await unprovePhone(tx, memberId, at);
    // The intruder's factors, whichever of the open messages the owner answers: they would lock the owner out.
    const added = used.filter(({ kind }) => kind === 'factorAdded' || kind === 'factorReplaced');
    const since = Math.min(...added.map(({ createdAt }) => createdAt));
    if (added.length > 0) await removeFactorsSince(tx, memberId, since);
    const place = NOWHERE;
    await notify(tx, { memberId, kind: 'security.frozen', values: {}, place }, at);
    const isPhoneTheirs = alert.kind !== 'phoneProven';
    const phoneProvenAt = isPhoneTheirs ? member.phoneProvenAt : null;
    await deps.alerts.sendFrozen(tx, { member: { ...member, phoneProvenAt }, by: 'link' }, at);
    return sessions.endAll(tx, memberId, 'freeze');
  });
  wakeDelivery(deps.bus);
  sessions.announce(ended);
}
