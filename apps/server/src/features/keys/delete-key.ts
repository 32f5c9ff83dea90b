/** Deletes a key and closes its connections. */
import { notify } from '../../kernel/messaging/notifications.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeKey } from './store.ts';

/** Bus topic with the id of a deleted key. */
export const KEY_DELETED = 'keys.ended';

/** Fails with: not-found for a key that is absent or another member's. */
export async function deleteKey(
  { database, clock, bus }: { database: Database; clock: Clock; bus: Bus },
  memberId: number,
  keyId: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const name = await removeKey(tx, keyId, memberId);
    if (name === undefined) throw new Refusal('not-found');
    await notify(tx, { memberId, kind: 'security.keyRemoved', values: { name } }, clock.now());
  });
  bus.publish(KEY_DELETED, keyId);
}
