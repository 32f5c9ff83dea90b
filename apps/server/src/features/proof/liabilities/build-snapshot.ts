/** Builds the snapshot that was asked for: balances, trees, entry of the log. Each step starts again where a crash left it. */
import { randomUUID } from 'node:crypto';
import { formatReceipt, liabilitiesEntry } from '@tern/proofs';
import type { Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { proveEntry } from '../public-log/index.ts';
import type { BuildDeps, Building } from './building.ts';
import { buildTrees } from './build-trees.ts';
import { type BuildClaim, claimSnapshot, keepClaim, listTrees, markPublished } from './store.ts';
import { takeBalances } from './take-balances.ts';

/** A process that wrote nothing for this time is taken for dead. */
const CLAIM_MS = 2 * MINUTE_MS;

/** Does nothing when no snapshot was asked for, or another process builds it. */
export async function buildSnapshot(deps: BuildDeps): Promise<void> {
  const builder = randomUUID();
  const until = () => deps.clock.now() + CLAIM_MS;
  const claimed = await deps.database.transaction((tx) =>
    claimSnapshot(tx, { builder, now: deps.clock.now(), until: until() }),
  );
  if (claimed === undefined) return;
  const { snapshot, nonce } = claimed;
  const building = { deps, nonce, claim: () => ({ snapshot, builder, until: until() }) };
  if (claimed.takenAt === null) await takeBalances(building);
  await buildTrees(building);
  await publish(building);
}

/** Appends the entry to the log and publishes the trees, both or neither. */
async function publish({ deps, claim }: Building): Promise<void> {
  const { database, publicLog } = deps;
  const { snapshot } = claim();
  const taken = await database.transaction((tx) => takenOf(tx, claim()));
  const entry = liabilitiesEntry({
    snapshot,
    ...taken,
    assets: await listTrees(database, [snapshot]),
  });
  await publicLog.append(entry, async (tx, index) => {
    await keepClaim(tx, claim());
    const extra = formatReceipt({ kind: 'entry', entry });
    const receipt = await proveEntry(tx, { index, extra });
    if (receipt === undefined) throw new Error('the public log is not open yet');
    await markPublished(tx, { snapshot, index, receipt, at: deps.clock.now() });
  });
}

/** When balances were read, and the last round in them. */
async function takenOf(
  tx: Tx,
  { builder, until }: BuildClaim,
): Promise<{ at: number; round: number }> {
  const { takenAt = null, round = null } =
    (await claimSnapshot(tx, { builder, now: 0, until })) ?? {};
  if (takenAt === null || round === null) throw new Error('another process builds this snapshot');
  return { at: takenAt, round };
}
