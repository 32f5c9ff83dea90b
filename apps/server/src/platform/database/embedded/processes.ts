/** What the operating system says about a process that is not ours to hold a handle of. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** True while a process of this id exists, also one that belongs to somebody else. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A dead process whose parent has not looked yet still answers signals. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/**
 * A text that differs between two processes that had the same id one after the other, so that a
 * reused id is not taken for the process that died.
 */
export function birthMark(pid: number): string {
  return statFields(pid)?.[19] ?? describeProcess(pid, 'lstart');
}

/** The name of the program the process runs, or an empty text. */
export function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return describeProcess(pid, 'comm');
  }
}

/** The fields of the kernel's process line from the state on; absent where there is no /proc. */
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
