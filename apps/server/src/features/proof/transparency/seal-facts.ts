/** Puts the statements of what the exchange published since the last minute into the public log (ADR 89). */
import { FACTS, sealStatements } from '@tern/proofs';
import type { SealDeps } from './seal-chains.ts';
import { listOpenFacts, noteEntryOfFacts, writeAuditHead } from './store-facts.ts';
import { SealedMeanwhile } from './store.ts';

/** One entry for all of them; none when nothing changed. What another instance seals meanwhile is left to it. */
export async function sealFacts({
  database,
  clock,
  publicLog,
}: Pick<SealDeps, 'database' | 'clock' | 'publicLog'>): Promise<void> {
  await database.transaction(writeAuditHead);
  const open = await listOpenFacts(database);
  if (open.length === 0) return;
  const texts = open.map(({ statement }) => statement);
  const { entry } = sealStatements(FACTS, clock.now(), texts);
  const ids = open.map(({ id }) => id);
  try {
    await publicLog.append(entry, async (tx, index) => {
      if (!(await noteEntryOfFacts(tx, ids, index))) throw new SealedMeanwhile();
    });
  } catch (error) {
    if (!(error instanceof SealedMeanwhile)) throw error;
  }
}
