/** What batches need to know from the database when memory does not: read while none of them is under way. */
import { availableOf } from '../../../kernel/balances.ts';
import { finishedRequests } from '../../../kernel/idempotency.ts';
import { frozenAmong } from '../../../kernel/members.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { MemberCommand } from '../order.ts';
import { takenNames } from '../store-lists.ts';
import { keyText, type SharedReads } from './batch.ts';
import type { Load } from './flight.ts';
import type { FinishedRequest } from './recent-answers.ts';

/** Draws ids where they run short and reads the rest at one moment; the balances learn what the members have. */
export async function readFresh(
  database: Database,
  loads: readonly Load[],
  known: SharedReads,
): Promise<SharedReads> {
  const short = loads.filter(({ desk, taken }) => !desk.hasIdsFor(taken.length));
  if (short.length > 0) {
    await database.transaction((tx) =>
      Promise.all(short.map(({ desk, taken }) => desk.drawIds(tx, taken.length))),
    );
  }
  const commands = loads.flatMap(({ taken }) => taken.map(({ command }) => command));
  const memberIds = [...new Set(commands.map(({ memberId }) => memberId))];
  if (memberIds.length === 0) return { ...known, isFresh: true };
  return database.snapshot(async (reader) => {
    const [available, frozen, finished] = await Promise.all([
      availableOf(reader, memberIds),
      frozenAmong(reader, memberIds),
      readFinished(reader, commands),
    ]);
    known.balances.learn(memberIds, available);
    return { ...known, isFresh: true, frozen, finished };
  });
}

/** What is already answered, by `keyText`. */
export async function readFinished(
  reader: Reader,
  commands: readonly MemberCommand[],
): Promise<ReadonlyMap<string, FinishedRequest>> {
  const keys = commands.flatMap((command) => command.key ?? []);
  if (keys.length === 0) return new Map();
  const [rows, taken] = await Promise.all([
    finishedRequests(reader, keys),
    readTakenNames(reader, commands),
  ]);
  return new Map<string, FinishedRequest>([
    ...taken,
    ...rows.map((row) => [keyText(row), row] as const),
  ]);
}

/** Names of earlier orders, also of those whose answers are no longer kept: nothing is the same as them. */
async function readTakenNames(reader: Reader, commands: readonly MemberCommand[]) {
  const named = commands.flatMap((command) =>
    command.kind === 'place' && command.key !== undefined && command.clientOrderId !== undefined
      ? [{ memberId: command.memberId, name: command.clientOrderId, key: command.key }]
      : [],
  );
  const taken = named.length === 0 ? new Set() : await takenNames(reader, named);
  return named
    .filter(({ memberId, name }) => taken.has(`${memberId} ${name}`))
    .map(({ key }) => [keyText(key), { requestHash: '', answer: undefined }] as const);
}
