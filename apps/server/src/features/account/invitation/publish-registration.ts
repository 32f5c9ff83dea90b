/** Publishes a registration to the members above in the invitations. */
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { invitersOf } from './store.ts';

/** `memberId` was inserted in this transaction. */
export async function publishRegistration(tx: Tx, memberId: number, at: number): Promise<void> {
  const inviters = await tx.many(invitersOf, [memberId]);
  const events = inviters.map(({ inviterId }) => ({
    memberId: inviterId,
    topic: 'invitation.changed' as const,
    data: { about: 'people' as const },
  }));
  await recordMemberEvents(tx, events, at);
}
