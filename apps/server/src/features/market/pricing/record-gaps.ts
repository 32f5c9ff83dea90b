/** Decides that a live market has no price for a time that contracts wait for (ADR 17). */
import type { Database } from '../../../platform/database/database.ts';
import type { TickBackfiller } from './backfill/backfill-ticks.ts';
import { LIVE_MS } from './reference-rule.ts';
import { insertGapRecords } from './store-gaps.ts';
import type { SymbolState } from './symbol-state.ts';

/** By then any quote of that time would be rejected as late. */
const DECIDED_AFTER_MS = LIVE_MS + 1_000;

export interface GapCandidates {
  /** Symbols with live sources. */
  readonly states: readonly SymbolState[];
  /** Instruments that contracts wait for. */
  readonly awaited: ReadonlySet<number>;
  readonly tickBackfiller: Pick<TickBackfiller, 'isDecided'>;
  readonly now: number;
}

/**
 * The gap record is stored before any contract settles on it; from then on the database refuses ticks of that time.
 * @throws Error when it is not known whether it was stored
 */
export async function recordGaps(
  database: Database,
  { states, awaited, tickBackfiller, now }: GapCandidates,
): Promise<void> {
  const at = now - DECIDED_AFTER_MS;
  const undecided = states.filter(
    (state) =>
      awaited.has(state.instrument.id) &&
      at > Math.max(state.chain.at, state.closedAt) &&
      tickBackfiller.isDecided(state, at),
  );
  if (undecided.length === 0) return;
  for (const state of undecided) state.closedAt = at;
  const ids = undecided.map(({ instrument }) => instrument.id);
  await database.transaction((tx) => insertGapRecords(tx, ids, at));
}
