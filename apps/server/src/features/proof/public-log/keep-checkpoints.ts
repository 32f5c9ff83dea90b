/** The history of the log: checkpoints as they were published, each ten minutes in which the log grew. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatVerifierKey, type LogTrust, openCheckpoint, toBase64 } from '@tern/proofs';
import { parseWitnessKey } from '@tern/proofs/ml-dsa';
import { type Page, type PageOf, readPage } from '../../../kernel/requests/page.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { publicKeyOf } from './log-keys.ts';
import {
  type CheckpointRow,
  countCheckpoints,
  insertCheckpoint,
  lastKept,
  listCheckpoints,
  listKeys,
  readHead,
} from './store.ts';
import { findPublished, findWitnesses } from './witnesses/store.ts';

/** Our choice: about 20 MB a year with three witnesses. */
const KEEP_EVERY_MS = 10 * MINUTE_MS;

export interface KeptCheckpoint {
  /** Entries of the log. */
  readonly size: number;
  /** When the log signed it, epoch milliseconds. */
  readonly at: number;
  /** Base64. */
  readonly root: string;
  /** Names of the witnesses whose signatures verify. */
  readonly witnesses: readonly string[];
}

/** What `/log/checkpoint` serves: with witnesses, the newest that they cosigned. */
export const readPublished = async (reader: Reader, isWitnessed: boolean) =>
  isWitnessed ? findPublished(reader) : readHead(reader);

/** Keeps what is published, unless the last one is less than ten minutes older or has the same size. */
export async function keepCheckpoint(database: Database, isWitnessed: boolean): Promise<void> {
  const published = await readPublished(database, isWitnessed);
  if (published === undefined || published.size === 0) return;
  const last = await lastKept(database);
  const isDue =
    last === undefined ||
    (published.size > last.size && published.signedAt - last.signedAt >= KEEP_EVERY_MS);
  if (isDue) await database.transaction((tx) => insertCheckpoint(tx, published));
}

/** Newest first. @throws Error for a kept checkpoint that the log did not sign */
export type ListKept = (database: Database, page: Page) => Promise<PageOf<KeptCheckpoint>>;

/** A month of them. */
const KNOWN_MAX = 5_000;

/** A signature takes milliseconds to verify, and anyone may ask: each checkpoint is verified once, between other work. */
export function createKeptList(open: typeof openCheckpoint = openCheckpoint): ListKept {
  const known = new Map<number, KeptCheckpoint>();
  let knownFor = '';
  const read = async (row: CheckpointRow, trust: LogTrust): Promise<KeptCheckpoint> => {
    const before = known.get(row.size);
    if (before !== undefined) return before;
    await nextTurn();
    const opened = open(row.checkpoint, trust);
    if (opened === undefined)
      throw new Error(`the kept checkpoint of size ${row.size} is not signed`);
    const witnesses = opened.cosignatures.map(({ key }) => key.name);
    const kept = { size: row.size, at: row.signedAt, root: toBase64(opened.root), witnesses };
    const [oldest] = known.keys();
    if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest);
    known.set(row.size, kept);
    return kept;
  };
  return async (database, page) => {
    const { rows, trust } = await database.snapshot(async (reader) => ({
      rows: await readPage(
        reader,
        { list: listCheckpoints, count: countCheckpoints },
        { filter: [], page, row: (row) => row },
      ),
      trust: await trustOf(reader),
    }));
    const keys = [...trust.keys, ...trust.witnesses].map(formatVerifierKey).join(' ');
    if (keys !== knownFor) known.clear();
    knownFor = keys;
    const list: KeptCheckpoint[] = [];
    for (const row of rows.list) list.push(await read(row, trust));
    return { ...rows, list };
  };
}

/** All keys that the log had, and all witnesses that it asked. */
async function trustOf(reader: Reader) {
  const origin = (await readHead(reader))?.origin ?? '';
  const keys = (await listKeys(reader)).map((row) => publicKeyOf(row, origin));
  const asked = [...(await findWitnesses(reader)).keys()].map(parseWitnessKey);
  return { origin, keys, witnesses: asked.filter((key) => key !== undefined) };
}
