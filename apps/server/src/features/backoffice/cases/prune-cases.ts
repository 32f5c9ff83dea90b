/** Removes what has been kept long enough (docs/retention.md). */
import { pruneCases } from '../../../kernel/cases/store-cases.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { CasesDeps } from './deps.ts';

/** Five years and the leap days in them: the database refuses less than five years. */
const KEPT_MS = (5 * 365 + 2) * DAY_MS;
const PART = 100;

/** What belongs to a case goes with it. */
export async function pruneClosedCases({
  database,
  clock,
}: Pick<CasesDeps, 'database' | 'clock'>): Promise<void> {
  const before = clock.now() - KEPT_MS;
  const prune = () => database.transaction((tx) => tx.run(pruneCases, [before, PART]));
  while ((await prune()) === PART);
}
