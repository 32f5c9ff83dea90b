/** Seals the journal: what each transaction wrote becomes an entry of the log, under a signed checkpoint (ADR 49). */
import { checkpointText, signNote } from '@tern/proofs';
import type { Tx } from '../../../platform/database/database.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { entryOfRound } from './entry-of-round.ts';
import { growTree } from './grow-tree.ts';
import { restsOf } from '../../../platform/rests.ts';
import type { LogKeyDeps, LogKeys } from './log-keys.ts';
import {
  advanceHead,
  advanceProgress,
  insertEntries,
  type HeadToSeal,
  lockHead,
  putTiles,
  readHeadToSeal,
} from './store.ts';
import {
  insertRounds,
  listUnsealed,
  type NumberedRound,
  readContents,
  type RoundContent,
  type WrittenRound,
} from './store-rounds.ts';

export type SealDeps = Pick<LogKeyDeps, 'database' | 'clock'>;

/** Postings of one transaction of the sealer: about 200 ms of work. */
const POSTINGS_MAX = 20_000;
/** Postings of rounds that are read together: some 20 ms of work. */
const TOGETHER = 2_500;
/** Our choice: what is read meanwhile gets half of the core. Somebody may wait for a receipt. */
const RESTS = { factor: 1, allMs: 500 };
/** A checkpoint is signed after this time even when nothing happened; the format promises one each minute. */
const CHECKPOINT_MS = 30 * SECOND_MS;

interface SealedEntry extends NumberedRound {
  readonly entry: Uint8Array;
  readonly entryIndex: number;
  readonly at: number;
}

/**
 * Seals everything that is committed and signs a checkpoint if one is due. Does nothing while another process seals.
 * @throws Error for a round that does not sum to zero, which is never sealed; nothing is written then
 */
export async function sealRounds(deps: SealDeps, keys: LogKeys): Promise<void> {
  while (await deps.database.transaction((tx) => sealSome(tx, deps, keys)));
}

/**
 * Returns whether more can be sealed now. Reads first, then locks and writes: a transaction that writes would delay the events
 * of members while it reads.
 */
async function sealSome(tx: Tx, { clock }: SealDeps, keys: LogKeys): Promise<boolean> {
  const head = await readHeadToSeal(tx);
  const written = await listUnsealed(tx, {
    afterPosting: head.sealedThrough,
    postingsMax: POSTINGS_MAX,
  });
  const isMore = (written[0]?.unsealedCount ?? 0) > written.length;
  const isDue = written.length > 0 || clock.now() - head.signedAt >= CHECKPOINT_MS;
  const isPassable = head.isSettled && !isMore && head.lastPosting > head.sealedThrough;
  if (!isDue && !isPassable) return false;
  const sealed = await commitTo(tx, { head, written, keys });
  const entries = sealed.map(({ entry }) => entry);
  const { root, tiles } = await growTree(tx, head, entries);
  if (!(await lockHead(tx, head))) return false;
  if (sealed.length > 0) {
    await insertEntries(tx, head.size, entries);
    await insertRounds(tx, sealed, keys.saltsOfNew.keyId);
    await putTiles(tx, tiles);
  }
  if (isDue) {
    const size = head.size + sealed.length;
    const text = checkpointText({ origin: head.origin, size, root });
    await advanceHead(tx, {
      size,
      root,
      checkpoint: signNote(text, keys.signers(head.origin)),
      signedAt: clock.now(),
      round: head.round + sealed.length,
      roundAt: sealed.at(-1)?.at ?? head.roundAt,
    });
  }
  if (isPassable) await advanceProgress(tx, head);
  return isMore;
}

/** Numbers and dates what was written, and makes the entries. */
async function commitTo(
  tx: Tx,
  { head, written, keys }: { head: HeadToSeal; written: readonly WrittenRound[]; keys: LogKeys },
): Promise<SealedEntry[]> {
  if (written.length === 0) return [];
  const numbered = written.map((each, at) => ({ ...each, round: head.round + 1 + at }));
  const contents = await contentsOf(tx, numbered, keys);
  const sealed: SealedEntry[] = [];
  let at = head.roundAt;
  for (const round of numbered) {
    at = Math.max(at, round.at);
    const entry = await entryOfRound({ round: round.round, at }, contents.get(round.round));
    if (entry === undefined) throw new Error(`round ${round.round} does not sum to zero`);
    sealed.push({ ...round, at, entry, entryIndex: head.size + sealed.length });
  }
  return sealed;
}

/** Some rounds at a time, with pauses. */
async function contentsOf(
  tx: Tx,
  rounds: readonly NumberedRound[],
  keys: LogKeys,
): Promise<Map<number, RoundContent>> {
  const contents = new Map<number, RoundContent>();
  const rest = restsOf(RESTS);
  for (const some of together(rounds)) {
    const startedAt = performance.now();
    for (const [round, content] of await readContents(tx, some, keys.saltsOfNew.keys)) {
      contents.set(round, content);
    }
    await rest(performance.now() - startedAt);
  }
  return contents;
}

/** Whole rounds in their order, each list with about so many postings. */
export function together(rounds: readonly NumberedRound[], most = TOGETHER): NumberedRound[][] {
  const lists: NumberedRound[][] = [];
  let postings = most;
  for (const round of rounds) {
    if (postings >= most) {
      lists.push([]);
      postings = 0;
    }
    lists.at(-1)!.push(round);
    postings += round.lastPosting - round.firstPosting + 1;
  }
  return lists;
}
