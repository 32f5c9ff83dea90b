/** Copies of a public log with the facts in it, checked in Python by docs/public-log.md alone: it finds the planted faults that ours finds. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  FACTS,
  formatVerifierKey,
  hashOfText,
  type LogTrust,
  parseFact,
  sealStatements,
} from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logSource } from '../../src/commands/log-source.ts';
import { trustOf } from '../../src/commands/log-trust.ts';
import { copyFolder } from '../../src/commands/mirror/copy-folder.ts';
import { copyLog } from '../../src/commands/mirror/copy-log.ts';
import { copyPolicy } from '../../src/commands/mirror/copy-policy.ts';
import { verifyLogFolder } from '../../src/commands/verify/log.ts';
import { pythonMissing, verifiedInPython } from '../support/run-python.ts';
import { keyEntryOf, logSigner, nextLogSigner, ORIGIN, sampleLog } from '../support/sample-log.ts';
import { startServer } from '../support/server.ts';

const VERIFIER = fileURLToPath(new URL('verify_copy.py', import.meta.url));
const trust: LogTrust = { origin: ORIGIN, keys: [logSigner.key] };
const HASH = 'ab'.repeat(32);
const AT = 1_795_000_000_000;
const [VALUE, TERMS] = ['{"up":0.8}', '{"isOpen":true,"terms":{}}'];
const setting = `tern setting version 1|7|futures.ratio|${AT}|${hashOfText(VALUE)}`;
const product = `tern product version 1|3|2|${AT}|${hashOfText(TERMS)}`;

/** A statement of each kind and state, in an order that holds. */
const LINES: readonly string[] = [
  `tern market seed 1|2026-11-18|${HASH}|${AT}`,
  `tern evidence key 1|1|${HASH}|${AT}`,
  `${setting}|announced`,
  `${setting}|inForce`,
  `${setting.replace('|7|', '|8|')}|announced`,
  `${setting.replace('|7|', '|8|')}|withdrawn`,
  `${product}|scheduled`,
  `${product}|inForce`,
  `${product}|replaced`,
  `tern operator 1|5|approver,support|active|${HASH}`,
  `tern operator 1|5||inactive|${HASH}`,
  `tern audit head 1|4|${HASH}`,
  `tern audit head 1|9|${HASH}`,
  `tern figures 1|${AT}|${HASH}`,
  `tern figures 1|${AT + 1}|${HASH}`,
];
const shown = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

let root: string;
let copies = 0;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tern-copies-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const newFolder = () => {
  copies += 1;
  return join(root, `copy-${copies}`);
};

/** A copy whose log has `sealed` in entry 7, and whose files are `texts` in place of the honest ones; null: missing. */
async function copyOf(
  sealed: readonly string[],
  texts: Readonly<Record<string, string | null>> = {},
): Promise<string> {
  const { entry } = sealStatements(FACTS, AT, sealed);
  const folder = newFolder();
  (await sampleLog(5, 3, { entry, signer: logSigner })).write(folder);
  const files: Record<string, string | null> = {
    'facts/7': shown(sealed),
    [`documents/${hashOfText(VALUE)}`]: VALUE,
    [`documents/${hashOfText(TERMS)}`]: TERMS,
    ...texts,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text !== null) writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function ours(folder: string, by: LogTrust = trust): Promise<string> {
  const failed = (await verifyLogFolder(folder, by)).filter(({ pass }) => !pass);
  const names = new Set(failed.map(({ name }) => name));
  return names.size === 0 ? 'PASS' : `FAIL ${[...names].join(' ')}`;
}

/** What both say of each copy, which is the same. */
async function found(folders: readonly string[], by: LogTrust = trust): Promise<string[]> {
  const lines = verifiedInPython(VERIFIER, folders, ...by.keys.map(formatVerifierKey));
  const own: string[] = [];
  for (const folder of folders) own.push(await ours(folder, by));
  expect(lines).toEqual(own);
  return lines;
}
const all = (word: string, count: number) => Array.from({ length: count }, () => word);

describe.skipIf(pythonMissing)(`copies of a log ${pythonMissing ?? ''}`.trim(), () => {
  it('hold, with facts of every kind', async () => {
    expect(new Set(LINES.map((line) => parseFact(line)?.kind)).size).toBe(7);
    expect(await found([await copyOf(LINES)])).toEqual(['PASS']);
  });

  it('show statements that are left out, changed or repeated in a file', async () => {
    const files = LINES.flatMap((line, at) => [
      LINES.toSpliced(at, 1),
      LINES.with(
        at,
        line.replace(/\d(?=\|)/, (digit) => String((Number(digit) + 1) % 10)),
      ),
      LINES.toSpliced(at, 0, line),
    ]);
    const folders: string[] = [];
    for (const lines of files) folders.push(await copyOf(LINES, { 'facts/7': shown(lines) }));
    for (const text of [null, '', shown(LINES).trimEnd(), shown(LINES.toReversed())]) {
      folders.push(await copyOf(LINES, { 'facts/7': text }));
    }
    expect(await found(folders)).toEqual(all('FAIL facts', folders.length));
  });

  it('show statements that contradict each other, although they were sealed', async () => {
    const wrong = LINES.flatMap((line, at) => {
      const repeated = LINES.toSpliced(at, 0, line);
      const other = line.replace(/[0-9a-f]{64}/, 'cd'.repeat(32));
      const changed = LINES.toSpliced(at + 1, 0, other);
      if (line.startsWith('tern operator')) return [];
      // Its time may change, and nothing else.
      return line.endsWith('|scheduled') ? [changed] : [repeated, changed];
    });
    const begun = [3, 5].map((at) => LINES.toSpliced(at - 1, 1));
    const moved = [
      LINES.with(3, LINES[3]!.replace(String(AT), String(AT + 1))),
      LINES.with(3, LINES[3]!.replace('futures.ratio', 'futures.other')),
      LINES.toSpliced(5, 0, `${setting}|withdrawn`),
      LINES.toSpliced(9, 0, `${product}|inForce`),
      [...LINES, `${product.replace('|2|', '|9|')}|withdrawn`],
      LINES.with(12, `tern audit head 1|3|${HASH}`),
    ];
    const folders: string[] = [];
    for (const lines of [...wrong, ...begun, ...moved]) folders.push(await copyOf(lines));
    // An operator may be stated as before; a version of before the log had facts begins as replaced.
    const later = LINES[6]!.replace(String(AT), String(AT + 1));
    const honest = [
      LINES.toSpliced(10, 0, LINES[9]!),
      LINES.toSpliced(6, 2),
      LINES.toSpliced(7, 0, later),
    ];
    for (const lines of honest) folders.push(await copyOf(lines));
    expect(await found(folders)).toEqual([
      ...all('FAIL facts', folders.length - honest.length),
      ...all('PASS', honest.length),
    ]);
  });

  it('show another spelling', async () => {
    const [seed = '', key = '', announced = '', , , , , , , operator = ''] = LINES;
    const spelt = [
      seed.replace('2026-11-18', '2026-11-8'),
      `${seed}|1`,
      key.replace('|1|', '|01|'),
      key.replace('|1|', '|9007199254740992|'),
      key.replace(HASH, HASH.toUpperCase()),
      announced.replace('futures.ratio', 'futures ratio'),
      announced.replace('announced', 'proposed'),
      operator.replace('approver,support', 'support,approver'),
      operator.replace('active', 'locked'),
      'tern other 1|1',
    ];
    const folders: string[] = [];
    for (const line of spelt) folders.push(await copyOf([line]));
    expect(await found(folders)).toEqual(all('FAIL facts', folders.length));
  });

  it('show a document that is changed or missing, and need none', async () => {
    const path = `documents/${hashOfText(VALUE)}`;
    const folders = [
      await copyOf(LINES, { [path]: `${VALUE} ` }),
      await copyOf(LINES, { [path]: null }),
    ];
    const without = await copyOf(LINES);
    rmSync(join(without, 'documents'), { recursive: true });
    expect(await found([...folders, without])).toEqual(['FAIL facts', 'FAIL facts', 'PASS']);
  });

  it('show changed entries, tiles and keys', async () => {
    const log = await sampleLog(600, 3, { entry: keyEntryOf(), signer: nextLogSigner });
    const honest = newFolder();
    log.write(honest);
    const flipped = (path: string, at: number) => {
      const folder = newFolder();
      cpSync(honest, folder, { recursive: true });
      const bytes = readFileSync(join(honest, path));
      writeFileSync(join(folder, path), bytes.with(at, bytes[at]! ^ 1));
      return folder;
    };
    const folders = [
      flipped('tile/entries/000', 40),
      flipped('tile/entries/002.p/91', 100),
      flipped('tile/0/001', 40),
      flipped('tile/1/000.p/2', 5),
      flipped('checkpoint', 30),
    ];
    expect(await found([honest, ...folders])).toEqual([
      'PASS',
      'FAIL entries',
      'FAIL entries',
      'FAIL entries',
      'FAIL entries',
      'FAIL checkpoint',
    ]);
    const newOnly = { ...trust, keys: [nextLogSigner.key] };
    expect(await found([honest], newOnly)).toEqual(['PASS']);
    const rotated = await sampleLog(30, 3, {
      entry: keyEntryOf(nextLogSigner, nextLogSigner),
      signer: nextLogSigner,
    });
    const unknown = newFolder();
    rotated.write(unknown);
    expect(await found([unknown])).toEqual(['FAIL checkpoint']);
  });

  it('hold, of a server', async () => {
    const server = await startServer({ prices: 'still', ownJobs: ['transparency.seal'] });
    try {
      await server.runJob('transparency.seal');
      const policy = await (await fetch(`${server.url()}/log/policy`)).text();
      const given = trustOf({ keys: [], policy })!;
      const folder = newFolder();
      const source = logSource(server.url());
      const deps = { folder: copyFolder(folder), trust: given, source };
      expect(await copyLog(deps)).toMatchObject({ kind: 'grown' });
      expect(await copyPolicy(deps)).toEqual({ kind: 'first' });
      expect(await found([folder], given)).toEqual(['PASS']);
      const names = (await verifyLogFolder(folder, given)).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['facts', 'documents', 'evidence']));
    } finally {
      await server.stop();
    }
  });
});
