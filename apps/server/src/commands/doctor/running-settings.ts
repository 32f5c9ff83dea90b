/** The settings of the server that runs from a folder, so that the doctor judges these and not the defaults. Read from /proc: only Linux has it. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface RunningServer {
  pid: number;
  /** Its variables; undefined: it belongs to another user, who alone may read them. */
  environment: Readonly<Record<string, string>> | undefined;
}

/** As systemd, the image, and `npm start` begin it. */
const STARTED_BY = ['apps/server/dist/main.js', 'tools/start.mjs'];

const listed = (bytes: string) => bytes.split('\0').filter((part) => part !== '');

/** The first server whose working folder is `root`; undefined without one. `proc`: of a test's own. */
export function findRunningServer(root: string, proc = '/proc'): RunningServer | undefined {
  const servers = numbersIn(proc).flatMap((pid) => {
    const read = (name: string) => readFileSync(join(proc, String(pid), name), 'utf8');
    const isServer = quietly(() =>
      listed(read('cmdline')).some((part) => STARTED_BY.some((start) => part.endsWith(start))),
    );
    if (isServer !== true) return [];
    const folder = quietly(() => readlinkSync(join(proc, String(pid), 'cwd')));
    if (folder !== undefined && folder !== root) return [];
    const variables = quietly(() => listed(read('environ')));
    return [{ pid, environment: variables && Object.fromEntries(variables.map(pairOf)) }];
  });
  return servers.find(({ environment }) => environment !== undefined) ?? servers[0];
}

const pairOf = (line: string): readonly [string, string] => {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
};

const numbersIn = (proc: string): number[] =>
  (quietly(() => readdirSync(proc)) ?? [])
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .toSorted((left, right) => left - right);

/** Undefined where the process has ended meanwhile, or this user may not read it. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
