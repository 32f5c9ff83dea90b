/** Checks the statements of published facts in a copy of the public log: each entry has its file, and none contradicts another (ADR 89). */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFactChecker,
  FACTS,
  isSameBytes,
  parseFact,
  parseStatementsEntry,
  sealStatements,
} from '@tern/proofs';

/** More faults are not listed. */
const FAULTS_MAX = 20;

export interface ReadFacts {
  /** Entries of facts. */
  readonly entries: number;
  readonly statements: number;
  /** Keys that sign evidence, hexadecimal, in the order of the log. */
  readonly evidenceKeys: readonly string[];
  /** The first ones, in the order of the log. */
  readonly faults: readonly string[];
}

/** Shape: `folder` has `facts/<index>` for each entry of facts; `add` is given every entry in the order of the log. */
export function createFactReader(folder: string) {
  const checker = createFactChecker();
  const counts = { entries: 0, statements: 0 };
  const faults: string[] = [];
  const evidenceKeys: string[] = [];
  const note = (fault: string) => {
    if (faults.length < FAULTS_MAX) faults.push(fault);
  };
  return {
    async add(entry: Uint8Array, index: number): Promise<void> {
      const leaf = parseStatementsEntry(entry);
      if (leaf?.kind !== FACTS) return;
      counts.entries += 1;
      const path = join(folder, 'facts', String(index));
      if (!existsSync(path)) {
        note(`the statements of entry ${index} are missing: facts/${index}`);
        return;
      }
      const lines = linesOf(await readFile(path, 'latin1'));
      if (lines === undefined || !isSameBytes(sealStatements(FACTS, leaf.at, lines).entry, entry)) {
        note(`facts/${index} does not contain the statements of entry ${index}`);
        return;
      }
      counts.statements += lines.length;
      for (const line of lines) {
        const fault = checker.add(line);
        if (fault !== undefined) note(`entry ${index}: ${fault}`);
        const { kind, fields } = parseFact(line) ?? {};
        if (kind === 'key') evidenceKeys.push(fields?.[1] ?? '');
      }
    },
    read: (): ReadFacts => ({ ...counts, evidenceKeys, faults }),
  };
}

/** Undefined unless each line is printable ASCII and ends with a newline. */
function linesOf(text: string): string[] | undefined {
  return /^(?:[ -~]+\n)+$/.test(text) ? text.slice(0, -1).split('\n') : undefined;
}
