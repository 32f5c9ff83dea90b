/** Freezes one's own account with one tap. Tightening needs no password: a stolen session can only lock money in. */
import { freezeByOwner } from '../../../kernel/members/account-status.ts';
import { lockMember, type Member } from '../../../kernel/members/members.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { ownData } from '../profile/index.ts';
import type { SecurityDeps } from './deps.ts';
import { stopFrozen } from './stop-frozen.ts';

/**
 * Returns the frozen member. The session stays, so that they can read and ask to lift it. Open orders and withdrawals under
 * review are cancelled after the commit. Freezing twice changes nothing.
 */
export async function freezeOwnAccount(deps: SecurityDeps, memberId: number): Promise<Member> {
  const { database, clock, bus } = deps;
  await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member === undefined || member.frozenByOwnerAt !== null) return;
    const at = clock.now();
    await freezeByOwner(tx, memberId, at);
    await notify(tx, { memberId, kind: 'security.frozen', values: {} }, at);
    await deps.auth.alerts.sendFrozen(tx, { member, by: 'session' }, at);
  });
  wakeDelivery(bus);
  bus.publish(MEMBER_EVENTS_WAKE, null);
  await stopFrozen(deps);
  return ownData(database, memberId);
}
