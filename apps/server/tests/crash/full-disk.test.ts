/** A start on a full disk: a small file system in its own mount namespace. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer, type Build } from '../support/built-server.ts';

/** Of the system. */
const UNSHARE = 'unshare';

const canMount =
  process.platform === 'linux' &&
  spawnSync(UNSHARE, ['-m', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt']).status === 0;

let build: Build;
let disk: string;

beforeAll(() => {
  build = buildServer();
  disk = mkdtempSync(join(tmpdir(), 'tern-disk-'));
});

afterAll(async () => {
  await build?.remove();
  rmSync(disk, { recursive: true, force: true });
});

/** Starts the instance on a disk with these limits, and waits for its end. */
function startOn(bounds: string, port: number) {
  const { status, signal, stdout, stderr } = spawnSync(
    UNSHARE,
    ['-m', 'sh', '-c', `mount -t tmpfs -o ${bounds},mode=755 tmpfs "$1" && exec "$2" "$3"`].concat(
      'sh',
      disk,
      process.execPath,
      build.entry('main'),
    ),
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: join(disk, 'data'),
        PORT: String(port),
        LOG_LEVEL: 'warn',
      },
      encoding: 'utf8',
      timeout: 90_000,
      killSignal: 'SIGKILL',
    },
  );
  return { status, signal, errors: stderr.trim().split('\n'), output: stdout + stderr };
}

/** Command lines of processes that use the disk. */
function leftRunning(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(disk));
}

describe.runIf(canMount)('a first start', () => {
  it('on a disk that is too small is refused in one sentence before any file is created', () => {
    const { status, output } = startOn('size=20m', 24_981);
    expect(status).toBe(1);
    expect(output.trim()).toMatch(
      /^The disk of .+ has (19|20) MB free; Tern needs 400 MB to start\./,
    );
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(leftRunning()).toEqual([]);
  });

  // A limit of files fails the start at a different step each time.
  it.each([300, 900, 1_150, 1_250, 1_400])(
    'on a disk that is full after %d files fails with one sentence and leaves nothing running',
    (files) => {
      const { status, errors, output } = startOn(`size=1g,nr_inodes=${files}`, 24_981);
      expect(status, output).toBe(1);
      expect(errors).toEqual([
        expect.stringMatching(/^The disk of .+ is full, so Tern could not start\. Make room/),
      ]);
      expect(leftRunning()).toEqual([]);
    },
  );
});
