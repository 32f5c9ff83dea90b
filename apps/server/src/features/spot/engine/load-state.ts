/** Loads the state that batches need and memory does not have, while no batch is in flight. */
import { availableOf } from '../../../kernel/ledger/balances.ts';
import { frozenAmong } from '../../../kernel/members/members.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findFinished } from './answers.ts';
import type { EngineState } from './batch.ts';
import type { EngineWork } from './in-flight-batch.ts';

/** Draws missing ids and reads the rest in one snapshot, from which the projected balances start again. */
export async function loadState(
  database: Database,
  work: readonly EngineWork[],
  known: EngineState,
): Promise<EngineState> {
  const short = work.filter(({ engine, pending }) => !engine.hasIdsFor(pending.length));
  if (short.length > 0) {
    await database.transaction((tx) =>
      Promise.all(short.map(({ engine, pending }) => engine.drawIds(tx, pending.length))),
    );
  }
  const commands = work.flatMap(({ pending }) => pending.map(({ command }) => command));
  const memberIds = [...new Set(commands.map(({ memberId }) => memberId))];
  if (memberIds.length === 0) return { ...known, isFresh: true };
  return database.snapshot(async (reader) => {
    const [available, frozen, finished] = await Promise.all([
      availableOf(reader, memberIds),
      frozenAmong(reader, memberIds),
      findFinished(reader, commands),
    ]);
    known.balances.load(memberIds, available);
    return { ...known, isFresh: true, frozen, finished };
  });
}
