/** Puts the roots of each market's new commands into the public log, one entry a second if there are any (ADR 98). */
import {
  batchTree,
  leavesOf,
  ORDERS,
  rootOfBatches,
  type SealedCommands,
  sealStatements,
  sealText,
} from '@tern/proofs';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import type { Clock } from '../../../../platform/clock.ts';
import {
  isCheckViolation,
  isUniqueViolation,
} from '../../../../platform/database/database-errors.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { PublicLog } from '../../../proof/public-log/index.ts';
import { listUnsealed, noteSeals, readBatch, type UnsealedBatch } from './store.ts';

export interface SealCommandsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly instruments: InstrumentRegistry;
  readonly publicLog: Pick<PublicLog, 'append'>;
}

/** What another instance seals meanwhile is left to it. */
export async function sealCommands(deps: SealCommandsDeps): Promise<void> {
  const batches = await listUnsealed(deps.database);
  if (batches.length === 0) return;
  const seals: (SealedCommands & { instrumentId: number })[] = [];
  for (const instrumentId of new Set(batches.map((each) => each.instrumentId))) {
    const ofMarket = batches.filter((each) => each.instrumentId === instrumentId);
    const { symbol } = deps.instruments.findById(instrumentId)!;
    const roots = [];
    for (const batch of ofMarket) roots.push(batch.root ?? (await firstRoot(deps, batch, symbol)));
    const [first, last] = [ofMarket[0]!.firstNumber, ofMarket.at(-1)!.lastNumber];
    seals.push({ instrumentId, symbol, first, last, root: rootOfBatches(roots) });
  }
  const at = deps.clock.now();
  const { entry } = sealStatements(ORDERS, at, seals.map(sealText));
  try {
    await deps.publicLog.append(entry, (tx, index) => noteSeals(tx, seals, { index, at }));
  } catch (error) {
    const isSealed =
      isCheckViolation(error, 'spot_command_seals_follow') ||
      isUniqueViolation(error, 'spot_command_seals_pkey');
    if (!isSealed) throw error;
  }
}

/** A record that begins with orders from before it was written by a migration, which makes no tree. */
async function firstRoot(
  { database }: SealCommandsDeps,
  batch: UnsealedBatch,
  symbol: string,
): Promise<Uint8Array> {
  const { firstNumber: first, lines, ...same } = await readBatch(database, batch);
  return batchTree(leavesOf({ ...same, symbol, first, lines: lines.split('\n') })).root;
}
