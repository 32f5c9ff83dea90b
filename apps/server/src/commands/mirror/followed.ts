/** What the mirror read of the entries of its copy: kept in a file, so that no round and no start reads them all again. */
import {
  FACTS,
  fromBase64,
  isKeyEntry,
  isLossEntry,
  parseEntryBundle,
  parseStatementsEntry,
  parseWhole,
  type PlacedEntry,
  TILE_WIDTH,
  tilesOfLevel,
  toBase64,
} from '@tern/proofs';
import type { CopyFolder } from './copy-folder.ts';

/** What entries say of keys, and which of them have files of statements. */
export interface Followed {
  /** Entries of keys and of their losses, in the order of the log. */
  readonly keyEntries: readonly Uint8Array[];
  /** Entries of facts whose files may be missing in the copy. */
  readonly facts: readonly PlacedEntry[];
}

export interface CopyFollowed extends Followed {
  /** Whether entries were read that no earlier round followed. */
  readonly isNew: boolean;
}

const FILE = 'followed';
const HEADER = 'tern mirror followed 1';

/** Collects what matters of entries that are added in the order of the log. */
export function createEntryCollector() {
  const keyEntries: Uint8Array[] = [];
  const facts: PlacedEntry[] = [];
  return {
    add(entry: Uint8Array, index: number): void {
      if (isKeyEntry(entry) || isLossEntry(entry)) keyEntries.push(entry);
      if (parseStatementsEntry(entry)?.kind === FACTS) facts.push({ index, entry });
    },
    followed: (): Followed => ({ keyEntries, facts }),
  };
}

/** What the first `size` entries of the copy contain. Reads those only that no earlier round followed. */
export async function followCopy(folder: CopyFolder, size: number): Promise<CopyFollowed> {
  const kept = parse((await folder.read(FILE))?.toString('latin1') ?? '');
  // A file from before the folder was replaced says nothing about this copy.
  const known = kept === undefined || kept.size > size ? { size: 0, keyEntries: [] } : kept;
  const collector = createEntryCollector();
  for (const bundle of tilesOfLevel(size)) {
    const first = bundle.index * TILE_WIDTH;
    if (first + bundle.width <= known.size) continue;
    const bytes = await folder.readTile({ ...bundle, level: 'entries' });
    const entries = parseEntryBundle(bytes ?? new Uint8Array()) ?? [];
    for (const [at, entry] of entries.slice(0, bundle.width).entries()) {
      if (first + at >= known.size) collector.add(entry, first + at);
    }
  }
  const { keyEntries, facts } = collector.followed();
  return {
    keyEntries: [...known.keyEntries, ...keyEntries],
    facts,
    isNew: known.size < size,
  };
}

/** Keeps that the first `size` entries were followed, and that the copy has the files of their facts. */
export async function keepFollowed(
  folder: CopyFolder,
  size: number,
  keyEntries: readonly Uint8Array[],
): Promise<void> {
  const lines = [HEADER, String(size), ...keyEntries.map(toBase64)];
  await folder.write(FILE, Buffer.from(lines.map((line) => `${line}\n`).join('')));
}

/** Undefined when the file is missing or damaged: then all is read again. */
function parse(text: string) {
  const [header, sizeText = '', ...rest] = text.split('\n');
  const size = parseWhole(sizeText);
  const keyEntries = rest.slice(0, -1).map(fromBase64);
  if (header !== HEADER || size === undefined || rest.at(-1) !== '') return undefined;
  const whole = keyEntries.filter((entry) => entry !== undefined);
  return whole.length < keyEntries.length ? undefined : { size, keyEntries: whole };
}
