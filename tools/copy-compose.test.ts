/** What deploy/copy-compose.sh writes: three encrypted files of a night, or none; docker and age are replaced. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { treeRoot } from './arch/source-files.ts';

const RECIPIENT = 'age1recipient';
const COMMANDS = {
  docker: '[ "$4" != "${BROKEN-}" ] || { echo half; exit 1; }; echo "$*"',
  // Its output is the last argument.
  age: '[ "$*" = "--encrypt --recipient age1recipient --output $5" ] && { echo sealed; base64; } > "$5"',
  date: 'echo 2026-11-28',
};

let folder: string;
let copies: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-copy-'));
  copies = join(folder, 'copies');
  mkdirSync(copies);
  mkdirSync(join(folder, 'bin'));
  for (const [name, body] of Object.entries(COMMANDS)) {
    writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\n${body}\n`, { mode: 0o755 });
  }
  copyFileSync(join(treeRoot, 'deploy/copy-compose.sh'), join(folder, 'copy-compose.sh'));
  for (const name of ['.env', 'tern.env']) writeFileSync(join(folder, name), 'SECRET=1\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const copy = (broken = '') =>
  spawnSync('bash', [join(folder, 'copy-compose.sh'), RECIPIENT, copies], {
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`, BROKEN: broken },
  });

const NIGHT = ['database', 'files', 'settings'].map((part) => `tern-2026-11-28.${part}.tar.gz.age`);

test('a night has the database, the files and the settings, each encrypted', () => {
  expect(copy()).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(copies).toSorted()).toEqual(NIGHT);
  const contents = NIGHT.map((name) => readFileSync(join(copies, name), 'utf8'));
  for (const content of contents) expect(content).toMatch(/^sealed\n/);
  const plain = contents.map((content) => Buffer.from(content.slice(7), 'base64').toString());
  expect(plain[0]).toContain('exec -T database pg_basebackup -U postgres');
  expect(plain[1]).toContain('exec -T app tar -C /data');
});

test.each(['database', 'app'])(
  'a copy that %s cut off leaves no file, and says so by its exit code',
  (service) => {
    expect(copy(service).status).not.toBe(0);
    expect(readdirSync(copies)).toEqual([]);
  },
);

test('copies older than 30 days are deleted', () => {
  const [old, younger] = ['tern-2026-10-01.files.tar.gz.age', 'tern-2026-11-20.files.tar.gz.age'];
  for (const [name, days] of [
    [old, 40],
    [younger, 8],
  ] as const) {
    writeFileSync(join(copies, name), '');
    const at = Date.now() / 1_000 - days * 86_400;
    utimesSync(join(copies, name), at, at);
  }
  expect(copy().status).toBe(0);
  expect(readdirSync(copies).toSorted()).toEqual([younger, ...NIGHT]);
});
