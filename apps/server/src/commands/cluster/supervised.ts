/** A child process that is started again when it ends, until it is told to stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStopped } from '../../platform/database/embedded/processes.ts';

export interface SupervisedOptions {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** A line that it printed, or that says what happened to it. */
  readonly onLine: (line: string) => void;
  /** It has been started, or has ended. */
  readonly onChange: () => void;
}

export type ProcessState = 'running' | 'paused' | 'ended';

export interface Supervised {
  readonly name: string;
  readonly state: ProcessState;
  /** Undefined while it has ended. */
  readonly pid: number | undefined;
  /** How often it was started after the first time. */
  readonly restarts: number;
  /** SIGKILL: it is started again. */
  kill(): void;
  /** SIGSTOP: it lives, and does nothing. */
  pause(): void;
  /** SIGCONT */
  resume(): void;
  /** SIGTERM, and SIGKILL if it takes too long; it is not started again. */
  stop(withinMs: number): Promise<void>;
}

/** An instance that ends at each start does not fill the terminal. */
const RESTART_MS = 1_000;
/** On a busy machine SIGSTOP takes effect a moment later. */
const STOPS_WITHIN_MS = 1_000;

export function supervise(options: SupervisedOptions): Supervised {
  return new SupervisedProcess(options);
}

class SupervisedProcess implements Supervised {
  readonly name: string;
  restarts = 0;
  private readonly options: SupervisedOptions;
  private child: ChildProcess;
  private isPaused = false;
  private pausedAt = 0;
  private isStopping = false;

  constructor(options: SupervisedOptions) {
    this.name = options.name;
    this.options = options;
    this.child = this.start();
  }

  get state(): ProcessState {
    const { pid } = this;
    if (pid === undefined) return 'ended';
    const isJustPaused = this.isPaused && performance.now() - this.pausedAt < STOPS_WITHIN_MS;
    // Also by a shell.
    return isJustPaused || (isStopped(pid) ?? this.isPaused) ? 'paused' : 'running';
  }

  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.child;
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  pause(): void {
    this.isPaused = this.child.kill('SIGSTOP');
    if (!this.isPaused) return;
    this.pausedAt = performance.now();
    this.options.onLine('paused (SIGSTOP)');
    this.options.onChange();
  }

  resume(): void {
    this.child.kill('SIGCONT');
    this.isPaused = false;
    this.options.onLine('goes on (SIGCONT)');
    this.options.onChange();
  }

  async stop(withinMs: number): Promise<void> {
    this.isStopping = true;
    if (this.pid === undefined) return;
    const ended = new Promise((resolve) => {
      this.child.once('close', resolve);
    });
    // A paused process ends only when it goes on.
    this.child.kill('SIGCONT');
    this.child.kill('SIGTERM');
    await Promise.race([ended, sleep(withinMs, undefined, { ref: false })]);
    if (this.pid !== undefined) this.child.kill('SIGKILL');
    await ended;
  }

  private start(): ChildProcess {
    const { file, args, env, cwd, onLine, onChange } = this.options;
    this.isPaused = false;
    // In a group of its own, so that Ctrl-C does not reach it before the others have been told.
    const child = spawn(file, args, {
      env,
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) eachLine(stream!, onLine);
    child.on('error', (error) => onLine(error.message));
    child.on('close', (code, signal) => {
      onChange();
      if (this.isStopping) return;
      onLine(`ended (${signal ?? code}), starting it again`);
      void sleep(RESTART_MS).then(() => {
        if (this.isStopping) return;
        this.restarts += 1;
        this.child = this.start();
        onChange();
      });
    });
    return child;
  }
}

function eachLine(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') take(line);
  });
  stream.on('end', () => {
    if (rest.trim() !== '') take(rest);
  });
}
