/**
 * The two database servers of `npm run cluster`: a primary, and a standby that has each commit before it is acknowledged.
 * Whoever ends is started again; when the primary ends, the standby takes over and the old one follows it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, isAlive } from '../platform/database/embedded/processes.ts';
import {
  type ReplicatedServer,
  runAsAdmin,
  startPrimary,
  urlsOf,
} from '../platform/database/embedded/replicated-server.ts';
import { promote, startStandby, waitFor } from '../platform/database/embedded/standby.ts';

export type DatabaseName = 'postgres-1' | 'postgres-2';

export interface DatabaseStatus {
  readonly name: DatabaseName;
  readonly role: 'primary' | 'standby' | 'starting';
  readonly port: number;
  readonly pid: number | undefined;
  readonly state: 'running' | 'paused' | 'ended';
  /** Of a standby: whether commits wait for it, and how far it is behind. */
  readonly isSynchronous: boolean;
  readonly lagBytes: number | undefined;
}

export interface DatabasesStatus {
  readonly servers: readonly DatabaseStatus[];
  /** Stored since the primary started, as its statistics say up to a second later. */
  readonly orders: number | undefined;
}

export interface Databases {
  readonly urls: { readonly url: string; readonly ownerUrl: string };
  status(): Promise<DatabasesStatus>;
  kill(name: DatabaseName): void;
  pause(name: DatabaseName): void;
  resume(name: DatabaseName): void;
  /** Ends the primary and makes the standby the new one. Fails with: an error if commits did not wait for it. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

interface DatabasesOptions {
  readonly dataDir: string;
  readonly ports: readonly [number, number];
  readonly password: string;
  readonly onLine: (line: string) => void;
}

const WATCH_MS = 100;
/** How often the primary is asked whether the standby follows. */
const ADJUST_MS = 500;
/** A standby that has confirmed nothing for this long holds up every commit. */
const SILENT_MS = 2_000;

const MEASURE = `select json_build_object(
  'lag', (select greatest(pg_current_wal_lsn() - replay_lsn, 0)::float8 from pg_stat_replication limit 1),
  'orders', (select n_tup_ins::float8 from pg_stat_user_tables where relname = 'spot_orders'))`;

interface Measured {
  readonly lagBytes: number | undefined;
  readonly orders: number | undefined;
}

export async function startDatabases(options: DatabasesOptions): Promise<Databases> {
  const pair = new Pair(options);
  await pair.start();
  return pair;
}

class Pair implements Databases {
  private readonly options: DatabasesOptions;
  private readonly servers = new Map<DatabaseName, ReplicatedServer>();
  private readonly paused = new Set<DatabaseName>();
  private primary: DatabaseName = 'postgres-1';
  private isSynchronous = false;
  private isStopping = false;
  private adjustedAt = 0;
  private watching: Promise<void> = Promise.resolve();
  /** Changes of roles, one after another. */
  private change: Promise<void> = Promise.resolve();

  constructor(options: DatabasesOptions) {
    this.options = options;
  }

  get urls() {
    const { ports, password } = this.options;
    return urlsOf(ports.map((port) => ({ port, password })));
  }

  async start(): Promise<void> {
    const { onLine } = this.options;
    this.primary = this.rememberedPrimary();
    onLine(`starting the primary on port ${this.place(this.primary).port}`);
    const primary = await startPrimary(this.place(this.primary));
    this.servers.set(this.primary, primary);
    await waitFor(primary, []);
    await this.follow();
    this.watching = this.watch();
  }

  async status(): Promise<DatabasesStatus> {
    const { lagBytes, orders } = await this.measure();
    const servers = (['postgres-1', 'postgres-2'] as const).map((name): DatabaseStatus => {
      const server = this.servers.get(name);
      const isPrimary = name === this.primary;
      const isUp = server !== undefined && isAlive(server.pid);
      const role = isPrimary ? 'primary' : 'standby';
      return {
        name,
        role: server === undefined ? 'starting' : role,
        port: this.place(name).port,
        pid: isUp ? server.pid : undefined,
        state: isUp ? (this.paused.has(name) ? 'paused' : 'running') : 'ended',
        isSynchronous: !isPrimary && this.isSynchronous,
        lagBytes: isPrimary ? undefined : lagBytes,
      };
    });
    return { servers, orders };
  }

  kill(name: DatabaseName): void {
    this.signal(name, 'SIGKILL');
  }

  pause(name: DatabaseName): void {
    this.signal(name, 'SIGSTOP');
    this.paused.add(name);
    this.options.onLine(`${name} paused (SIGSTOP)`);
  }

  resume(name: DatabaseName): void {
    this.signal(name, 'SIGCONT');
    this.paused.delete(name);
    this.options.onLine(`${name} goes on (SIGCONT)`);
  }

  promote(): Promise<void> {
    return this.inTurn(() => this.takeOver());
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.watching;
    await this.change.catch(() => undefined);
    for (const name of this.paused) this.signal(name, 'SIGCONT');
    // The primary first: its last commits may wait for the standby.
    for (const name of [this.primary, this.other()]) await this.servers.get(name)?.stop();
  }

  private other(): DatabaseName {
    return this.primary === 'postgres-1' ? 'postgres-2' : 'postgres-1';
  }

  private place(name: DatabaseName) {
    const { dataDir, ports, password } = this.options;
    const port = name === 'postgres-1' ? ports[0] : ports[1];
    return { dataDir: join(dataDir, name), port, password };
  }

  private signal(name: DatabaseName, signal: NodeJS.Signals): void {
    const server = this.servers.get(name);
    if (server === undefined || !isAlive(server.pid)) return;
    // A paused main process would leave its children serving: all of them stop and go on together.
    for (const pid of [server.pid, ...childrenOf(server.pid)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    this.change = this.change.catch(() => undefined).then(act);
    return this.change;
  }

  private async watch(): Promise<void> {
    while (!this.isStopping) {
      await sleep(WATCH_MS);
      await this.inTurn(() => this.repair()).catch((error: unknown) => {
        this.options.onLine(
          `will be tried again: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
    }
  }

  /** Does what an operator's failover program does, but only for servers of this machine that are certainly gone. */
  private async repair(): Promise<void> {
    if (this.isStopping) return;
    const primary = this.servers.get(this.primary);
    const standby = this.servers.get(this.other());
    if (primary === undefined || !isAlive(primary.pid)) {
      if (this.isSynchronous && standby !== undefined && isAlive(standby.pid)) {
        return this.takeOver();
      }
      this.options.onLine(
        'the primary ended without a standby that has all commits: starting it again',
      );
      await primary?.start();
      return;
    }
    if (this.paused.has(this.primary)) return;
    if (standby === undefined) return this.follow();
    if (!isAlive(standby.pid)) {
      await this.goOnAlone(primary, 'the standby ended');
      await standby.start();
      return;
    }
    if (performance.now() - this.adjustedAt < ADJUST_MS) return;
    this.adjustedAt = performance.now();
    await this.adjust(primary);
  }

  /** Commits wait for a standby that confirms them, and for none that does not. */
  private async adjust(primary: ReplicatedServer): Promise<void> {
    const confirms =
      !this.paused.has(this.other()) &&
      (await runAsAdmin(
        primary,
        `select true from pg_stat_replication where state = 'streaming'
          and (replay_lsn = pg_current_wal_lsn() or reply_time > now() - interval '${SILENT_MS} milliseconds')`,
      )) === true;
    if (confirms === this.isSynchronous) return;
    if (!confirms) return this.goOnAlone(primary, 'the standby confirms nothing');
    await waitFor(primary, [standbyName(this.other())]);
    this.isSynchronous = true;
    this.options.onLine('each commit waits for the standby');
  }

  private async goOnAlone(primary: ReplicatedServer, why: string): Promise<void> {
    if (!this.isSynchronous) return;
    this.isSynchronous = false;
    this.options.onLine(`${why}: commits no longer wait for it`);
    await waitFor(primary, []);
  }

  private async takeOver(): Promise<void> {
    const standby = this.servers.get(this.other());
    if (!this.isSynchronous || standby === undefined) {
      throw new Error('the standby does not have all commits, so it must not take over');
    }
    const { onLine } = this.options;
    // The old one must be gone before the new one takes writes.
    this.kill(this.primary);
    const old = this.servers.get(this.primary);
    while (old !== undefined && isAlive(old.pid)) await sleep(5);
    this.servers.delete(this.primary);
    this.paused.delete(this.primary);
    this.isSynchronous = false;
    onLine(`promoting ${this.other()}`);
    const startedAt = performance.now();
    await promote(standby);
    this.primary = this.other();
    this.rememberPrimary();
    onLine(`${this.primary} is the primary after ${Math.round(performance.now() - startedAt)} ms`);
  }

  /** Makes a new standby of the primary. */
  private async follow(): Promise<void> {
    const name = this.other();
    const primary = this.servers.get(this.primary)!;
    this.options.onLine(`copying the primary to ${name}, which will follow it`);
    const place = { ...this.place(name), name: standbyName(name) };
    this.servers.set(name, await startStandby(primary, place));
    await waitFor(primary, [standbyName(name)]);
    this.isSynchronous = true;
    this.options.onLine('each commit waits for the standby');
  }

  private async measure(): Promise<Measured> {
    const primary = this.servers.get(this.primary);
    const nothing = { lagBytes: undefined, orders: undefined };
    if (primary === undefined || !isAlive(primary.pid) || this.paused.has(this.primary)) {
      return nothing;
    }
    const found = await runAsAdmin(primary, MEASURE).catch(() => undefined);
    const { lag, orders } = (found ?? {}) as { lag?: number | null; orders?: number | null };
    return { lagBytes: lag ?? undefined, orders: orders ?? undefined };
  }

  private roleFile(): string {
    return join(this.options.dataDir, 'primary');
  }

  private rememberPrimary(): void {
    writeFileSync(this.roleFile(), this.primary);
  }

  private rememberedPrimary(): DatabaseName {
    try {
      return readFileSync(this.roleFile(), 'utf8').trim() === 'postgres-2'
        ? 'postgres-2'
        : 'postgres-1';
    } catch {
      return 'postgres-1';
    }
  }
}

/** How the primary lists it; a hyphen is not allowed. */
const standbyName = (name: DatabaseName): string => name.replace('-', '_');
