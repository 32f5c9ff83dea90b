/** Checks the statements of published facts in a copy of the public log: each entry has its file, and none contradicts another (ADR 89). */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFactChecker,
  documentOfFact,
  FACTS,
  openStatements,
  parseFact,
  parseStatementsEntry,
} from '@tern/proofs';

/** More faults are not listed. */
const FAULTS_MAX = 20;

export interface ReadFacts {
  /** Entries of facts. */
  readonly entries: number;
  readonly statements: number;
  /** Documents of versions, in a copy that has any. */
  readonly documents: number;
  /** Keys that sign evidence, hexadecimal, in the order of the log. */
  readonly evidenceKeys: readonly string[];
  /** The first ones, in the order of the log. */
  readonly faults: readonly string[];
}

/** Shape: `folder` has `facts/<index>` for each entry of facts, and all `documents/<hash>` or none; `add` is given every entry in the order of the log. */
export function createFactReader(folder: string) {
  const checker = createFactChecker();
  const counts = { entries: 0, statements: 0 };
  const documents = documentReader(folder);
  const faults: string[] = [];
  const evidenceKeys: string[] = [];
  const note = (fault: string) => {
    if (faults.length < FAULTS_MAX) faults.push(fault);
  };
  return {
    async add(entry: Uint8Array, index: number): Promise<void> {
      if (parseStatementsEntry(entry)?.kind !== FACTS) return;
      counts.entries += 1;
      const path = join(folder, 'facts', String(index));
      if (!existsSync(path)) {
        note(`the statements of entry ${index} are missing: facts/${index}`);
        return;
      }
      const lines = openStatements(entry, await readFile(path));
      if (lines === undefined) {
        note(`facts/${index} does not contain the statements of entry ${index}`);
        return;
      }
      counts.statements += lines.length;
      for (const line of lines) {
        for (const fault of [checker.add(line), await documents.check(line)]) {
          if (fault !== undefined) note(`entry ${index}: ${fault}`);
        }
        const { kind, fields } = parseFact(line) ?? {};
        if (kind === 'key') evidenceKeys.push(fields?.[1] ?? '');
      }
    },
    read: (): ReadFacts => ({ ...counts, documents: documents.count(), evidenceKeys, faults }),
  };
}

/** Reads each document once. A copy without any was made before mirrors copied them. */
function documentReader(folder: string) {
  const isThere = existsSync(join(folder, 'documents'));
  const known = new Set<string>();
  return {
    async check(line: string): Promise<string | undefined> {
      const hash = documentOfFact(line);
      if (!isThere || hash === undefined || known.has(hash)) return undefined;
      known.add(hash);
      const path = join(folder, 'documents', hash);
      const found = existsSync(path)
        ? createHash('sha256')
            .update(await readFile(path))
            .digest('hex')
        : undefined;
      return found === hash ? undefined : `documents/${hash} is missing, or has another hash`;
    },
    count: () => known.size,
  };
}
