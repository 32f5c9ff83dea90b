/** Which user runs PostgreSQL: it refuses to run as root, so root has to step down first. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** A user to run programs as, and how to start a program as that user. */
export interface Account {
  /** Who owns the files it writes; undefined means the user we are. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly spawnAs: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** The command line that runs the program as this user. */
  command(program: string, args: readonly string[]): [file: string, args: string[]];
}

/** The user we are. */
export const ourselves: Account = {
  owner: undefined,
  spawnAs: {},
  command: (program, args) => [program, [...args]],
};

/** Root stepping down to another user for good. */
function steppedDown(uid: number, gid: number): Account {
  return {
    owner: { uid, gid },
    spawnAs: { uid, gid },
    command: (program, args) => [program, [...args]],
  };
}

const NOBODY = 65534;

/**
 * The user we are, under another name in a namespace of its own: root that is nobody there and
 * keeps root's way into private folders, or a user id that the system has no name for.
 */
export const underAnotherName: Account = {
  owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  spawnAs: {},
  command: (program, args) => [
    'unshare',
    ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
  ],
};

/** PostgreSQL refuses to run for a user id without a name, as containers like to set. */
export function haveName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The system's user without rights. PostgreSQL asks for its name, so it has to be listed. */
export function nobody(): Account {
  const [uid, gid] = listedUser(/^nobody:[^:]*:(\d+):(\d+):/m) ?? [NOBODY, NOBODY];
  return steppedDown(uid, gid);
}

/** The account of a user id, if the system lists it. */
export function accountOf(uid: number): Account | undefined {
  const found = listedUser(new RegExp(`^[^:]*:[^:]*:(${uid}):(\\d+):`, 'm'));
  return found === undefined ? undefined : steppedDown(...found);
}

const USERS = '/etc/passwd';

function listedUser(pattern: RegExp): [uid: number, gid: number] | undefined {
  const found = existsSync(USERS) ? pattern.exec(readFileSync(USERS, 'utf8')) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

/** Nothing of our own environment reaches PostgreSQL: it reads defaults from there. */
export const CLEAN_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export interface Ran {
  readonly isOk: boolean;
  /** Both outputs, for messages. */
  readonly output: string;
}

/** Runs a program to its end as that user. */
export function runAs(account: Account, program: string, args: readonly string[]): Ran {
  const [file, allArgs] = account.command(program, args);
  const ran = spawnSync(file, allArgs, {
    ...account.spawnAs,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    encoding: 'utf8',
  });
  const output = [ran.error?.message, ran.stdout, ran.stderr].filter(Boolean).join('\n').trim();
  return { isOk: ran.status === 0, output };
}

/** True when that user may enter the folder by its path. */
export function canEnter(account: Account, folder: string): boolean {
  return runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).isOk;
}
