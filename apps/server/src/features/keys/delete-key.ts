/** Ends a key, and the connections that were opened with it. */
import { Refusal } from '../../kernel/refusal.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { removeKey } from './store.ts';

/** Bus topic with the id of a key that is no more. */
export const KEY_ENDED = 'keys.ended';

/** Fails with: 5007 for a key that is absent or another member's. */
export async function deleteKey(
  deps: { database: Database; bus: Bus },
  memberId: number,
  keyId: number,
): Promise<void> {
  const isRemoved = await deps.database.transaction((tx) => removeKey(tx, keyId, memberId));
  if (!isRemoved) throw new Refusal(5007);
  deps.bus.publish(KEY_ENDED, keyId);
}
