/** Concurrent starts never install or build concurrently, and a killed one does not block the next. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { treeRoot } from './arch/source-files.ts';

const running: ReturnType<typeof spawn>[] = [];

/** A process that holds the lock `name` for a while and prints when it begins and ends. */
const holder = (name: string, holdMs: number, onLine: (line: string) => void) => {
  const script = `
    const { withLock } = await import(${JSON.stringify(join(treeRoot, 'tools/lock.mjs'))});
    await withLock(${JSON.stringify(name)}, async () => {
      console.log('begin');
      await new Promise((resolve) => setTimeout(resolve, ${holdMs}));
      console.log('end');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  createInterface({ input: child.stdout }).on('line', onLine);
  return child;
};

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

describe('the lock of a clone', () => {
  test('admits one process after the other', async () => {
    const name = `test-turns-${process.pid}`;
    const lines: string[] = [];
    const both = [1, 2].map(() =>
      holder(name, 300, (line) => {
        if (line === 'begin' || line === 'end') lines.push(line);
      }),
    );
    await Promise.all(both.map((child) => once(child, 'close')));
    expect(lines).toEqual(['begin', 'end', 'begin', 'end']);
  });

  test('is released when its process was killed', async () => {
    const name = `test-killed-${process.pid}`;
    await new Promise<void>((resolve) => {
      holder(name, 60_000, (line) => line === 'begin' && resolve());
    });
    const [killed] = running;
    killed?.kill('SIGKILL');
    const next = holder(name, 0, () => undefined);
    const [code] = (await once(next, 'close')) as [number];
    expect(code).toBe(0);
  });
});
