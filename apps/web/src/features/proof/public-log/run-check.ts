/** Checks the log and remembers the result: one check at a time on this device. */
import { checkLog } from './check-log.ts';
import { readKept, writeKept } from '../../../kernel/public-log/kept-log.ts';
import { createLogSource } from './log-source.ts';

let running: Promise<void> | undefined;

/**
 * A check that is asked for while one runs is that one. Shape: `received` is a checkpoint to check in place of the newest.
 * @throws `NotChecked` when the log was not reached; nothing is written then
 */
export function runCheck(received?: string): Promise<void> {
  running ??= withLock(async () => {
    writeKept(await checkLog(readKept(), createLogSource(received), Date.now()));
  }).finally(() => {
    running = undefined;
  });
  return running;
}

/** Between tabs too, so that none writes an older checkpoint over a newer one. Pages without TLS have no locks. */
function withLock(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | null | undefined;
  return locks ? locks.request('tern.public-log', work) : work();
}
