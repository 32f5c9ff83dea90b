/** Facts about a process by its id, from the operating system. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** True while a process with this id lives, even of another user. */
export const isAlive = (pid: number): boolean => isTaken(pid) && !isZombie(pid);

/** True also of the id of a dead process that its parent has not reaped. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Signals a process. Returns false when there is none: it may end between a look at it and the signal. @throws EPERM */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

/** A dead process that its parent has not reaped still accepts signals. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/** True while SIGSTOP holds the process; undefined where there is no /proc to tell. */
export function isStopped(pid: number): boolean | undefined {
  const state = statFields(pid)?.[0];
  return state === undefined ? undefined : state === 'T';
}

/**
 * A text that differs between two processes that had the same id at different times, to detect a reused id.
 */
export function birthMark(pid: number): string {
  return statFields(pid)?.[19] ?? describeProcess(pid, 'lstart');
}

/** The processes that this one has started; none where there is no /proc. */
function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => each > 0 && statFields(each)?.[1] === String(pid));
}

/** Signals a process and those that it has started. @throws EPERM */
export function signalWithChildren(pid: number, signal: NodeJS.Signals): void {
  for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, signal);
}

/** The name of the process's program, or an empty text. */
export function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return describeProcess(pid, 'comm');
  }
}

/** The fields of /proc/…/stat from the state on; undefined without /proc. */
function statFields(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function describeProcess(pid: number, field: 'lstart' | 'comm'): string {
  if (existsSync('/proc/self/stat')) return '';
  const { stdout } = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').trim();
}
