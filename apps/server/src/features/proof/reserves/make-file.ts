/** Makes the file of reserves for the newest snapshot of liabilities and puts its hash into the public log (ADR 107). */
import {
  documentEntry,
  documentHash,
  formatReceipt,
  liabilitiesEntry,
  parseCheckpoint,
  parseLogProof,
  parseNote,
} from '@tern/proofs';
import {
  challengeText,
  formatReserves,
  parseBankBalances,
  type ReserveChain,
  RESERVES_FORMAT,
  RESERVES_KIND,
} from '@tern/proofs/reserves';
import type { ChallengeOf, Rail } from '../../../kernel/rails/rail.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { readOwnFile } from '../../../platform/files/read-own-file.ts';
import type { Random } from '../../../platform/random.ts';
import { listPublished, listTrees } from '../liabilities/index.ts';
import { findPublished, proveEntry, type PublicLog } from '../public-log/index.ts';
import { findFile, insertFile } from './store.ts';

export interface ReservesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly rails: readonly Rail[];
  readonly publicLog: Pick<PublicLog, 'append'>;
  /** The file then waits for a checkpoint that witnesses cosigned. */
  readonly isWitnessed: boolean;
  /** A file with a note that an auditor signed on money at banks; absent: none. */
  readonly bankBalancesFile?: string | undefined;
}

/** A block must be within an hour of the snapshot: later than this, none is made for it. */
const LATEST_MS = 50 * MINUTE_MS;
/** 16 bytes in hexadecimal. */
const SALT_DIGITS = 32;

/**
 * Does nothing without a chain and a bank, when the newest snapshot has its file, and while no witness has cosigned the snapshot's entry.
 * @throws Error when a chain does not answer: the next minute tries again, and no file leaves one out. Also for a note on banks that is none
 */
export async function makeFile(deps: ReservesDeps): Promise<void> {
  const { database, clock, rails, bankBalancesFile } = deps;
  const provers = rails.flatMap(({ proveReserves }) => proveReserves ?? []);
  if (provers.length === 0 && bankBalancesFile === undefined) return;
  const bound = await boundSnapshot(deps);
  if (bound === undefined || clock.now() - bound.takenAt > LATEST_MS) return;
  const chains: ReserveChain[] = [];
  for (const prove of provers) chains.push(await prove(bound.challengeOf));
  const { snapshot, liabilities } = bound;
  const bank = bankBalancesFile === undefined ? null : readBalances(bankBalancesFile);
  const document = formatReserves({ format: RESERVES_FORMAT, snapshot, liabilities, chains, bank });
  try {
    await seal(deps, snapshot, document);
  } catch (error) {
    // Another instance was faster; nothing of this attempt is stored.
    if ((await findFile(database, snapshot)) === undefined) throw error;
  }
}

/** Whose key signed it is for verifiers to judge. */
function readBalances(path: string): string {
  const note = readOwnFile(path);
  if (parseBankBalances(parseNote(note)?.text ?? '') !== undefined) return note;
  throw new Error(`${path} is no signed note of balances at banks`);
}

interface BoundSnapshot {
  readonly snapshot: number;
  readonly takenAt: number;
  /** The receipt of its entry. */
  readonly liabilities: string;
  readonly challengeOf: ChallengeOf;
}

/** The newest snapshot and the checkpoint that it is proven under; undefined when nothing is to be made for it. */
function boundSnapshot({
  database,
  isWitnessed,
}: ReservesDeps): Promise<BoundSnapshot | undefined> {
  return database.snapshot(async (reader: Reader) => {
    const [newest] = await listPublished(reader, 1);
    if (newest === undefined || (await findFile(reader, newest.snapshot))) return undefined;
    const { snapshot, takenAt: at, round, entryIndex: index } = newest;
    if (isWitnessed && ((await findPublished(reader))?.size ?? 0) <= index) return undefined;
    const assets = await listTrees(reader, [snapshot]);
    const entry = liabilitiesEntry({ snapshot, at, round, assets });
    const extra = formatReceipt({ kind: 'entry', entry });
    const liabilities = await proveEntry(reader, { index, extra });
    const note = parseNote(parseLogProof(liabilities ?? '')?.checkpoint ?? '');
    const checkpoint = parseCheckpoint(note?.text ?? '');
    if (liabilities === undefined || checkpoint === undefined) return undefined;
    const challengeOf: ChallengeOf = (chain) => challengeText({ checkpoint, snapshot, ...chain });
    return { snapshot, takenAt: at, liabilities, challengeOf };
  });
}

/** The file is a document of the log like any other, so that its receipt can be verified as one. */
async function seal(deps: ReservesDeps, snapshot: number, document: string): Promise<void> {
  const { clock, random, publicLog } = deps;
  const salt = random.text(SALT_DIGITS, '0123456789abcdef');
  const at = clock.now();
  const hash = documentHash(salt, Buffer.from(document));
  const entry = documentEntry({ kind: RESERVES_KIND, at, hash });
  await publicLog.append(entry, async (tx, index) => {
    const extra = formatReceipt({ kind: 'document', entry, salt });
    const receipt = await proveEntry(tx, { index, extra });
    if (receipt === undefined) throw new Error('the public log is not open yet');
    await insertFile(tx, { snapshot, document, salt, index, receipt, at });
  });
}
