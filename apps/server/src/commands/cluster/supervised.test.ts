import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAlive, isStopped } from '../../platform/database/embedded/processes.ts';
import { endLeftovers, recordProcesses } from './leftovers.ts';
import { planInstances } from './plan.ts';
import { supervise, type Supervised } from './supervised.ts';

const running: Supervised[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop(500);
});

const COUNTS = `let count = 0; setInterval(() => console.log('count ' + ++count), 20)`;

function start(script: string) {
  const lines: string[] = [];
  const one = supervise({
    name: 'instance',
    file: process.execPath,
    args: ['-e', script],
    env: {},
    cwd: tmpdir(),
    onLine: (line) => lines.push(line),
    onChange: () => undefined,
  });
  running.push(one);
  return { one, lines };
}

test('a killed instance is started again, and said to have been', async () => {
  const { one, lines } = start(COUNTS);
  await expect.poll(() => lines).toContain('count 1');
  const { pid } = one;
  one.kill();
  await expect.poll(() => one.state).toBe('ended');
  await expect.poll(() => one.restarts).toBe(1);
  expect(one.pid).not.toBe(pid);
  expect(lines).toContain('ended (SIGKILL), starting it again');
  await expect.poll(() => lines.filter((line) => line === 'count 1').length).toBe(2);
});

test('a stopped instance does nothing until it is continued', async () => {
  const { one, lines } = start(COUNTS);
  const { lines: others } = start(COUNTS);
  /** Another one counts on meanwhile, so this one could have too. */
  const othersCount = async () => {
    const counted = others.length;
    await expect.poll(() => others.length).toBeGreaterThan(counted + 4);
  };
  await expect.poll(() => lines).toContain('count 1');
  one.pause();
  expect(one.state).toBe('paused');
  await expect.poll(() => isStopped(one.pid!) ?? true).toBe(true);
  await othersCount();
  const before = lines.length;
  await othersCount();
  expect(lines).toHaveLength(before);
  one.resume();
  await expect.poll(() => lines.length).toBeGreaterThan(before + 1);
});

test.skipIf(!existsSync('/proc'))(
  'says the truth about an instance that was stopped and continued from a shell',
  async () => {
    const { one, lines } = start(COUNTS);
    await expect.poll(() => lines).toContain('count 1');
    process.kill(one.pid!, 'SIGSTOP');
    await expect.poll(() => one.state).toBe('paused');
    process.kill(one.pid!, 'SIGCONT');
    await expect.poll(() => one.state).toBe('running');
  },
);

test('stopping ends even a paused instance, and starts it no more', async () => {
  const { one, lines } = start(`process.on('SIGTERM', () => undefined); ${COUNTS}`);
  await expect.poll(() => lines).toContain('count 1');
  one.pause();
  await one.stop(200);
  expect([one.state, one.restarts]).toEqual(['ended', 0]);
});

test('what a killed cluster has left is ended at the next start, and no other process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tern-leftovers-'));
  const left = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  // Another process that the system gave the id to.
  const reused = [{ pid: left.pid, bornAs: 'at another time' }];
  writeFileSync(join(folder, 'processes.json'), JSON.stringify(reused));
  expect(endLeftovers(folder)).toBe(0);
  recordProcesses(folder, [left.pid!]);
  expect(endLeftovers(folder)).toBe(1);
  await expect.poll(() => isAlive(left.pid!)).toBe(false);
  expect(endLeftovers(folder)).toBe(0);
  rmSync(folder, { recursive: true });
});

test('with a bus there are two instances of each role, without one two that do everything', () => {
  const name = (each: { name: string }) => each.name;
  expect(planInstances(true, 9001).map(name)).toEqual([
    'api-1',
    'api-2',
    'feed-1',
    'feed-2',
    'engine-1',
    'engine-2',
    'jobs-1',
    'jobs-2',
  ]);
  expect(planInstances(false, 9001)).toEqual([
    { name: 'tern-1', roles: ['api', 'feed', 'engine', 'jobs'], port: 9001 },
    { name: 'tern-2', roles: ['api', 'feed', 'engine', 'jobs'], port: 9002 },
  ]);
});
