/**
 * Seals a closed month the first time it is asked for: writes its document, and a salted hash of it into the public log. A month that is
 * not closed has a document to date.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { documentEntry, documentHash, formatReceipt, type StatementMode } from '@tern/proofs';
import type { Reader } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { type PublicLog, proveEntry } from '../../proof/public-log/index.ts';
import { type MonthDeps, type OpenMonth, openMonths } from './close-months.ts';
import { endOf, type Month, startOf } from './months.ts';
import { readMovements } from './read-movements.ts';
import {
  insertDocument,
  type MonthRow,
  readDocument,
  readMonth,
  type SealedDocument,
} from './store.ts';
import { entryLines, footLines, headLines } from './write-csv.ts';

export interface SealDeps extends MonthDeps {
  /** Whether money is real, which the sealed document says. */
  readonly mode: StatementMode;
  readonly random: Random;
  readonly publicLog: Pick<PublicLog, 'append'>;
}

const compress = promisify(gzip);

/** Undefined when the month is not closed. */
export async function sealStatement(
  deps: SealDeps,
  { memberId, month }: { readonly memberId: number; readonly month: Month },
): Promise<SealedDocument | undefined> {
  const { database } = deps;
  const sealed = await readDocument(database, memberId, month);
  if (sealed !== undefined) return sealed;
  const closed = await readMonth(database, memberId, month);
  if (closed === undefined) return undefined;
  const document = await database.snapshot((reader) =>
    writeDocument(reader, { ...deps, memberId, end: endOf(month) }, rangeOf(closed)),
  );
  try {
    await appendDocument(deps, { memberId, month, document });
  } catch (error) {
    // Another request was faster: the month has one document.
    const known = await readDocument(database, memberId, month);
    if (known === undefined) throw error;
  }
  return readDocument(database, memberId, month);
}

async function appendDocument(
  { random, clock, publicLog }: SealDeps,
  given: { readonly memberId: number; readonly month: Month; readonly document: Uint8Array },
): Promise<void> {
  const { memberId, month, document } = given;
  const salt = random.text(SALT_DIGITS, '0123456789abcdef');
  const at = clock.now();
  const hash = documentHash(salt, document);
  const entry = documentEntry({ kind: 'statement', at, hash });
  const content = await compress(document);
  await publicLog.append(entry, async (tx, index) => {
    const extra = formatReceipt({ kind: 'document', entry, salt });
    const receipt = await proveEntry(tx, { index, extra });
    if (receipt === undefined) throw new Error('the public log is not open yet');
    await insertDocument(tx, { memberId, month, content, receipt, sealedAt: at });
  });
}

/** 16 bytes in hexadecimal. */
const SALT_DIGITS = 32;

const rangeOf = ({ figures, fromPosting, throughPosting, lateFrom }: MonthRow) => ({
  figures,
  range: { from: fromPosting, through: throughPosting, lateFrom },
});

/**
 * The document of a month that is not closed yet, up to now: not sealed, and with the time of its end it says so.
 * Undefined when the month is closed, is none of the member's, or does not add up.
 */
export function writeOpenDocument(
  deps: Pick<SealDeps, keyof MonthDeps | 'mode'>,
  { memberId, month }: { readonly memberId: number; readonly month: Month },
): Promise<Uint8Array | undefined> {
  const { database, clock } = deps;
  return database.snapshot(async (reader) => {
    const open = await openMonths(reader, deps, memberId);
    const found = open.find(({ figures }) => figures.month === month);
    if (found === undefined || !found.addsUp) return undefined;
    const end = Math.min(endOf(month), clock.now());
    return writeDocument(reader, { ...deps, memberId, end }, found);
  });
}

interface WrittenFor extends Pick<SealDeps, 'mode' | 'outgoingFees'> {
  readonly memberId: number;
  /** Epoch milliseconds. */
  readonly end: number;
}

async function writeDocument(
  reader: Reader,
  { memberId, mode, outgoingFees, end }: WrittenFor,
  { figures, range }: Pick<OpenMonth, 'figures' | 'range'>,
): Promise<Uint8Array> {
  const { month } = figures;
  const parts = [headLines(memberId, figures, { mode, end })];
  const period = { ...range, memberId, start: startOf(month), end: endOf(month) };
  for await (const page of readMovements(reader, period, outgoingFees)) {
    parts.push(entryLines(page));
    await nextTurn();
  }
  parts.push(footLines(figures, end));
  return Buffer.from(parts.join(''));
}
