/** Chooses, by trying, which copy of the PostgreSQL program runs and as which user. */
import { join } from 'node:path';
import {
  type Account,
  accountOf,
  canEnter,
  hasUserName,
  underAnotherName,
  nobody,
  currentUser,
  runAs,
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

/** Fails with: `EmbeddedCannotRun` with the error of each attempt. */
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
 * Root switches to the owner of the cluster or to `nobody`. If that user cannot enter the folders, a user namespace lets
 * root do so; if namespaces are forbidden, the program is copied to a shared folder, and the cluster is reached through
 * the working directory.
 */
function* attemptsOfRoot(native: string, place: Place): Generator<Installation> {
  const { clusterOwner, dataDir } = place;
  const account = (clusterOwner ? accountOf(clusterOwner) : undefined) ?? nobody();
  const isLinked = linkLibraries(native);
  if (isLinked && canEnter(account, dataDir)) yield { native, account };
  if (isLinked) yield { native, account: underAnotherName };
  if (isLinked) yield { native, account };
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
