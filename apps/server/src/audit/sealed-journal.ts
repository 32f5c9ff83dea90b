/** What was sealed since the last check: the public log goes on from where it was, and seals what the journal contains. */
import { recordTypes } from '@tern/ledger';
import {
  emptyRoot,
  HASH_BYTES,
  hashNodes,
  isSameBytes,
  leafHash,
  openCheckpoint,
  parseRoundEntry,
  rootOfTiles,
  TILE_WIDTH,
} from '@tern/proofs';
import { readHead, readTile } from '../features/proof/public-log/index.ts';
import type { Since } from '../kernel/invariants/invariant.ts';
import { bytea, int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { FAULTS_MAX, pageByPage } from './every-row.ts';
import { introducedKeys } from './log-keys.ts';
import { checkRounds } from './public-log.ts';

const entriesFrom = defineQuery({
  name: 'public-log.entriesFrom',
  text: `select index + 1 as id, entry from public_log_entries where index >= $1 and index < $3 order by index limit $2`,
  params: [int8, int8, int8],
  row: { id: int8, entry: bytea },
});

const lastRoundBefore = defineQuery({
  name: 'public-log.lastRoundBefore',
  text: `select r.round, e.entry from public_log_rounds r join public_log_entries e on e.index = r.entry_index
    where r.entry_index < $1 order by r.entry_index desc limit 1`,
  params: [int8],
  row: { round: int8, entry: bytea },
});

/** Rounds of orders are named after a market, the epoch of its engine, and a batch. */
const fallingEpochs = defineQuery({
  name: 'spot.fallingEpochs',
  text: `with written as (
      select e.id, split_part(e.reference, ':', 2) as market, split_part(e.reference, ':', 3)::bigint as epoch
      from ledger_entries e where e.id > $1 and e.kind = ${recordTypes.spotRound} and e.reference ~ '^round:[0-9]+:[0-9]+:'
    ), ordered as (
      select w.*, max(w.epoch) over (partition by w.market order by w.id rows between unbounded preceding and 1 preceding) as before
      from written w
    )
    select 'entry ' || o.id || ' is of an engine that had been replaced' as fault
    from ordered o left join spot_engines s on s.instrument_id = o.market::smallint
    where o.epoch < o.before or o.epoch > coalesce(s.epoch, 0) order by o.id limit 20`,
  params: [int8],
  row: { fault: text },
});

/** By the clock of the database. */
const minuteNow = defineQuery({
  name: 'public-log.minuteNow',
  text: 'select floor(extract(epoch from now()) / 60)::int8 as minute',
  params: [],
  row: { minute: int8 },
});

/** Our choice: under load a check makes the newest rounds again, the audit makes all. Some tenths of a second. */
const NEW_ENTRIES_MAX = 300;
/** Entries of before that a check makes again, other ones each minute: a day's in an hour or more, a year's in months. */
const OLD_ENTRIES = 100;

/** Entries of the public log before this one were checked before: `since.own`. */
export async function findUnsealed(reader: Reader, since: Since): Promise<string[]> {
  const { entry } = since;
  const faults = (await reader.many(fallingEpochs, [entry])).map((each) => each.fault);
  const head = await readHead(reader);
  if (head === undefined) return faults;
  const own = Math.max(since.own, head.size - NEW_ENTRIES_MAX);
  const rounds = await checkRounds(reader, await roundBefore(reader, own));
  return [
    ...faults,
    ...(await brokenTree(reader, head, own)),
    ...rounds.faults,
    ...(await brokenHistory(reader, own)),
  ].slice(0, FAULTS_MAX);
}

/** The last round before this entry of the log, with the time that its entry states; 0 before the first one. */
async function roundBefore(reader: Reader, index: number) {
  const before = await reader.maybe(lastRoundBefore, [index]);
  return {
    round: before?.round ?? 0,
    at: (before && parseRoundEntry(before.entry)?.at) ?? 0,
  };
}

/** A part of the entries before this one: each of them comes again after some time. */
async function brokenHistory(reader: Reader, end: number): Promise<string[]> {
  if (end === 0) return [];
  const { minute } = await reader.one(minuteNow, []);
  const from = (minute % Math.ceil(end / OLD_ENTRIES)) * OLD_ENTRIES;
  const to = Math.min(end, from + OLD_ENTRIES);
  const [before, last] = [await roundBefore(reader, from), await roundBefore(reader, to)];
  const rounds = await checkRounds(reader, { ...before, through: last.round });
  const { next, faults } = await brokenEntries(reader, from, to);
  const gone = next < to ? [`entry ${next} of the public log is gone`] : [];
  return [...new Set([...faults, ...gone, ...rounds.faults])];
}

/** Entries up to here are in the tree. */
export const sealedEntries = async (reader: Reader): Promise<number> =>
  (await readHead(reader))?.size ?? 0;

/** New entries without a gap, each in its place of the tree; and the tree is the one that was signed. */
async function brokenTree(
  reader: Reader,
  head: NonNullable<Awaited<ReturnType<typeof readHead>>>,
  from: number,
): Promise<string[]> {
  const { next, faults } = await brokenEntries(reader, from, Number.MAX_SAFE_INTEGER);
  if (next !== head.size) faults.push(`the public log says ${head.size} entries, it has ${next}`);
  const signed = await signedTree(reader, head);
  return signed === undefined ? faults : [...faults, signed];
}

/** Entries without a gap, each in its place of the tree. `next`: the one behind the last. */
async function brokenEntries(
  reader: Reader,
  from: number,
  to: number,
): Promise<{ readonly next: number; readonly faults: string[] }> {
  const faults: string[] = [];
  const tile: { index: number; nodes: Uint8Array } = { index: -1, nodes: new Uint8Array() };
  let next = from;
  const read = (last: number, most: number) => reader.many(entriesFrom, [last, most, to]);
  for await (const { id, entry } of pageByPage<RowOf<typeof entriesFrom>>(read, from)) {
    const place = id - 1;
    if (place !== next) {
      faults.push(`entry ${next} of the public log is gone`);
      break;
    }
    next += 1;
    const index = Math.floor(place / TILE_WIDTH);
    if (index !== tile.index) {
      tile.nodes = (await readTile(reader, { level: 0, index })) ?? new Uint8Array();
      tile.index = index;
    }
    const start = (place % TILE_WIDTH) * HASH_BYTES;
    const node = tile.nodes.subarray(start, start + HASH_BYTES);
    if (!isSameBytes(node, leafHash(entry))) {
      faults.push(`entry ${place} of the public log is not what its tree says`);
    }
  }
  return { next, faults };
}

async function signedTree(
  reader: Reader,
  { origin, checkpoint, size }: { origin: string; checkpoint: string; size: number },
): Promise<string | undefined> {
  const { keys, faults } = await introducedKeys(reader, origin);
  if (faults[0] !== undefined) return faults[0];
  const signed = openCheckpoint(checkpoint, { origin, keys });
  if (signed?.size !== size) return 'the checkpoint of the public log is not signed';
  const tile = async (place: { level: number; index: number }) => readTile(reader, place);
  try {
    const root = await rootOfTiles({ scheme: hashNodes, size, read: tile });
    if (isSameBytes(signed.root, root ?? emptyRoot())) return undefined;
  } catch {
    // A tile is missing.
  }
  return `the tree of the public log is not the one that was signed at size ${size}`;
}
