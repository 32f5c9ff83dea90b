/** The user that runs PostgreSQL: it refuses to run as root, so root switches to another user. */
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** A user to run programs as, and how to start a program as that user. */
export interface Account {
  /** The owner of the files it writes; undefined: the current user. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly spawnAs: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** The command line that runs the program as this user. */
  command(program: string, args: readonly string[]): [file: string, args: string[]];
}

/** The current user. */
export const currentUser: Account = {
  owner: undefined,
  spawnAs: {},
  command: (program, args) => [program, [...args]],
};

/** Root switching to another user permanently. */
function steppedDown(uid: number, gid: number): Account {
  return {
    owner: { uid, gid },
    spawnAs: { uid, gid },
    command: (program, args) => [program, [...args]],
  };
}

const NOBODY = 65534;

/**
 * The current user under another name in its own user namespace: for root, which is `nobody` there but can still enter
 * private folders, and for a user id without a name.
 */
export const underAnotherName: Account = {
  owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  spawnAs: {},
  command: (program, args) => [
    'unshare',
    ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
  ],
};

/** PostgreSQL refuses to run for a user id without a name, which is common in containers. */
export function hasUserName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The system's unprivileged user, whose processes are those of many programs: no account for a database. */
export const nobodyUid = (): number => listedUser(/^nobody:[^:]*:(\d+):(\d+):/m)?.[0] ?? NOBODY;

/** A user that the operator made for Tern, if there is one. */
export function ternUser(): Account | undefined {
  const found = listedUser(/^tern:[^:]*:(\d+):(\d+):/m);
  return found === undefined ? undefined : steppedDown(...found);
}

/** User ids that neither distributions nor systemd give to anyone. */
const UNUSED_UIDS = Array.from({ length: 14 }, (_, at) => 65_520 + at);

/**
 * Root switching to a user id of the database alone, by default one that no other program has. PostgreSQL wants a name for it,
 * which it has in a user namespace of its own.
 */
export function ownUser(given?: number): Account {
  const uid = given ?? UNUSED_UIDS.find((each) => accountOf(each) === undefined) ?? UNUSED_UIDS[0]!;
  return { ...underAnotherName, owner: { uid, gid: uid }, spawnAs: { uid, gid: uid } };
}

/** Makes the user `tern`, where user namespaces are forbidden; undefined when that is not possible. */
export function makeTernUser(): Account | undefined {
  const made = runAs(currentUser, 'useradd', [
    '--system',
    '--no-create-home',
    '--home-dir=/nonexistent',
    '--shell=/usr/sbin/nologin',
    'tern',
  ]);
  return made.isOk ? ternUser() : undefined;
}

/** The account of a user id, if listed. */
export function accountOf(uid: number): Account | undefined {
  const found = listedUser(new RegExp(`^[^:]*:[^:]*:(${uid}):(\\d+):`, 'm'));
  return found === undefined ? undefined : steppedDown(...found);
}

const USERS = '/etc/passwd';

function listedUser(pattern: RegExp): [uid: number, gid: number] | undefined {
  const found = existsSync(USERS) ? pattern.exec(readFileSync(USERS, 'utf8')) : null;
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

/** Instead of our environment, from which PostgreSQL would read defaults. */
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

/** Runs a program to completion as this user. */
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

/** True when this user can enter the folder by its path. */
export function canEnter(account: Account, folder: string): boolean {
  return runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).isOk;
}
