/** The built server with a probe, which measures how long its main thread was blocked. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../built-server.ts';
import { copyFirstStart } from '../first-start.ts';

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

export interface Measured {
  /** The longest block since the last query, milliseconds. */
  worstMs: number;
  /** Bytes. */
  rss: number;
  heapUsed: number;
  /** Buffers outside of the heap. */
  external: number;
}

export interface ProbedServer {
  url: string;
  pid: number;
  outboxFile: string;
  output(): string;
  hasEnded(): boolean;
  ask(question: 'blocks' | 'heap'): Promise<Measured>;
  /** How many times slower this machine is now than the one of the limit; at least 1. */
  slowness(): Promise<number>;
  stop(): Promise<void>;
}

/** Accepts `X-Forwarded-For` of this machine, so that each caller can have its own address. */
export async function startProbed(port: number): Promise<ProbedServer> {
  const build = buildServer();
  await copyFirstStart(build.dataDir);
  const child: ChildProcess = fork(build.entry('main'), {
    execArgv: ['--expose-gc', '--import', PROBE],
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      DATA_DIR: build.dataDir,
      PORT: String(port),
      CAPTCHA_FIXED: 'GULL',
      TRUSTED_PROXY: 'loopback',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => output.includes('Tern is running') && resolve());
    void ended.then(() => reject(new Error(`the server did not start:\n${output}`)));
  });
  const answers: ((answer: unknown) => void)[] = [];
  child.on('message', (answer) => answers.shift()?.(answer));
  const ask = (question: string) =>
    new Promise<unknown>((resolve) => {
      answers.push(resolve);
      child.send(question);
    });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    outboxFile: join(build.dataDir, 'outbox.jsonl'),
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ask: async (question) => (await ask(question)) as Measured,
    slowness: async () => ((await ask('slowness')) as { slowness: number }).slowness,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await build.remove();
    },
  };
}
