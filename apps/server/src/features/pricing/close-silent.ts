/** Decides that a silent live market has no price of a time that contracts wait for (ADR 17). */
import type { Database } from '../../platform/database/database.ts';
import type { TickBackfiller } from './backfill/backfill-ticks.ts';
import { LIVE_MS } from './reference-rule.ts';
import { insertClosures } from './store-closures.ts';
import type { SymbolState } from './symbol-state.ts';

/** How far behind now: what is older is refused as late, whoever says it. */
const DECIDED_AFTER_MS = LIVE_MS + 1_000;

export interface SilentMarkets {
  /** Those with live sources. */
  readonly states: readonly SymbolState[];
  /** Instruments that somebody waits for. */
  readonly awaited: ReadonlySet<number>;
  readonly missedTicks: Pick<TickBackfiller, 'isDecided'>;
  readonly now: number;
}

/**
 * Stored before anybody settles on it; the database refuses ticks of that time from then on.
 * Fails with: a thrown error when it is not known whether it was stored.
 */
export async function closeSilent(
  database: Database,
  { states, awaited, missedTicks, now }: SilentMarkets,
): Promise<void> {
  const at = now - DECIDED_AFTER_MS;
  const silent = states.filter(
    (state) =>
      awaited.has(state.instrument.id) &&
      at > Math.max(state.chain.at, state.closedAt) &&
      missedTicks.isDecided(state, at),
  );
  if (silent.length === 0) return;
  for (const state of silent) state.closedAt = at;
  const ids = silent.map(({ instrument }) => instrument.id);
  await database.transaction((tx) => insertClosures(tx, ids, at));
}
