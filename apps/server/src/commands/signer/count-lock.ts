/** Keeps two signers from one count: each would sign what the caps allow. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { birthMark, isAlive } from '../../platform/database/embedded/processes.ts';

export interface CountLock {
  /** False after another signer took the lock. */
  isOwn(): boolean;
  release(): void;
}

interface Holder {
  readonly pid: number;
  /** A process with the dead one's reused id has another. */
  readonly bornAs: string;
  readonly id: string;
}

/** What a killed signer left is replaced. @throws Error that names the process that holds it */
export function lockCount(count: string): CountLock {
  const path = `${count}.lock`;
  const own: Holder = { pid: process.pid, bornAs: birthMark(process.pid), id: randomUUID() };
  const holder = readHolder(path);
  if (holder !== undefined) {
    if (isAlive(holder.pid) && birthMark(holder.pid) === holder.bornAs) {
      throw new Error(`another signer (process ${holder.pid}) has ${count}: end it first`);
    }
    rmSync(path, { force: true });
  }
  try {
    writeFileSync(path, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Error(`${path} cannot be made: another signer starts, or it is damaged`, {
      cause: error,
    });
  }
  const isOwn = () => readHolder(path)?.id === own.id;
  return {
    isOwn,
    release() {
      if (isOwn()) rmSync(path, { force: true });
    },
  };
}

/** Undefined where there is none, or none that can be read. */
function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
