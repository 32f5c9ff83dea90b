/** Writes the planned batches of a round: a few statements that leave together with their COMMIT. */
import { keepAnswers } from '../../../kernel/idempotency.ts';
import { recordMemberEvents } from '../../../kernel/member-events.ts';
import { recordTypes } from '@tern/ledger';
import { postRound } from '../../../kernel/post-entries.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { orderEvents } from '../order-events.ts';
import { writeSpot } from '../store.ts';
import type { Planned } from './batch.ts';

/** Not async, so that a throw is known before COMMIT leaves. The balances come last: their rows stay locked only for the commit. */
export function writeRound(tx: Tx, planned: readonly Planned[]): Promise<unknown>[] {
  const at = Math.max(...planned.map(({ job }) => job.batch.now));
  const facts = planned.flatMap((each) => each.facts);
  const events = planned.flatMap((each) => orderEvents(each, each.job.market.instrument));
  const inserted = planned.flatMap((each) => each.inserted);
  const written = [
    writeSpot(tx, {
      batches: planned.map(({ job }) => job.batch),
      inserted,
      changed: planned.flatMap((each) => each.changed),
      trades: planned.flatMap((each) => each.trades),
    }),
    keepAnswers(
      tx,
      planned.flatMap((each) => each.answers),
      at,
    ),
  ];
  if (facts.length === 0) return [...written, recordMemberEvents(tx, events, at)];
  const told = {
    at,
    events: events.map((event) => JSON.stringify(event)),
    memberIds: [...new Set(events.map((event) => event.memberId))],
  };
  const round = { kind: recordTypes.spotRound, reference: referenceOf(planned), facts };
  return [...written, postRound(tx, round, told)];
}

/** A desk names each of its batches once, so the first one names the round. */
function referenceOf([first]: readonly Planned[]): string {
  const { desk, name } = first!.job.batch;
  return `round:${desk.instrumentId}:${name}`;
}
