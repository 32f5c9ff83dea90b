/** `npm run mirror`: a copy that grows with its log, verifies like it, and finds a fork. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTreeBuilder,
  FACTS,
  formatEntryBundle,
  formatPolicy,
  formatVerifierKey,
  hashNodes,
  hashOfText,
  leafHash,
  type LogTrust,
  sealStatements,
  TILE_WIDTH,
  tilePath,
  tilesOfLevel,
  type VerifierKey,
} from '@tern/proofs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LogSource, logSource } from '../src/commands/log-source.ts';
import { copyFolder, serveCopy } from '../src/commands/mirror/copy-folder.ts';
import { copyLog } from '../src/commands/mirror/copy-log.ts';
import { copyOrders } from '../src/commands/mirror/copy-orders.ts';
import { copyPolicy } from '../src/commands/mirror/copy-policy.ts';
import { verifyLogFolder } from '../src/commands/verify/log.ts';
import { runTool, verifyCommand } from './support/run-tool.ts';
import {
  keyEntryOf,
  logSigner,
  nextLogSigner,
  ORIGIN,
  type SampleLog,
  sampleLog,
  strangerSigner,
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

/** The files of a log with these entries under a checkpoint, and the texts that are given. */
function served(
  entries: readonly Uint8Array[],
  checkpoint: string,
  texts: Readonly<Record<string, string>> = {},
): LogSource {
  const tree = createTreeBuilder(hashNodes);
  for (const entry of entries) tree.append(leafHash(entry));
  const known = new Map<string, Uint8Array>([['checkpoint', Buffer.from(checkpoint)]]);
  for (const tile of [...tree.takeFull(), ...tree.partial()]) known.set(tilePath(tile), tile.nodes);
  for (const tile of tilesOfLevel(entries.length)) {
    const first = tile.index * TILE_WIDTH;
    const bundle = formatEntryBundle(entries.slice(first, first + tile.width));
    known.set(tilePath({ ...tile, level: 'entries' }), bundle);
  }
  for (const [path, text] of Object.entries(texts)) known.set(path, Buffer.from(text));
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

it('reads the entries of its copy once, and again when it lost what it followed', async () => {
  const log = await sampleLog(600, 3);
  const source = served(log.entries.slice(0, 300), log.checkpoint(300));
  await copyFrom(source);
  const folder = copyFolder(copy);
  let reads = 0;
  const readTile: typeof folder.readTile = (tile) => {
    if (tile.level === 'entries') reads += 1;
    return folder.readTile(tile);
  };
  const round = (from: LogSource) =>
    copyLog({ folder: { ...folder, readTile }, trust, source: from });
  expect(await round(source)).toMatchObject({ kind: 'same' });
  expect(await round(wholeOf(log))).toMatchObject({ kind: 'grown' });
  expect(reads).toBe(0);
  writeFileSync(join(copy, 'followed'), 'tern mirror followed 1\n602\nx\n');
  expect(await round(wholeOf(log))).toMatchObject({ kind: 'same' });
  expect(reads).toBe(3);
  expect(await round(wholeOf(log))).toMatchObject({ kind: 'same' });
  expect(reads).toBe(3);
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

it('follows the keys of the log', async () => {
  const rotated = await sampleLog(30, 3, { entry: keyEntryOf(), signer: nextLogSigner });
  expect(await copyFrom(wholeOf(rotated))).toEqual({ kind: 'grown', size: 33 });
  expect(await copyFrom(wholeOf(rotated))).toEqual({ kind: 'same', size: 33 });
});

/** A log that states a version of a setting, and the files of the statement. */
async function statingLog() {
  const document = '{"up":0.8}';
  const path = `documents/${hashOfText(document)}`;
  const lines = [
    `tern audit head 1|4|${'ab'.repeat(32)}`,
    `tern setting version 1|7|futures.ratio|1795003600000|${hashOfText(document)}|announced`,
  ];
  const { entry } = sealStatements(FACTS, 1_795_000_000_000, lines);
  const log = await sampleLog(30, 3, { entry, signer: logSigner });
  const facts = lines.map((line) => `${line}\n`).join('');
  return { log, path, texts: { 'facts/32': facts, [path]: document } };
}

it('copies statements of facts and their documents, each as the log says', async () => {
  const { log, path, texts } = await statingLog();
  const copyWith = (changed: Readonly<Record<string, string>>) =>
    copyFrom(served(log.entries, log.checkpoint(), { ...texts, ...changed }));
  const facts = 'facts/32 is missing, or does not contain what was sealed';
  for (const shown of ['', texts['facts/32']!.split('\n')[0]!, `${texts['facts/32']}x\n`]) {
    expect(await copyWith({ 'facts/32': shown })).toEqual({ kind: 'refused', why: facts });
  }
  expect(await copyFrom(wholeOf(log))).toEqual({ kind: 'refused', why: facts });
  const changed = { kind: 'refused', why: `${path} is missing, or has another hash` };
  expect(await copyWith({ [path]: '{"up":0.9}' })).toEqual(changed);
  expect(await copyFolder(copy).read('checkpoint')).toBeUndefined();
  expect(await copyWith({})).toEqual({ kind: 'grown', size: 33 });
  expect(readFileSync(join(copy, path), 'utf8')).toBe('{"up":0.8}');
  expect(await faults()).toEqual([]);
  // A copy that was made before mirrors copied documents gets them.
  rmSync(join(copy, 'documents'), { recursive: true });
  rmSync(join(copy, 'followed'));
  expect(await copyFrom(wholeOf(log))).toEqual(changed);
  expect(await copyWith({})).toEqual({ kind: 'same', size: 33 });
  expect(await verifyLogFolder(copy, trust)).toContainEqual({
    name: 'documents',
    pass: true,
    why: '1 of versions, as stated',
  });
  writeFileSync(join(copy, path), '{"up":0.9}');
  expect(await faults()).toEqual([`entry 32: ${path} is missing, or has another hash`]);
});

const policyOf = (logs: readonly VerifierKey[], witnesses = [witnessSigner.key]) =>
  formatPolicy({ logs, url: 'https://exchange.example/log', witnesses });

it('copies a policy whose keys the log names, and says when it changes', async () => {
  const rotated = await sampleLog(30, 3, { entry: keyEntryOf(), signer: nextLogSigner });
  await copyFrom(wholeOf(rotated));
  const copyText = (texts: Readonly<Record<string, string>>) =>
    copyPolicy({ folder: copyFolder(copy), trust, source: served([], '', texts) });
  expect(await copyText({})).toEqual({ kind: 'refused', why: 'the policy is missing' });
  const { key } = nextLogSigner;
  for (const [policy, why] of [
    ['quorum\n', 'the policy is not spelt as one'],
    [
      policyOf([key, strangerSigner.key]),
      `the policy has key ${strangerSigner.key.id}, which the log does not name`,
    ],
    [policyOf([logSigner.key]), 'no key of the policy signed the checkpoint'],
  ] as const) {
    expect(await copyText({ policy })).toEqual({ kind: 'refused', why });
  }
  const policy = policyOf([key, logSigner.key]);
  expect(await copyText({ policy })).toEqual({ kind: 'first' });
  expect(await copyText({ policy })).toEqual({ kind: 'same' });
  expect(await copyText({ policy: policyOf([key], []) })).toEqual({ kind: 'changed' });
  expect(readFileSync(join(copy, 'policy.before'), 'utf8')).toBe(policy);
});

it('serves its copy, which another mirror copies', async () => {
  const { log, path, texts } = await statingLog();
  const policy = policyOf([logSigner.key]);
  const source = served(log.entries, log.checkpoint(), { ...texts, policy });
  await copyFrom(source);
  await copyPolicy({ folder: copyFolder(copy), trust, source });
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
    expect(await run()).toEqual({ code: 0, output: 'copied up to size 33\n' });
    for (const name of ['checkpoint', 'policy', path, 'facts/32', 'followed']) {
      expect(readFileSync(join(again, name), 'utf8'), name).toBe(
        readFileSync(join(copy, name), 'utf8'),
      );
    }
    for (const other of [
      'log/../log/checkpoint.next',
      'log/..%2fother',
      'checkpoint',
      'log/',
      'log/followed',
    ]) {
      expect((await fetch(`${site}/${other}`)).status, other).toBe(404);
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

it('copies the files of orders by day, serves them, and refuses another file later', async () => {
  const files: Record<string, string> = {
    'orders/2026-11-18/btcusdt.gz': 'first',
    'orders/2026-11-20/btcusdt.gz': 'second',
    'orders/2026-11-20/ethusdt.gz': 'third',
  };
  const listOf = (day: string) =>
    Object.entries(files)
      .filter(([path]) => path.startsWith(`orders/${day}/`))
      .map(([path, text]) => `${hashOfText(text)}  ${path.split('/')[2]}  ${text.length}\n`)
      .join('');
  const source = (newest: string, days: readonly string[]) =>
    served([], '', {
      orders: `${newest}\n`,
      ...files,
      ...Object.fromEntries(days.map((day) => [`orders/${day}`, listOf(day)])),
    });
  const folder = copyFolder(copy);
  const both = source('2026-11-20', ['2026-11-18', '2026-11-20']);
  expect(await copyOrders({ folder, source: both })).toEqual({ copied: 3 });
  expect(await copyOrders({ folder, source: both })).toEqual({ copied: 0 });
  // A copy of the copy has the same.
  const server = createServer((request, response) => void serveCopy(folder, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const again = { folder: copyFolder(join(root, 'again')), source: logSource(site) };
  expect(await copyOrders(again)).toEqual({ copied: 3 });
  server.close();
  files['orders/2026-11-20/ethusdt.gz'] = 'other';
  const changed = source('2026-11-20', ['2026-11-20']);
  expect(await copyOrders({ folder, source: changed })).toEqual({
    copied: 0,
    why: 'orders/2026-11-20/ethusdt.gz is another than was copied',
  });
  files['orders/2026-11-21/btcusdt.gz'] = 'new';
  const cut = served([], '', {
    orders: '2026-11-21\n',
    'orders/2026-11-21': listOf('2026-11-21'),
  });
  expect((await copyOrders({ folder, source: cut })).why).toMatch(
    /is missing, or is not as listed/,
  );
});
