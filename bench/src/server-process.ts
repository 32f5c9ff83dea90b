/** The built server as a separate process on a fresh data folder: started, killed, restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../apps/server/src/platform/database/embedded/processes.ts';
import {
  OWNER_ROLE,
  APP_ROLE,
  DATABASE,
} from '../../apps/server/src/platform/database/embedded/provision.ts';
import { SOCKET_PORT } from '../../apps/server/src/platform/database/embedded/socket-folder.ts';
import type { ConnectionTarget } from '../../apps/server/src/platform/database/connection.ts';
import { readSecretKey } from '../../apps/server/src/platform/secret-box.ts';
import { whenInterrupted } from './interrupted.ts';
import { SystemCluster } from './system-postgres.ts';

/** Another build to measure, such as one before a change. */
export const serverPath = () =>
  process.env.TERN_BENCH_SERVER ??
  fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
/** As in `npm start`: few objects of requests outlive a larger young generation. */
const NODE_FLAGS = ['--max-semi-space-size=64'];
const READY = 'Tern is running';
const START_WITHIN_MS = 300_000;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  /** Undefined if the server has its own. */
  private readonly cluster: SystemCluster | undefined;
  private child: ChildProcess | undefined;
  /** By the server since its last start. */
  private said = '';
  /** Prices that repeat. Only the first start takes it: later there are members. */
  private firstSeed: { MARKET_SEED?: string } = { MARKET_SEED: 'bench' };
  private readonly ended: () => void;

  private constructor(port: number, cluster: SystemCluster | undefined) {
    this.port = port;
    this.cluster = cluster;
    this.dataDir = mkdtempSync(join(tmpdir(), 'tern-bench-'));
    this.ended = whenInterrupted(() => this.stop());
  }

  /** On its embedded database, or on the PostgreSQL with its programs in `native`; `settings` of that one are added to ours. */
  static async start(
    native?: string,
    settings?: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const cluster = native === undefined ? undefined : await SystemCluster.create(native, settings);
    const server = new ServerProcess(await freePort(), cluster);
    try {
      await server.restart();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** Starts the server and its database on the existing folder. @throws Error with its output */
  async restart(): Promise<void> {
    if (!existsSync(this.pidPath()) || !isAlive(this.postmasterPid())) await this.cluster?.start();
    const child = spawn(process.execPath, [...NODE_FLAGS, serverPath()], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        ...this.firstSeed,
        LOG_LEVEL: 'info',
        DATABASE_URL: '',
        ...this.cluster?.environment(),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.said = '';
    this.firstSeed = {};
    const listen = (part: Buffer) => {
      this.said = (this.said + part.toString()).slice(-20_000);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    const giveUpAt = Date.now() + START_WITHIN_MS;
    while (!this.said.includes(READY)) {
      if (child.exitCode !== null || Date.now() > giveUpAt) {
        throw new Error(`the server did not start:\n${this.said}`);
      }
      await sleep(20);
    }
  }

  /** How long each step of its last start took, as the server says; empty of a build that does not. Units: milliseconds. */
  startSteps(): Readonly<Record<string, number>> {
    const line = this.said.split('\n').find((each) => each.includes('"msg":"started"'));
    if (line === undefined) return {};
    return (JSON.parse(line) as { stepsMs: Record<string, number> }).stepsMs;
  }

  /** What its embedded database wrote into its log since its last start. */
  databaseLog(): string {
    const log = readFileSync(join(this.dataDir, 'postgres.log'), 'utf8');
    return log.slice(log.lastIndexOf(' starting PostgreSQL '));
  }

  /** The most memory that the server process alone had so far; Linux only, else 0. Units: megabytes. */
  peakMemory(): number {
    try {
      const status = readFileSync(`/proc/${this.child?.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
    } catch {
      return 0;
    }
  }

  /** The address of its database; `role` decides the rights. */
  connection(role: 'owner' | 'app'): ConnectionTarget {
    return {
      host: this.socketFolder(),
      port: SOCKET_PORT,
      user: role === 'owner' ? OWNER_ROLE : APP_ROLE,
      database: DATABASE,
    };
  }

  /** The key by which it encrypts secrets. */
  secretKey(): Uint8Array {
    return readSecretKey(join(this.dataDir, 'secrets.key'));
  }

  /** CPU seconds of the server process and of its database so far; Linux only, else zeros. */
  cpuSeconds(): { server: number; database: number } {
    const postmaster = this.postmasterPid();
    return { server: cpuOf(this.child?.pid ?? 0).own, database: familyCpu(postmaster) };
  }

  /** Those of the server and of its database's processes; Linux only. */
  processIds(): { instance: number; backends: number[] } {
    const parent = this.postmasterPid();
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
    return { instance: this.child?.pid ?? 0, backends: children.split(' ').map(Number) };
  }

  /** Kills the server and its database together, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.child!;
    const postmaster = this.postmasterPid();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await ended;
    this.child = undefined;
  }

  /** Stops it in order; its folder stays. */
  async end(): Promise<void> {
    const { child } = this;
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    this.child = undefined;
  }

  /** Stops it in order and removes its folder. */
  async stop(): Promise<void> {
    this.ended();
    await this.end();
    // A server that could not start may leave its database behind, or the file of one that was killed.
    if (existsSync(this.pidPath()) && isAlive(this.postmasterPid())) {
      process.kill(this.postmasterPid(), 'SIGKILL');
    }
    this.cluster?.remove();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private clusterFolder(): string {
    return this.cluster?.folder ?? join(this.dataDir, 'postgres');
  }

  private pidPath(): string {
    return join(this.clusterFolder(), 'postmaster.pid');
  }

  private pidFile(): string[] {
    return readFileSync(this.pidPath(), 'utf8').split('\n');
  }

  private postmasterPid(): number {
    return Number(this.pidFile()[0]);
  }

  private socketFolder(): string {
    const named = this.pidFile()[4] ?? '.';
    return named === '.' ? this.clusterFolder() : named;
  }
}

/** Clock ticks per second of /proc. */
const HERTZ = 100;

export function cpuOf(pid: number): { own: number; reaped: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const at = (index: number) => Number(fields[index]) / HERTZ;
    return { own: at(11) + at(12), reaped: at(13) + at(14) };
  } catch {
    return { own: 0, reaped: 0 };
  }
}

export function familyCpu(parent: number): number {
  try {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
    const { own, reaped } = cpuOf(parent);
    const sum = children.split(' ').reduce((total, pid) => total + cpuOf(Number(pid)).own, 0);
    return own + reaped + sum;
  } catch {
    return 0;
  }
}
