/** Finds the image processes of an instance, and their memory. */
import { execFileSync } from 'node:child_process';

/** The running ones of a process. */
export function imageProcessesOf(parent: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [pid, ppid, state = '', ...command] = line.trim().split(/\s+/);
    const isOne = Number(ppid) === parent && command.join(' ').includes('draw-image-process');
    return isOne && !state.startsWith('Z') ? [Number(pid)] : [];
  });
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
