/** The built server as a separate process with its own port, data folder and database. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../apps/server/tests/support/free-port.ts';
import { CAPTCHA, type Site } from './site.ts';
import { limit } from '../../apps/server/tests/support/pass-time.ts';

export interface RunningServer extends Site {
  /** Stops server and database, and removes the folder. */
  stop(): Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The same seed, the same prices. */
const MARKET_SEED = 'stories';
const START_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

/** `root` is the folder of the whole project. @throws what the server printed, when it does not come up */
export async function startServer(root = here('../..')): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-stories-'));
  const port = await freePort();
  const instance = [
    '--import',
    join(root, 'e2e/support/stop-with-parent.mjs'),
    join(root, 'apps/server/dist/main.js'),
  ];
  const child = spawn(process.execPath, instance, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: dataDir,
      CAPTCHA_FIXED: CAPTCHA,
      MARKET_SEED,
      // So that members can have their own addresses.
      TRUSTED_PROXY: 'loopback',
    },
  });
  const stop = async () => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilRunning(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const outboxFile = join(dataDir, 'outbox.jsonl');
  return { url: `http://localhost:${port}`, outboxFile, captcha: CAPTCHA, stop };
}

function untilRunning(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}.\n${said}`));
    const inTime = limit(START_WITHIN_MS, () => fail('did not start in time'));
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Tern is running')) return;
      inTime();
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      inTime();
      fail(`ended with ${code}`);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const inTime = limit(STOP_WITHIN_MS, () => child.kill('SIGKILL'));
  child.kill('SIGTERM');
  await exited;
  inTime();
}
