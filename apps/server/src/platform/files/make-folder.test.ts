/** Folders that people name: made with all above them, or refused in a sentence. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a folder is made with those above it, and once', () => {
  const deep = join(folder, 'one', 'two');
  makeFolder(deep);
  makeFolder(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

it('a file is refused, and so is a folder in a file', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(`Tern cannot use ${file}: it is a file.`);
  expect(() => makeFolder(join(file, 'one'))).toThrow('part of it is a file.');
});

it.runIf(process.platform === 'linux')(
  'a place where nothing can be made is refused immediately',
  () => {
    expect(() => makeFolder('/proc/tern/data')).toThrow(
      'Tern cannot use /proc/tern/data: no folder can be made there.',
    );
  },
);
