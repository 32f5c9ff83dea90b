/** Chooses, by trying, which copy of the PostgreSQL program runs and as which user. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Account,
  accountOf,
  currentUser,
  hasUserName,
  makeTernUser,
  nobodyUid,
  ownUser,
  runAs,
  ternUser,
  underAnotherName,
} from './account.ts';
import { copyNative, findNative, linkLibraries, EmbeddedCannotRun } from './native-binaries.ts';

export interface Installation {
  readonly native: string;
  readonly account: Account;
}

export interface Place {
  /** The folder that contains the cluster. */
  readonly dataDir: string;
  /** The owner of the cluster, if it exists. */
  readonly clusterOwner: number | undefined;
}

/** A folder that every user can enter; packages and data may be in private ones. */
const SHARED_FOLDER = '/var/tmp';

/** @throws `EmbeddedCannotRun` with the error of each attempt */
export function chooseInstallation(place: Place): Installation {
  const native = findNative();
  const isRoot = process.getuid?.() === 0;
  const attempts = isRoot ? attemptsOfRoot(native, place) : attemptsOfUser(native, place);
  const failures: string[] = [];
  for (const attempt of attempts) {
    const ran = runAs(attempt.account, programIn(attempt.native, 'postgres'), ['--version']);
    if (ran.isOk) return attempt;
    failures.push(`${attempt.native}: ${ran.output || 'it gave no reason'}`);
  }
  throw new EmbeddedCannotRun(
    failures.length > 0
      ? failures.join('\n')
      : `its program can neither run from ${native} nor be copied.`,
  );
}

export function programIn(native: string, name: 'postgres' | 'initdb'): string {
  return join(native, 'bin', name);
}

function* attemptsOfUser(native: string, { dataDir }: Place): Generator<Installation> {
  const account = hasUserName() ? currentUser : underAnotherName;
  if (linkLibraries(native)) yield { native, account };
  yield* copies(native, [join(dataDir, 'postgres-program'), SHARED_FOLDER], account);
}

/**
 * Root switches to a user of the database alone. Where user namespaces are forbidden, so that it needs a name, the user `tern`
 * is made; where there are no other users, as in some containers, root gets another name.
 */
function* attemptsOfRoot(native: string, place: Place): Generator<Installation> {
  const account = accountOfRoot(place);
  yield* placesOf(native, account);
  if (runAs(account, '/bin/sh', ['-c', 'exit']).isOk) return;
  const made = makeTernUser();
  if (made !== undefined) yield* placesOf(native, made);
  yield* placesOf(native, underAnotherName);
}

/**
 * The owner of the cluster, the user `tern`, or a user id that nothing else has. Whoever owns the files is the superuser of the
 * database: not `nobody`, which many programs use. A cluster that root gave to it changes its owner.
 */
function accountOfRoot({ clusterOwner, dataDir }: Place): Account {
  const isLeftByRoot = clusterOwner === nobodyUid() && lstatSync(dataDir).uid === 0;
  if (clusterOwner === undefined || clusterOwner === 0 || isLeftByRoot) {
    return ternUser() ?? ownUser();
  }
  return accountOf(clusterOwner) ?? ownUser(clusterOwner);
}

/** If the user cannot enter the folder of the program, it runs from a copy. */
function* placesOf(native: string, account: Account): Generator<Installation> {
  if (linkLibraries(native)) yield { native, account };
  yield* copies(native, [SHARED_FOLDER], account);
}

function* copies(
  native: string,
  parents: readonly string[],
  account: Account,
): Generator<Installation> {
  for (const parent of parents) {
    const copy = copyNative(native, parent);
    if (copy !== undefined) yield { native: copy, account };
  }
}
