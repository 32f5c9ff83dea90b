/** Writes the batches of a round: a few statements sent together with their COMMIT. */
import { recordTypes } from '@tern/ledger';
import { storeAnswers } from '../../../kernel/requests/idempotency.ts';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { postRound } from '../../../kernel/ledger/post-entries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { orderEvents } from '../order-rows.ts';
import { writeSpot } from '../store-engine.ts';
import type { PlannedBatch } from './batch.ts';

/**
 * Not async, so that a throw is known before COMMIT is sent. The balances come last, so that their rows are locked only
 * for the commit.
 */
export function writeRound(tx: Tx, planned: readonly PlannedBatch[]): Promise<unknown>[] {
  const at = Math.max(...planned.map(({ batch }) => batch.now));
  const facts = planned.flatMap((each) => each.facts);
  const events = planned.flatMap((each) => orderEvents(each, each.batch.instrument));
  const writes = [
    writeSpot(tx, {
      batches: planned.map(({ batch }) => batch),
      inserted: planned.flatMap((each) => each.inserted),
      changed: planned.flatMap((each) => each.changed),
      trades: planned.flatMap((each) => each.trades),
    }),
    storeAnswers(
      tx,
      planned.flatMap((each) => each.answers),
      at,
    ),
  ];
  if (facts.length === 0) return [...writes, recordMemberEvents(tx, events, at)];
  const notices = {
    at,
    events: events.map((event) => JSON.stringify(event)),
    memberIds: [...new Set(events.map((event) => event.memberId))],
  };
  const round = { kind: recordTypes.spotRound, reference: referenceOf(planned), facts };
  return [...writes, postRound(tx, round, notices)];
}

/** Batch names are unique, so the first one can name the round. */
function referenceOf([first]: readonly PlannedBatch[]): string {
  const { engine, name } = first!.batch;
  return `round:${engine.instrumentId}:${name}`;
}
