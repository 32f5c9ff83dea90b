/** Copies the statements of facts and the documents that they name: each only as the log says (docs/public-log.md). */
import { createHash } from 'node:crypto';
import { documentOfFact, openStatements, type PlacedEntry } from '@tern/proofs';
import type { LogSource } from '../log-source.ts';
import type { CopyFolder } from './copy-folder.ts';

const FILE_BYTES_MAX = 10_000_000;

interface FactFiles {
  readonly folder: CopyFolder;
  readonly source: LogSource;
}

/** A text says which file is missing, or is another one than the log says. */
export async function copyFacts(
  files: FactFiles,
  facts: readonly PlacedEntry[],
): Promise<string | undefined> {
  for (const { index, entry } of facts) {
    const path = `facts/${index}`;
    const isSealed = (bytes: Uint8Array) => openStatements(entry, bytes) !== undefined;
    const lines = await copyFile(files, path, isSealed);
    if (lines === undefined) return `${path} is missing, or does not contain what was sealed`;
    for (const line of openStatements(entry, lines) ?? []) {
      const hash = documentOfFact(line);
      if (hash === undefined) continue;
      const document = `documents/${hash}`;
      const isNamed = (bytes: Uint8Array) =>
        createHash('sha256').update(bytes).digest('hex') === hash;
      if ((await copyFile(files, document, isNamed)) === undefined) {
        return `${document} is missing, or has another hash`;
      }
    }
  }
  return undefined;
}

/** The file, from the copy if it is there. Undefined when the source has none that is right. */
async function copyFile(
  { folder, source }: FactFiles,
  path: string,
  isRight: (bytes: Uint8Array) => boolean,
): Promise<Uint8Array | undefined> {
  const kept = await folder.read(path);
  if (kept !== undefined && isRight(kept)) return kept;
  const fetched = await source.file(path, FILE_BYTES_MAX);
  if (fetched === undefined || !isRight(fetched)) return undefined;
  await folder.write(path, fetched);
  return fetched;
}
