import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capLog } from './log-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-log-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a log is capped while a server writes to it, and contains the later lines', () => {
  const path = join(folder, 'postgres.log');
  const server = openSync(path, 'a');
  writeSync(server, 'x'.repeat(2_000));
  capLog(path, 1_000);
  writeSync(server, 'after');
  expect(readFileSync(path, 'utf8')).toBe('after');
  expect(readFileSync(`${path}.1`, 'utf8')).toHaveLength(2_000);
  capLog(path, 1_000);
  expect(readFileSync(path, 'utf8')).toBe('after');
  closeSync(server);
});
