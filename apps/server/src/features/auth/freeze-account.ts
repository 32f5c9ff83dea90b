/** "This wasn't me": the link of a security alert freezes the account, without a login (rules §10, ADR 7). */
import {
  clearPayPassword,
  setPassword,
  unprovePhone,
} from '../../kernel/members/change-members.ts';
import { lockMember, memberById } from '../../kernel/members/members.ts';
import { freezeByOwner } from '../../kernel/members/account-status.ts';
import { notify } from '../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Bus } from '../../platform/bus.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Random } from '../../platform/random.ts';
import { type AlertKind, type Alerts, hashOfAlert } from './alerts.ts';
import { maskEmail } from './rules.ts';
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

const gone = () => new Refusal('not-found', { fields: ['token'], text: 'alert.gone' });

/** What the link is about; opening it changes nothing, because mail scanners open links too. Fails with: not-found. */
export async function showAlert({ database, clock }: FreezeDeps, token: string) {
  const alert = await database.maybe(openAlert, [hashOfAlert(token), clock.now()]);
  const member = alert && (await memberById(database, alert.memberId));
  if (alert === undefined || member === undefined) throw gone();
  return {
    kind: alert.kind as AlertKind,
    at: isoTime(alert.createdAt),
    email: maskEmail(member.email),
  };
}

/**
 * Uses the link up, and with it every other open link of the member: no money moves until staff lift the freeze, every
 * session ends, and what the other person set or knows (passwords, a phone) no longer works.
 * Fails with: not-found for a link that is unknown, used or too old.
 */
export async function freezeAccount(deps: FreezeDeps, token: string): Promise<void> {
  const { database, clock, sessions } = deps;
  const hash = hashOfAlert(token);
  if ((await database.maybe(openAlert, [hash, clock.now()])) === undefined) throw gone();
  // Nobody knows it: the owner sets a new one with a code.
  const passwordHash = await deps.passwords.hash(deps.random.token(32));
  const ended = await database.transaction(async (tx) => {
    const at = clock.now();
    const alert = await tx.maybe(openAlert, [hash, at]);
    const member = alert && (await lockMember(tx, alert.memberId));
    if (alert === undefined || member === undefined) throw gone();
    const used = await tx.many(takeAlerts, [member.id, at]);
    // Another use of the same link came first while we waited for the member.
    if (!used.some(({ tokenHash }) => tokenHash === hash)) throw gone();
    const memberId = member.id;
    await freezeByOwner(tx, memberId, at);
    await setPassword(tx, { memberId, passwordHash, withdrawalsBlockedUntil: at }, at);
    if (alert.kind === 'payPasswordReset' || alert.kind === 'payPasswordSet') {
      await clearPayPassword(tx, memberId, at);
    }
    if (alert.kind === 'phoneProven') await unprovePhone(tx, memberId, at);
    await notify(tx, { memberId, kind: 'security.frozen', values: {} }, at);
    const isPhoneTheirs = alert.kind !== 'phoneProven';
    const phoneProvenAt = isPhoneTheirs ? member.phoneProvenAt : null;
    await deps.alerts.sendFrozen(tx, { ...member, phoneProvenAt }, at);
    return sessions.endAll(tx, memberId, 'freeze');
  });
  wakeDelivery(deps.bus);
  sessions.announce(ended);
}
