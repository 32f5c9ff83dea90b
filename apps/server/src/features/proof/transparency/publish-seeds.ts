/** Publishes commitments to the seeds of simulated days before they begin, and reveals each seed after its day (ADR 15). */
import { commitmentText, hashOfText, seedText } from '@tern/proofs';
import { daySeed, marketDay, marketDaySpan } from '../../../kernel/prices/market-seed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Signer } from './signing-key.ts';
import { countSeeds, insertSeed, listSeeds, type SeedRow } from './store-seeds.ts';

export interface SeedDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The root of all days' seeds; never leaves the server. */
  readonly marketSeed: string;
}

/** Days committed to in advance. The day of the very first start is committed to at that start. */
const DAYS_AHEAD = 7;

/** Existing commitments stay unchanged. */
export async function publishSeeds(deps: SeedDeps, signer: Signer): Promise<void> {
  const publishedAt = deps.clock.now();
  const rows = Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => {
    const day = marketDay(publishedAt + ahead * DAY_MS);
    const commitment = hashOfText(seedText(day, daySeed(deps.marketSeed, day)));
    return {
      day,
      commitment: Buffer.from(commitment, 'hex'),
      publishedAt,
      keyId: signer.keyId,
      signature: signer.sign(commitmentText({ day, commitment, publishedAt })),
    };
  });
  await deps.database.transaction(async (tx) => {
    await Promise.all(rows.map((row) => insertSeed(tx, row)));
  });
}

/** A commitment with its seed, which is empty until the day is over, and for ever if the seed was lost with its key. */
export type RevealedSeed = SeedRow & { readonly seed: string };

/** Newest first. */
export async function revealSeeds(
  reader: Reader,
  deps: SeedDeps,
  page: { limit: number; offset: number },
): Promise<{ list: RevealedSeed[]; total: number }> {
  const [rows, total] = await Promise.all([listSeeds(reader, page), countSeeds(reader)]);
  const now = deps.clock.now();
  const list = rows.map((row) => {
    const isOver = marketDaySpan(row.day).to <= now;
    const seed = daySeed(deps.marketSeed, row.day);
    const isCommitted = hashOfText(seedText(row.day, seed)) === row.commitment.toString('hex');
    return { ...row, seed: isOver && isCommitted ? seed : '' };
  });
  return { list, total };
}
