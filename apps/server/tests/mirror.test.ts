/** `npm run mirror`: a copy that grows with its log, verifies like it, and finds a fork. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTreeBuilder,
  FACTS,
  formatEntryBundle,
  formatVerifierKey,
  hashNodes,
  leafHash,
  type LogTrust,
  sealStatements,
  TILE_WIDTH,
  tilePath,
  tilesOfLevel,
} from '@tern/proofs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LogSource } from '../src/commands/log-source.ts';
import { copyFolder, serveCopy } from '../src/commands/mirror/copy-folder.ts';
import { copyLog } from '../src/commands/mirror/copy-log.ts';
import { verifyLogFolder } from '../src/commands/verify/log.ts';
import { runTool, verifyCommand } from './support/run-tool.ts';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  type SampleLog,
  sampleLog,
  witnessSigner,
} from './support/sample-log.ts';

const KEY = formatVerifierKey(logSigner.key);
const trust: LogTrust = { origin: ORIGIN, keys: [logSigner.key], witnesses: [witnessSigner.key] };
let root: string;
let copy: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tern-mirror-'));
  copy = join(root, 'copy');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The files of a log with these entries under a checkpoint, and no others. */
function served(entries: readonly Uint8Array[], checkpoint: string, facts = ''): LogSource {
  const tree = createTreeBuilder(hashNodes);
  for (const entry of entries) tree.append(leafHash(entry));
  const known = new Map<string, Uint8Array>([['checkpoint', Buffer.from(checkpoint)]]);
  for (const tile of [...tree.takeFull(), ...tree.partial()]) known.set(tilePath(tile), tile.nodes);
  for (const tile of tilesOfLevel(entries.length)) {
    const first = tile.index * TILE_WIDTH;
    const bundle = formatEntryBundle(entries.slice(first, first + tile.width));
    known.set(tilePath({ ...tile, level: 'entries' }), bundle);
  }
  if (facts !== '') known.set(`facts/${entries.length - 1}`, Buffer.from(facts));
  const file = async (path: string) => {
    const bytes = known.get(path);
    return bytes && Buffer.from(bytes);
  };
  return { file, readTile: (tile) => file(tilePath(tile)) };
}

const wholeOf = (log: SampleLog) => served(log.entries, log.checkpoint());
const copyFrom = (source: LogSource, by = trust) =>
  copyLog({ folder: copyFolder(copy), trust: by, source });
const faults = async () =>
  (await verifyLogFolder(copy, trust)).filter(({ pass }) => !pass).map(({ why }) => why);

it('grows with its log, and verifies like it', async () => {
  const log = await sampleLog(600, 3);
  for (const size of [20, 256, 300, 602]) {
    const source = served(log.entries.slice(0, size), log.checkpoint(size));
    expect(await copyFrom(source)).toEqual({ kind: 'grown', size });
    expect(await copyFrom(source)).toEqual({ kind: 'same', size });
    expect(await faults()).toEqual([]);
  }
  // A cache that is behind is no fork.
  const behind = served(log.entries.slice(0, 300), log.checkpoint(300));
  expect(await copyFrom(behind)).toEqual({ kind: 'same', size: 602 });
});

it('raises an alarm for a fork, with evidence that anyone can check, and keeps what it has', async () => {
  const log = await sampleLog(300, 3);
  await copyFrom(wholeOf(log));
  for (const rounds of [299, 298, 310]) {
    const fork = await sampleLog(rounds, 3);
    const file = `log-evidence-${rounds + 2}.txt`;
    expect(await copyFrom(wholeOf(fork))).toEqual({ kind: 'forked', file });
    const checked = await verifyCommand(join(copy, file), '--log-key', KEY);
    expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('PASS')]);
  }
  expect(readFileSync(join(copy, 'checkpoint'), 'utf8')).toBe(log.checkpoint());
  expect(await faults()).toEqual([]);
});

it('takes nothing that is not signed, whole, or in the log, and that is no fork', async () => {
  const log = await sampleLog(30, 3);
  const stranger = { ...trust, keys: [nextLogSigner.key] };
  expect(await copyFrom(wholeOf(log), stranger)).toMatchObject({ kind: 'refused' });
  const unwitnessed = { ...trust, isMet: () => false };
  expect(await copyFrom(wholeOf(log), unwitnessed)).toMatchObject({ kind: 'refused' });
  const swapped = served(
    [...log.entries.slice(0, 30), ...log.entries.slice(30).toReversed()],
    log.checkpoint(),
  );
  expect(await copyFrom(swapped)).toEqual({
    kind: 'refused',
    why: 'the entries do not give the signed root',
  });
  const cut = served(log.entries.slice(0, 31), log.checkpoint());
  expect(await copyFrom(cut)).toEqual({
    kind: 'refused',
    why: 'tile/entries/000.p/32 is missing or cut off',
  });
  expect(await copyFolder(copy).read('checkpoint')).toBeUndefined();
  expect(await copyFrom(wholeOf(log))).toEqual({ kind: 'grown', size: 32 });
});

it('follows the keys of the log, and copies statements of facts', async () => {
  const line = `tern audit head 1|4|${'ab'.repeat(32)}`;
  const { entry } = sealStatements(FACTS, 1_795_000_000_000, [line]);
  const stating = await sampleLog(30, 3, { entry, signer: logSigner });
  const without = served(stating.entries, stating.checkpoint());
  expect(await copyFrom(without)).toEqual({ kind: 'refused', why: 'facts/32 is missing' });
  await copyFrom(served(stating.entries, stating.checkpoint(), `${line}\n`));
  expect(await faults()).toEqual([]);
  rmSync(copy, { recursive: true });
  const rotated = await sampleLog(30, 3, { entry: keyEntryOf(), signer: nextLogSigner });
  expect(await copyFrom(wholeOf(rotated))).toEqual({ kind: 'grown', size: 33 });
  expect(await copyFrom(wholeOf(rotated))).toEqual({ kind: 'same', size: 33 });
});

it('serves its copy, which another mirror copies', async () => {
  const log = await sampleLog(300, 3);
  await copyFrom(wholeOf(log));
  const server = createServer((request, response) => {
    void serveCopy(copyFolder(copy), request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const site = `http://127.0.0.1:${port}`;
    const again = join(root, 'again');
    const run = () =>
      runTool('mirror.mjs', '--from', site, '--log', KEY, '--folder', again, '--once');
    expect(await run()).toEqual({ code: 0, output: 'copied up to size 302\n' });
    expect(readFileSync(join(again, 'checkpoint'), 'utf8')).toBe(log.checkpoint());
    for (const path of ['log/../log/checkpoint.next', 'log/..%2fother', 'checkpoint', 'log/']) {
      expect((await fetch(`${site}/${path}`)).status, path).toBe(404);
    }
    const fork = await sampleLog(310, 3);
    rmSync(copy, { recursive: true });
    await copyFrom(wholeOf(fork));
    const alarm = await run();
    expect([alarm.code, alarm.output]).toEqual([
      1,
      expect.stringMatching(/^ALARM: .*log-evidence-312.txt\n$/),
    ]);
  } finally {
    server.close();
  }
});
