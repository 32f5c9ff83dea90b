/** Deletes old events, idempotency keys and sent messages in short steps (docs/retention.md). */
import { pruneRequests } from '../kernel/requests/idempotency.ts';
import { memberEventHorizon, pruneMemberEvents } from '../kernel/events/member-events.ts';
import { pruneMessages } from '../kernel/messaging/outgoing-messages.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Feature } from '../platform/feature.ts';
import { DAY_MS, MINUTE_MS } from '../platform/durations.ts';

const EVERY_MS = 5 * MINUTE_MS;
/** A device away longer than this reloads everything. */
const EVENTS_KEPT_MS = 60 * MINUTE_MS;
/** A money call repeated within two days gets the first answer. */
const KEYS_KEPT_MS = 48 * 60 * MINUTE_MS;
/** Long enough to answer a member who says that nothing arrived. */
const MESSAGES_KEPT_MS = 90 * DAY_MS;

export function createPruning(database: Database, clock: Clock): Feature {
  const prune = async (keptMs: number, deleteSome: (tx: Tx, before: number) => Promise<number>) => {
    const before = clock.now() - keptMs;
    while ((await database.transaction((tx) => deleteSome(tx, before))) > 0);
  };
  const job = (
    name: string,
    keptMs: number,
    deleteSome: (tx: Tx, before: number) => Promise<number>,
  ) => ({ name, everyMs: EVERY_MS, run: () => prune(keptMs, deleteSome) });
  /** Which events could be read at the last run: all instances, which read each second, have passed them on since. */
  let readable: number | undefined;
  const pruneEvents = async () => {
    const upTo = readable;
    readable = (await memberEventHorizon(database)).newest;
    if (upTo === undefined) return;
    await prune(EVENTS_KEPT_MS, (tx, before) => pruneMemberEvents(tx, { before, upTo }));
  };
  return {
    slug: 'pruning',
    jobs: [
      { name: 'pruning.events', everyMs: EVERY_MS, run: pruneEvents },
      job('pruning.keys', KEYS_KEPT_MS, pruneRequests),
      job('pruning.messages', MESSAGES_KEPT_MS, pruneMessages),
    ],
  };
}
