/** Go's own packages of transparency logs verify ours: `golang.org/x/mod/sumdb/note` and `/tlog`, from Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatVerifierKey } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logSigner, nextLogSigner, sampleLog } from '../support/sample-log.ts';

const SOURCE = fileURLToPath(new URL('verify_log.go', import.meta.url));
const PACKAGES = '/usr/share/gocode';
const KEY = formatVerifierKey(logSigner.key);

/** Why these tests are skipped on this machine. */
function missing(): string | undefined {
  if (spawnSync('go', ['version']).error !== undefined) {
    return 'Go is not installed on this machine (Debian: golang-go)';
  }
  return existsSync(join(PACKAGES, 'src/golang.org/x/mod/sumdb/tlog'))
    ? undefined
    : 'golang.org/x/mod is not installed on this machine (Debian: golang-golang-x-mod-dev)';
}

const why = missing();
let folder: string;
let log: Awaited<ReturnType<typeof sampleLog>>;

describe.skipIf(why)(`the log in Go ${why ?? ''}`.trim(), () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tern-go-'));
    log = await sampleLog(700);
    log.write(folder);
    const built = spawnSync('go', ['build', '-o', join(folder, 'verify'), SOURCE], {
      encoding: 'utf8',
      env: {
        ...process.env,
        GO111MODULE: 'off',
        GOPATH: PACKAGES,
        GOCACHE: join(folder, 'cache'),
      },
    });
    expect(built.stderr).toBe('');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const verify = (earlier: string, key = KEY) => {
    writeFileSync(join(folder, 'earlier'), earlier);
    const args = [folder, key, join(folder, 'earlier')];
    return spawnSync(join(folder, 'verify'), args, { encoding: 'utf8' }).stdout.trim();
  };

  it('has a valid signature, and each entry at its place', () => {
    const size = log.entries.length;
    for (const earlier of [1, 255, 256, 257, 512, size]) {
      expect(verify(log.checkpoint(earlier))).toBe(`PASS ${size} entries`);
    }
    expect(verify(log.checkpoint(), formatVerifierKey(nextLogSigner.key))).toMatch(
      /^FAIL checkpoint: note has no verifiable signatures/,
    );
  });

  it('is refused when it was rewritten after an earlier checkpoint', async () => {
    const other = await sampleLog(600, 3);
    expect(verify(other.checkpoint(602))).toMatch(/^FAIL earlier checkpoint/);
  });

  it('is refused with a changed tile or entry', () => {
    for (const [path, reason] of [
      ['tile/0/001', 'FAIL entry'],
      ['tile/entries/001', 'FAIL entry'],
      ['tile/1/000.p/2', 'FAIL entry'],
    ] as const) {
      const honest = readFileSync(join(folder, path));
      writeFileSync(
        join(folder, path),
        honest.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
      );
      expect(verify(log.checkpoint())).toMatch(new RegExp(`^${reason}`));
      writeFileSync(join(folder, path), honest);
    }
    expect(verify(log.checkpoint())).toMatch(/^PASS/);
  });
});
