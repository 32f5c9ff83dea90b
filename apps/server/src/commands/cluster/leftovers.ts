/** Ends the processes of a `npm run cluster` that was itself killed, at the next start on the same folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthMark, isAlive, signalProcess } from '../../platform/database/embedded/processes.ts';

interface Recorded {
  readonly pid: number;
  /** Differs when the system has given the id to another process. */
  readonly bornAs: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'processes.json');

export function recordProcesses(dataDir: string, pids: readonly number[]): void {
  const recorded = pids.map((pid): Recorded => ({ pid, bornAs: birthMark(pid) }));
  writeFileSync(fileIn(dataDir), JSON.stringify(recorded));
}

/** Returns how many it has ended. */
export function endLeftovers(dataDir: string): number {
  let ended = 0;
  for (const { pid, bornAs } of readRecorded(dataDir)) {
    if (!isAlive(pid) || birthMark(pid) !== bornAs) continue;
    if (signalProcess(pid, 'SIGKILL')) ended += 1;
  }
  return ended;
}

function readRecorded(dataDir: string): Recorded[] {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Recorded[];
  } catch {
    return [];
  }
}
