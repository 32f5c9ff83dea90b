/** Runs the program that keeps the backups, as a child process, and knows what it last reported. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupState } from '../platform/backup/keep-backups.ts';
import type { Log } from '../platform/log.ts';

export interface Backups {
  state(): BackupState;
  start(): void;
  /** Lets it store what is finished. Call it after the database has stopped. */
  stop(): Promise<void>;
}

/** A program that fails at once must not be started all the time. */
const RESTART_MS = 5_000;
/** Less than a supervisor waits. */
const FINISH_MS = 8_000;

export function createBackups(program: string, log: Log): Backups {
  let state: BackupState = { newestAt: null, archivedAt: null, fault: null };
  let isStopping = false;
  let child: ChildProcess | undefined;
  const start = () => {
    const started = fork(program, ['--keep'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = started;
    started.on('message', (message) => {
      const next = message as BackupState;
      if (next.fault !== null && next.fault !== state.fault) {
        log.error({ reason: next.fault }, 'a backup failed; it will be tried again');
      }
      state = next;
    });
    started.on('exit', (code) => {
      if (isStopping) return;
      state = { ...state, fault: 'the program that keeps the backups has ended' };
      log.error({ code }, 'the program that keeps the backups has ended; it is started again');
      setTimeout(() => isStopping || start(), RESTART_MS).unref();
    });
  };
  return {
    state: () => state,
    start,
    async stop() {
      isStopping = true;
      if (child?.connected !== true) return;
      const ended = once(child, 'exit');
      child.send('finish');
      await Promise.race([ended, sleep(FINISH_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
}
