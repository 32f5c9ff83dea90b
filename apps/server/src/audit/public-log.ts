/** Audits the public log: its tree is that of its entries, and its rounds are what the journal contains (ADR 49). */
import {
  type Checkpoint,
  createTreeBuilder,
  emptyRoot,
  hashNodes,
  isSameBytes,
  leafHash,
  openCheckpoint,
  readClaim,
  type Tile,
  TILE_WIDTH,
} from '@tern/proofs';
import {
  entryOfRound,
  findPublished,
  listKeys,
  readContents,
  readHead,
  readTile,
  saltKeysOf,
} from '../features/proof/public-log/index.ts';
import {
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { type IntroducedKeys, introducedKeys } from './log-keys.ts';
import { everyRow, FAULTS_MAX, pageByPage } from './every-row.ts';
import type { Finding } from './ledger.ts';

const entriesAfter = defineQuery({
  name: 'public-log.auditEntries',
  text: `select index + 1 as id, entry from public_log_entries where index >= $1 order by index limit $2`,
  params: [int8, int8],
  row: { id: int8, entry: bytea },
});

const roundsAfter = defineQuery({
  name: 'public-log.auditRounds',
  text: `select r.round as id, r.key_id, r.first_posting, r.last_posting, e.entry, j.entry_ids, j.at
    from public_log_rounds r join public_log_entries e on e.index = r.entry_index
    cross join lateral (
      select array_agg(s.entry_id order by s.entry_id) as entry_ids, max(l.created_at) as at
      from public_log_journal s left join ledger_entries l on l.id = s.entry_id where s.round = r.round
    ) j
    where r.round > $1 and r.round <= $3 order by r.round limit $2`,
  params: [int8, int8, int8],
  row: {
    id: int8,
    keyId: int2,
    firstPosting: int8,
    lastPosting: int8,
    entry: bytea,
    entryIds: nullable(arrayOf(int8)),
    at: nullable(timestamptz),
  },
});
type SealedRow = RowOf<typeof roundsAfter>;

const keptSizes = defineQuery({
  name: 'public-log.auditKeptSizes',
  text: 'select size from public_log_checkpoints',
  params: [],
  row: { size: int8 },
});

const keptAfter = defineQuery({
  name: 'public-log.auditKept',
  text: 'select size as id, checkpoint from public_log_checkpoints where size > $1 order by size limit $2',
  params: [int8, int8],
  row: { id: int8, checkpoint: text },
});

/** The newest entries are sealed within seconds; those before a sealed one of a minute ago should be. */
const missing = defineQuery({
  name: 'public-log.auditMissing',
  text: `select 'entry ' || e.id || ' ' || e.reference || ' is in no round of the public log' as fault
    from ledger_entries e
    where not exists (select from public_log_journal j where j.entry_id = e.id)
      and e.id < (
        select max(j.entry_id) from public_log_journal j join ledger_entries s on s.id = j.entry_id
        where s.created_at < (select max(created_at) from ledger_entries) - interval '1 minute'
      ) order by e.id limit 20`,
  params: [],
  row: { fault: text },
});

/**
 * `reader` should be a snapshot. No findings before the log was opened. `since`: the text of an earlier checkpoint, which was kept
 * elsewhere: the log must go on from it.
 */
export async function auditPublicLog(reader: Reader, since?: string): Promise<Finding[]> {
  const head = await readHead(reader);
  if (head === undefined) return since === undefined ? [] : [continuing(['there is no log'])];
  const introduced = await introducedKeys(reader, head.origin);
  const missed = await reader.many(missing, []);
  const claimed = since === undefined ? undefined : readClaim(since);
  const { finding, roots } = await auditTree(reader, { ...head, since: claimed?.size }, introduced);
  const trust = { origin: head.origin, keys: introduced.keys };
  const earlier = since === undefined ? undefined : openCheckpoint(since, trust);
  return [
    finding,
    ...(since === undefined ? [] : [continuing(rewrittenSince(earlier, roots, head.size))]),
    await auditRounds(reader),
    // No rule is broken by a loss that was declared, and none of them is hidden.
    ...introduced.losses.map((rule) => ({ rule, checked: 1, faults: [] })),
    {
      rule: 'every entry of the journal is in the public log',
      checked: 1,
      faults: missed.map(({ fault }) => fault),
    },
  ];
}

const continuing = (faults: string[]): Finding => ({
  rule: 'the public log goes on from the checkpoint that was given',
  checked: 1,
  faults,
});

/** Shape: `roots` has the root at the size of the earlier checkpoint, if the log is as large; undefined: nobody of this log signed it. */
function rewrittenSince(
  earlier: Checkpoint | undefined,
  roots: ReadonlyMap<number, Uint8Array>,
  size: number,
): string[] {
  if (earlier === undefined) return ['it is not signed by a key of this log'];
  if (earlier.size > size) return [`the log had ${earlier.size} entries then and has ${size} now`];
  const root = earlier.size === 0 ? emptyRoot() : roots.get(earlier.size);
  const isKept = root !== undefined && isSameBytes(root, earlier.root);
  return isKept ? [] : [`the first ${earlier.size} entries were rewritten since`];
}

interface AuditedHead {
  readonly origin: string;
  readonly checkpoint: string;
  /** A size whose root is wanted too. */
  readonly since: number | undefined;
}

/** Answers also the roots at the sizes of kept checkpoints. */
async function auditTree(
  reader: Reader,
  { origin, checkpoint, since }: AuditedHead,
  { keys, faults: unknown }: IntroducedKeys,
): Promise<{ readonly finding: Finding; readonly roots: ReadonlyMap<number, Uint8Array> }> {
  const published = await findPublished(reader);
  const faults: string[] = [];
  const tree = createTreeBuilder(hashNodes);
  let publishedRoot: Uint8Array = emptyRoot();
  const kept = new Set((await reader.many(keptSizes, [])).map(({ size }) => size));
  if (since !== undefined) kept.add(since);
  const keptRoots = new Map<number, Uint8Array>();
  const compare = async (tile: Tile) => {
    const stored = await readTile(reader, tile);
    if (stored === undefined || !isSameBytes(stored, tile.nodes)) {
      faults.push(`tile ${tile.level}/${tile.index} does not follow from the entries`);
    }
  };
  for await (const { entry } of everyRow(reader, entriesAfter)) {
    tree.append(leafHash(entry));
    if (tree.size === published?.size) publishedRoot = tree.root() ?? publishedRoot;
    if (kept.has(tree.size)) keptRoots.set(tree.size, tree.root() ?? emptyRoot());
    if (tree.size % TILE_WIDTH === 0) for (const tile of tree.takeFull()) await compare(tile);
  }
  for (const tile of tree.partial()) await compare(tile);
  faults.push(...unknown);
  const check = (note: string, size: number, root: Uint8Array) => {
    const signed = openCheckpoint(note, { origin, keys });
    if (signed === undefined) faults.push('the checkpoint is not signed');
    else if (signed.size !== size || !isSameBytes(signed.root, root)) {
      faults.push(`the entries do not give the root that was signed at size ${signed.size}`);
    }
  };
  check(checkpoint, tree.size, tree.root() ?? emptyRoot());
  if (published !== undefined) check(published.checkpoint, published.size, publishedRoot);
  for await (const { id, checkpoint: note } of everyRow(reader, keptAfter)) {
    check(note, id, keptRoots.get(id) ?? emptyRoot());
  }
  const rule = 'the public log is the signed tree of its entries';
  const finding = { rule, checked: tree.size, faults: faults.slice(0, FAULTS_MAX) };
  return { finding, roots: keptRoots };
}

const ROUNDS_PER_READ = 200;

async function auditRounds(reader: Reader): Promise<Finding> {
  const { checked, faults } = await checkRounds(reader, { round: 0, at: 0 });
  return { rule: 'every round of the public log is what the journal contains', checked, faults };
}

/**
 * Rounds after this one: numbered without gaps, never dated before the one before, each what the journal contains.
 * `after.at`: the time that its entry states; `after.through`: the last one, if not the newest.
 */
export async function checkRounds(
  reader: Reader,
  after: { readonly round: number; readonly at: number; readonly through?: number },
): Promise<{ checked: number; faults: string[] }> {
  const keys = new Map((await listKeys(reader)).map((row) => [row.id, saltKeysOf(row)]));
  const faults: string[] = [];
  let checked = 0;
  let { round: last, at } = after;
  const check = async (rows: readonly SealedRow[]) => {
    const [first] = rows;
    const salts = first === undefined ? undefined : keys.get(first.keyId);
    if (salts === undefined) return;
    const rounds = rows.map(({ id, entryIds, ...row }) => ({
      ...row,
      round: id,
      entryIds: entryIds ?? [],
    }));
    const contents = await readContents(reader, rounds, salts);
    for (const { round, entry, at: writtenAt } of rounds) {
      checked += 1;
      if (round !== last + 1) faults.push(`round ${last + 1} is not in the public log`);
      last = round;
      at = Math.max(at, writtenAt ?? 0);
      const expected = await entryOfRound({ round, at }, contents.get(round));
      if (expected === undefined || !isSameBytes(expected, entry)) {
        faults.push(`the journal no longer contains what round ${round} sealed`);
      }
    }
  };
  let batch: SealedRow[] = [];
  const { through = Number.MAX_SAFE_INTEGER } = after;
  const read = (from: number, most: number) => reader.many(roundsAfter, [from, most, through]);
  for await (const row of pageByPage(read, after.round)) {
    if (batch.length === ROUNDS_PER_READ || (batch[0]?.keyId ?? row.keyId) !== row.keyId) {
      await check(batch);
      batch = [];
    }
    batch.push(row);
  }
  await check(batch);
  return { checked, faults: faults.slice(0, FAULTS_MAX) };
}
