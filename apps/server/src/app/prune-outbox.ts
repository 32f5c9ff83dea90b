/** Deletes old events, idempotency keys and sent messages in short steps (docs/retention.md). */
import { pruneRequests } from '../kernel/requests/idempotency.ts';
import { pruneMemberEvents } from '../kernel/events/member-events.ts';
import { pruneMessages } from '../kernel/messaging/outgoing-messages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Feature } from '../platform/feature.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';

/** A device away longer than this reloads everything. */
const EVENTS_KEPT_MS = 60 * MINUTE_MS;
/** A money call repeated within two days gets the first answer. */
const KEYS_KEPT_MS = 48 * 60 * MINUTE_MS;
/** Long enough to answer a member who says that nothing arrived. */
const MESSAGES_KEPT_MS = 90 * DAY_MS;

export function createPruning(database: Database, clock: Clock): Feature {
  const job = (
    name: string,
    keptMs: number,
    prune: (tx: Tx, before: number) => Promise<number>,
  ) => ({
    name,
    everyMs: 5 * MINUTE_MS,
    run: async () => {
      const before = clock.now() - keptMs;
      while ((await database.transaction((tx) => prune(tx, before))) > 0);
    },
  });
  return {
    slug: 'pruning',
    jobs: [
      job('pruning.events', EVENTS_KEPT_MS, pruneMemberEvents),
      job('pruning.keys', KEYS_KEPT_MS, pruneRequests),
      job('pruning.messages', MESSAGES_KEPT_MS, pruneMessages),
    ],
  };
}
