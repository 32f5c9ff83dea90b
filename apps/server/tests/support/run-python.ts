/** Runs a verifier in Python, written from our documents alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why its tests are skipped on this machine; undefined when they can run. */
export const pythonMissing: string | undefined =
  spawnSync('python3', ['--version']).error === undefined
    ? undefined
    : 'python3 is not installed on this machine';

/** One line for each of the documents: PASS, or FAIL and the checks that failed. */
export function verifiedInPython(
  script: string,
  documents: readonly unknown[],
  ...keys: readonly string[]
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tern-python-'));
  try {
    const file = join(folder, 'documents.json');
    writeFileSync(file, JSON.stringify(documents));
    const { error, stdout, stderr } = spawnSync('python3', [script, file, ...keys], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    if (error !== undefined) throw error;
    if (stderr !== '') throw new Error(stderr);
    return stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
