/** Copies a public log into a folder as it grows, and finds when it no longer continues what was copied (docs/public-log.md). */
import {
  type Checkpoint,
  emptyRoot,
  followKeys,
  type ForkProof,
  formatLogEvidence,
  hashNodes,
  isSameBytes,
  judgeGrowthByTiles,
  leafHash,
  type LogTrust,
  openCheckpoint,
  parseEntryBundle,
  readClaim,
  resumeTreeBuilder,
  type Tile,
  TILE_WIDTH,
  tilePath,
  tilesOfLevel,
} from '@tern/proofs';
import type { LogSource } from '../log-source.ts';
import { copyFacts } from './copy-facts.ts';
import type { CopyFolder } from './copy-folder.ts';
import {
  type CopyFollowed,
  createEntryCollector,
  followCopy,
  type Followed,
  keepFollowed,
} from './followed.ts';

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
interface NewEntries extends Followed {
  readonly root: Uint8Array;
  readonly tiles: readonly Tile[];
}

const BUNDLE_BYTES_MAX = TILE_WIDTH * 65_537;
const NOTE_BYTES_MAX = 1_000_000;
const UNSIGNED = 'the checkpoint is not signed by this log, or not by the witnesses of the policy';
const UNPROVEN = 'the entries do not give the signed root';
const refused = (why: string): Copied => ({ kind: 'refused', why });

/** Copies what is new. The checkpoint is replaced last, once all that it commits to is there. @throws what the source throws */
export async function copyLog(deps: CopyDeps): Promise<Copied> {
  const { folder, source, trust } = deps;
  const note = (await source.file('checkpoint', NOTE_BYTES_MAX))?.toString('utf8') ?? '';
  const claim = readClaim(note);
  if (claim?.origin !== trust.origin) return refused('the checkpoint is not that of this log');
  const offered = { ...claim, note };
  const kept = await keptIn(deps);
  const followed = await followCopy(folder, kept.size);
  const isSigned = (newKeyEntries: readonly Uint8Array[]) => {
    const keys = followKeys(trust.keys, [...followed.keyEntries, ...newKeyEntries]);
    return openCheckpoint(note, { ...trust, keys }) !== undefined;
  };
  if (offered.size <= kept.size) {
    if (!isSigned([])) return refused(UNSIGNED);
    // A cache may be behind: then the copy began as it says.
    const { growth, proof } = await judgeGrowthByTiles(offered, kept, folder.readTile);
    if (growth === 'forked') return reportFork(deps, { kept, offered, proof });
    if (growth === 'unproven') return refused(UNPROVEN);
    const why = await completeCopy(deps, followed, kept.size);
    return why === undefined ? { kind: 'same', size: kept.size } : refused(why);
  }
  const read = await readNew(deps, kept.size, offered.size);
  if (typeof read === 'string') return refused(read);
  if (!isSigned(read.keyEntries)) return refused(UNSIGNED);
  if (!isSameBytes(read.root, offered.root)) return judge(deps, { kept, offered });
  const why = await copyFacts(deps, [...followed.facts, ...read.facts]);
  if (why !== undefined) return refused(why);
  for (const tile of read.tiles) await folder.write(tilePath(tile), tile.nodes);
  await folder.write('checkpoint', Buffer.from(note));
  await keepFollowed(folder, offered.size, [...followed.keyEntries, ...read.keyEntries]);
  return { kind: 'grown', size: offered.size };
}

/** Files that a copy of before has not: it was interrupted, or mirrors did not copy them yet. A text says what is missing. */
async function completeCopy(
  deps: CopyDeps,
  { keyEntries, facts, isNew }: CopyFollowed,
  size: number,
): Promise<string | undefined> {
  if (!isNew) return undefined;
  const why = await copyFacts(deps, facts);
  if (why === undefined) await keepFollowed(deps.folder, size, keyEntries);
  return why;
}

/** An empty log before the first copy. */
async function keptIn({ folder, trust }: CopyDeps): Promise<Claimed> {
  const note = (await folder.read('checkpoint'))?.toString('utf8');
  if (note === undefined) return { origin: trust.origin, size: 0, root: emptyRoot(), note: '' };
  const claim = readClaim(note);
  if (claim === undefined) throw new Error('the checkpoint of the copy is damaged');
  return { ...claim, note };
}

/** Reads the entries from `from` on, and stores their bundles. A text says why not. */
async function readNew(
  { folder, source }: CopyDeps,
  from: number,
  size: number,
): Promise<NewEntries | string> {
  const tree = await resumeTreeBuilder(hashNodes, from, folder.readTile);
  const tiles: Tile[] = [];
  const collector = createEntryCollector();
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
      collector.add(entry, first + at);
    }
    tiles.push(...tree.takeFull());
    await folder.write(path, bytes);
  }
  const root = tree.root() ?? emptyRoot();
  return { root, tiles: [...tiles, ...tree.partial()], ...collector.followed() };
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
