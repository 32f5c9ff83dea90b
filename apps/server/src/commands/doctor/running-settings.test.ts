/** Which settings the doctor judges when nobody gave it any. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunningServer } from './running-settings.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'tern-proc-'));
});
afterEach(() => rmSync(proc, { recursive: true }));

/** A process as /proc shows it; without `environ` or `cwd`, as one of another user. */
function runs(
  pid: number,
  command: string[],
  { cwd, environ }: { cwd?: string; environ?: string[] },
) {
  const folder = join(proc, String(pid));
  mkdirSync(folder);
  writeFileSync(join(folder, 'cmdline'), `${command.join('\0')}\0`);
  if (cwd !== undefined) symlinkSync(cwd, join(folder, 'cwd'));
  if (environ !== undefined) writeFileSync(join(folder, 'environ'), `${environ.join('\0')}\0`);
}

test('the doctor finds the settings of the server that runs from its folder', () => {
  runs(7, ['bash'], { cwd: '/opt/tern', environ: ['PORT=1'] });
  runs(8, ['node', 'apps/server/dist/main.js'], { cwd: '/opt/other', environ: ['PORT=2'] });
  runs(9, ['/usr/bin/node', '--max-semi-space-size=64', 'apps/server/dist/main.js'], {
    cwd: '/opt/tern',
    environ: ['PORT=8090', 'DATABASE_URL=postgres://a:b@c/d?x=y'],
  });
  const environment = { PORT: '8090', DATABASE_URL: 'postgres://a:b@c/d?x=y' };
  expect(findRunningServer('/opt/tern', proc)).toEqual({ pid: 9, environment });
  expect(findRunningServer('/opt/third', proc)).toBeUndefined();
});

test('it says that a server belongs to another user, whose settings it may not read', () => {
  runs(9, ['node', 'tools/start.mjs'], {});
  expect(findRunningServer('/opt/tern', proc)).toEqual({ pid: 9, environment: undefined });
});

test('without /proc it finds none', () => {
  expect(findRunningServer('/opt/tern', join(proc, 'nowhere'))).toBeUndefined();
});
