/**
 * What a first start leaves. It makes a year of prices, some fifteen seconds of a core, so one is made per run, and files that
 * are about something else begin with a copy. `crash/first-start.test.ts`, `crash/start-and-stop.test.ts` and
 * `crash/cluster-command.test.ts` start on nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildServer } from './built-server.ts';
import { until } from './pass-time.ts';

/** Longer than a first start takes on a busy machine. */
const MADE_WITHIN_MS = 600_000;

type Part = 'all' | 'database' | 'key';

const NAMES = { all: '.', database: 'postgres', key: 'secrets.key' } as const satisfies Record<
  Part,
  string
>;

/**
 * Fills a data folder that is not there yet, or empty, as an instance leaves it that has started once and was stopped: with
 * everything, or with its embedded database or the key of its secrets alone, where the other is elsewhere.
 */
export async function copyFirstStart(to: string, part: Part = 'all'): Promise<void> {
  const from = await made();
  mkdirSync(to, { recursive: true });
  // Owners and rights stay: the database belongs to a user of its own.
  execFileSync('cp', ['-a', join(from, NAMES[part]), to]);
}

/** The folder that is copied. The first file that wants it makes it, the others wait. */
async function made(): Promise<string> {
  const folder = inject('firstStart');
  const claim = `${folder}.claim`;
  await until(
    'the first start of another file',
    async () => {
      if (existsSync(folder)) return true;
      if (!claimed(claim)) return false;
      try {
        if (!existsSync(folder)) await makeIn(folder);
      } finally {
        rmSync(claim, { recursive: true });
      }
      return true;
    },
    { everyMs: 50, withinMs: MADE_WITHIN_MS },
  );
  return folder;
}

function claimed(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function makeIn(folder: string): Promise<void> {
  const build = buildServer();
  try {
    const instance = await build.start();
    instance.kill('SIGTERM');
    const code = await instance.ended;
    if (code !== 0) throw new Error(`the first start ended with ${code}:\n${instance.output()}`);
    execFileSync('cp', ['-a', build.dataDir, `${folder}.partial`]);
    renameSync(`${folder}.partial`, folder);
  } finally {
    await build.remove();
  }
}
