/** Copies a public log into a folder as it grows, and finds when it no longer continues what was copied (docs/public-log.md). */
import {
  type Checkpoint,
  emptyRoot,
  FACTS,
  followKeys,
  type ForkProof,
  formatLogEvidence,
  hashNodes,
  isKeyEntry,
  isSameBytes,
  judgeGrowthByTiles,
  leafHash,
  type LogTrust,
  openCheckpoint,
  parseEntryBundle,
  parseStatementsEntry,
  readClaim,
  resumeTreeBuilder,
  type Tile,
  TILE_WIDTH,
  tilePath,
  tilesOfLevel,
} from '@tern/proofs';
import type { LogSource } from '../log-source.ts';
import type { CopyFolder } from './copy-folder.ts';

export interface CopyDeps {
  readonly folder: CopyFolder;
  readonly trust: LogTrust;
  readonly source: LogSource;
}

/** `forked`: the log contradicts what was copied; the evidence is in `file`. `refused`: nothing was copied, and nothing is proven. */
export type Copied =
  | { readonly kind: 'grown' | 'same'; readonly size: number }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'forked'; readonly file: string };

/** A checkpoint with what it claims. */
interface Claimed extends Checkpoint {
  readonly note: string;
}

/** What was read of the entries behind the copy. */
interface NewEntries {
  readonly root: Uint8Array;
  readonly tiles: readonly Tile[];
  readonly keyEntries: readonly Uint8Array[];
  /** Places of entries of facts. */
  readonly facts: readonly number[];
}

const BUNDLE_BYTES_MAX = TILE_WIDTH * 65_537;
const FACTS_BYTES_MAX = 10_000_000;
const UNSIGNED = 'the checkpoint is not signed by this log, or not by the witnesses of the policy';
const UNPROVEN = 'the entries do not give the signed root';
const refused = (why: string): Copied => ({ kind: 'refused', why });

/** Copies what is new. The checkpoint is replaced last, once all that it commits to is there. @throws what the source throws */
export async function copyLog(deps: CopyDeps): Promise<Copied> {
  const { folder, source, trust } = deps;
  const note = (await source.file('checkpoint', FACTS_BYTES_MAX))?.toString('utf8') ?? '';
  const claim = readClaim(note);
  if (claim?.origin !== trust.origin) return refused('the checkpoint is not that of this log');
  const offered = { ...claim, note };
  const kept = await keptIn(deps);
  const keys = await keysIn(deps, kept.size);
  const isSigned = (known: LogTrust['keys']) =>
    openCheckpoint(note, { ...trust, keys: known }) !== undefined;
  if (offered.size <= kept.size) {
    if (!isSigned(keys)) return refused(UNSIGNED);
    // A cache may be behind: then the copy began as it says.
    const { growth, proof } = await judgeGrowthByTiles(offered, kept, folder.readTile);
    if (growth === 'forked') return reportFork(deps, { kept, offered, proof });
    return growth === 'consistent' ? { kind: 'same', size: kept.size } : refused(UNPROVEN);
  }
  const read = await readNew(deps, kept.size, offered.size);
  if (typeof read === 'string') return refused(read);
  if (!isSigned(followKeys(keys, read.keyEntries))) return refused(UNSIGNED);
  if (!isSameBytes(read.root, offered.root)) return judge(deps, { kept, offered });
  for (const index of read.facts) {
    const path = `facts/${index}`;
    const lines = await source.file(path, FACTS_BYTES_MAX);
    if (lines === undefined) return refused(`${path} is missing`);
    await folder.write(path, lines);
  }
  for (const tile of read.tiles) await folder.write(tilePath(tile), tile.nodes);
  await folder.write('checkpoint', Buffer.from(note));
  return { kind: 'grown', size: offered.size };
}

/** An empty log before the first copy. */
async function keptIn({ folder, trust }: CopyDeps): Promise<Claimed> {
  const note = (await folder.read('checkpoint'))?.toString('utf8');
  if (note === undefined) return { origin: trust.origin, size: 0, root: emptyRoot(), note: '' };
  const claim = readClaim(note);
  if (claim === undefined) throw new Error('the checkpoint of the copy is damaged');
  return { ...claim, note };
}

/** The keys that were given, and those that copied entries introduced. */
async function keysIn({ folder, trust }: CopyDeps, size: number): Promise<LogTrust['keys']> {
  let keys = trust.keys;
  for (const bundle of tilesOfLevel(size)) {
    const bytes = await folder.readTile({ ...bundle, level: 'entries' });
    const entries = parseEntryBundle(bytes ?? new Uint8Array()) ?? [];
    keys = followKeys(keys, entries.filter(isKeyEntry));
  }
  return keys;
}

/** Reads the entries from `from` on, and stores their bundles. A text says why not. */
async function readNew(
  { folder, source }: CopyDeps,
  from: number,
  size: number,
): Promise<NewEntries | string> {
  const tree = await resumeTreeBuilder(hashNodes, from, folder.readTile);
  const tiles: Tile[] = [];
  const keyEntries: Uint8Array[] = [];
  const facts: number[] = [];
  for (const bundle of tilesOfLevel(size)) {
    const first = bundle.index * TILE_WIDTH;
    if (first + bundle.width <= from) continue;
    const path = tilePath({ ...bundle, level: 'entries' });
    const bytes = await source.file(path, BUNDLE_BYTES_MAX);
    const entries = parseEntryBundle(bytes ?? new Uint8Array());
    if (bytes === undefined || entries?.length !== bundle.width)
      return `${path} is missing or cut off`;
    for (const [at, entry] of entries.entries()) {
      if (first + at < from) continue;
      tree.append(leafHash(entry));
      if (isKeyEntry(entry)) keyEntries.push(entry);
      if (parseStatementsEntry(entry)?.kind === FACTS) facts.push(first + at);
    }
    tiles.push(...tree.takeFull());
    await folder.write(path, bytes);
  }
  const root = tree.root() ?? emptyRoot();
  return { root, tiles: [...tiles, ...tree.partial()], keyEntries, facts };
}

/** The entries do not give the signed root: a damaged download, or a log that does not continue the copy. */
async function judge(
  deps: CopyDeps,
  { kept, offered }: { readonly kept: Claimed; readonly offered: Claimed },
): Promise<Copied> {
  const { growth, proof } = await judgeGrowthByTiles(kept, offered, deps.source.readTile);
  return growth === 'forked' ? reportFork(deps, { kept, offered, proof }) : refused(UNPROVEN);
}

async function reportFork(
  { folder }: CopyDeps,
  given: {
    readonly kept: Claimed;
    readonly offered: Claimed;
    readonly proof?: ForkProof | undefined;
  },
): Promise<Copied> {
  const { kept, offered, proof } = given;
  const file = `log-evidence-${offered.size}.txt`;
  const text = formatLogEvidence({ kept: kept.note, received: offered.note, proof });
  await folder.write(file, Buffer.from(text));
  return { kind: 'forked', file };
}
