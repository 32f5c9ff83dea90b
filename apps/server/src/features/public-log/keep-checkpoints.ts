/** The history of the log: checkpoints as they were published, each ten minutes in which the log grew. */
import { openCheckpoint, parseVerifierKey, toBase64 } from '@tern/proofs';
import { type Page, type PageOf, readPage } from '../../kernel/requests/page.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { publicKeyOf } from './log-keys.ts';
import {
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

/** Newest first. */
export async function listKept(reader: Reader, page: Page): Promise<PageOf<KeptCheckpoint>> {
  const origin = (await readHead(reader))?.origin ?? '';
  const keys = (await listKeys(reader)).map((row) => publicKeyOf(row, origin));
  const asked = [...(await findWitnesses(reader)).keys()].map(parseVerifierKey);
  const witnesses = asked.filter((key) => key !== undefined);
  const queries = { list: listCheckpoints, count: countCheckpoints };
  return readPage(reader, queries, {
    filter: [],
    page,
    row: ({ size, checkpoint, signedAt }) => {
      const opened = openCheckpoint(checkpoint, { origin, keys, witnesses });
      if (opened === undefined)
        throw new Error(`the kept checkpoint of size ${size} is not signed`);
      const names = opened.cosignatures.map(({ key }) => key.name);
      return { size, at: signedAt, root: toBase64(opened.root), witnesses: names };
    },
  });
}
