/** Prepares the export of everything we hold about a member: a download that works once, for a few minutes. */
import { addExport, exportAtLimit } from '../../../kernel/members/account-closing.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import { checkLoginPassword, ownData } from '../profile/index.ts';
import type { AccountDataDeps } from './deps.ts';
import { accountDataSettings } from './settings.ts';

const TOKEN_BYTES = 32;

export const hashOfExport = (token: string) => hashSecret('account-export', token);

/**
 * Returns the token of the download and when it expires (epoch ms).
 * @throws wrong-login-password, too-many-requests (also after too many exports within a day), second-factor-required,
 * confirmation-expired
 */
export async function requestExport(
  deps: AccountDataDeps,
  call: SensitiveCall,
  password: string,
): Promise<{ token: string; expiresAt: number }> {
  const { database, clock, random, bus, auth, settings } = deps;
  const { memberId } = call.caller;
  const known = await ownData(database, memberId);
  await checkLoginPassword(deps, known, { password, field: 'password' });
  const confirm = await deps.confirmations.require(call);
  const token = random.token(TOKEN_BYTES);
  const ticket = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    }
    const at = clock.now();
    const limit = settings.read(accountDataSettings.exportsPerDay);
    const first = await exportAtLimit(tx, { memberId, since: at - DAY_MS, limit });
    if (first !== undefined) {
      const seconds = Math.ceil((first + DAY_MS - at) / 1_000);
      throw new Refusal('too-many-requests', { data: { seconds } });
    }
    await confirm(tx);
    const expiresAt = at + settings.read(accountDataSettings.downloadMinutes) * MINUTE_MS;
    await addExport(tx, { memberId, tokenHash: hashOfExport(token), expiresAt }, at);
    await notify(tx, { memberId, kind: 'security.exported', values: {} }, at);
    await auth.alerts.send(tx, { member, kind: 'exported' }, at);
    return { token, expiresAt };
  });
  wakeDelivery(bus);
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return ticket;
}
