/** Publishes files together: their manifest is a document of the public log (ADR 80). */
import { documentEntry, documentHash, formatReceipt } from '@tern/proofs';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import type { Pricing, SymbolState } from '../../market/pricing/index.ts';
import { type PublicLog, proveEntry } from '../../proof/public-log/index.ts';
import type { MakeDeps } from './make-files.ts';
import { parsePath } from './names.ts';
import {
  insertFiles,
  type NewFile,
  publish,
  readPaths,
  readPublication,
  writeManifest,
} from './store.ts';

export interface PublishDeps extends MakeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly pricing: Pick<Pricing, 'states'>;
  readonly publicLog: Pick<PublicLog, 'append'>;
}

/** What is published together. */
export interface Unit {
  readonly name: string;
  readonly states: readonly SymbolState[];
  make(state: SymbolState): Promise<NewFile[]>;
}

/** Goes on where an earlier run ended. */
export async function publishUnit(
  deps: PublishDeps,
  unit: Unit,
  ending?: AbortSignal,
): Promise<void> {
  try {
    await addFiles(deps, unit, ending);
    if (!ending?.aborted) await sealUnit(deps, unit.name);
  } catch (error) {
    // Another instance was faster: it has published the unit, and nothing of this attempt is stored.
    if ((await readPublication(deps.database, unit.name)) === undefined) throw error;
  }
}

/** A market's files are written in one transaction, so it has all or none of them. */
async function addFiles(
  { database, clock }: PublishDeps,
  { name: publication, states, make }: Unit,
  ending?: AbortSignal,
): Promise<void> {
  const paths = await readPaths(database, publication);
  const done = new Set(paths.map((path) => parsePath(path)?.symbol));
  for (const state of states) {
    if (ending?.aborted) return;
    if (done.has(state.instrument.symbol.toUpperCase())) continue;
    const files = await make(state);
    if (files.length === 0) continue;
    const given = { publication, files, at: clock.now() };
    await database.transaction((tx) => insertFiles(tx, given));
  }
}

/** 16 bytes in hexadecimal. */
const SALT_DIGITS = 32;

/** The manifest is a document of the log like any other, so that its receipt can be verified as one. */
async function sealUnit(deps: PublishDeps, name: string): Promise<void> {
  const { database, clock, random, publicLog } = deps;
  const manifest = await writeManifest(database, name);
  const salt = random.text(SALT_DIGITS, '0123456789abcdef');
  const at = clock.now();
  const hash = documentHash(salt, Buffer.from(manifest));
  const entry = documentEntry({ kind: 'history', at, hash });
  await publicLog.append(entry, async (tx, entryIndex) => {
    const extra = formatReceipt({ kind: 'document', entry, salt });
    const receipt = await proveEntry(tx, { index: entryIndex, extra });
    if (receipt === undefined) throw new Error('the public log is not open yet');
    await publish(tx, { publication: name, manifest, entryIndex, receipt, at });
  });
}
