/**
 * The two database servers of `npm run cluster`: a primary, and a standby that has each commit before it is acknowledged.
 * Whoever ends is started again; when the primary ends or answers nobody, the standby takes over and the old one follows it.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isAlive,
  isStopped,
  signalWithChildren,
} from '../../platform/database/embedded/processes.ts';
import {
  killLeftServer,
  type ReplicatedServer,
  runAsAdmin,
  startPrimary,
  stopLeftServer,
  urlsOf,
} from '../../platform/database/embedded/replicated-server.ts';
import { promote, startStandby, waitFor } from '../../platform/database/embedded/standby.ts';

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
  /**
   * Ends the primary and makes this standby the new one.
   * @throws Error if it is the primary already, or if commits did not wait for it
   */
  promote(name: DatabaseName): Promise<void>;
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
/** Whether the primary lives is asked with this patience: on a busy machine a new connection takes a while. */
const ANSWERS_WITHIN_MS = 2_000;
/** A primary that has answered nobody for this long is ended, and the standby takes over. */
const SILENT_PRIMARY_MS = 5_000;

/** Whether the standby follows the primary closely enough for commits to wait for it. */
const CONFIRMS = `select exists (select from pg_stat_replication where state = 'streaming'
  and (replay_lsn = pg_current_wal_lsn() or reply_time > now() - interval '${SILENT_MS} milliseconds'))`;

const MEASURE = `select json_build_object(
  'lag', (select greatest(pg_current_wal_lsn() - replay_lsn, 0)::float8 from pg_stat_replication limit 1),
  'orders', (select n_tup_ins::float8 from pg_stat_user_tables where relname = 'spot_orders'))`;

interface Measured {
  readonly lagBytes: number | undefined;
  readonly orders: number | undefined;
}

const NAMES = ['postgres-1', 'postgres-2'] as const;

/** Ends the servers that a killed process has left on these folders. Returns how many there were. */
export async function stopLeftDatabases(dataDir: string): Promise<number> {
  const left = await Promise.all(NAMES.map((name) => stopLeftServer(join(dataDir, name))));
  return left.filter(Boolean).length;
}

/** As a crash: what was acknowledged is recovered at the next start. */
export function killLeftDatabases(dataDir: string): void {
  for (const name of NAMES) killLeftServer(join(dataDir, name));
}

export async function startDatabases(options: DatabasesOptions): Promise<Databases> {
  const pair = new Pair(options);
  try {
    await pair.start();
  } catch (error) {
    await pair.stop();
    throw error;
  }
  return pair;
}

class Pair implements Databases {
  private readonly options: DatabasesOptions;
  private readonly servers = new Map<DatabaseName, ReplicatedServer>();
  private readonly paused = new Set<DatabaseName>();
  private primary: DatabaseName = 'postgres-1';
  /** Whether each commit waits for the standby; undefined while that is being changed, or if the change failed. */
  private commitsWait: boolean | undefined = false;
  /** The primary is gone for good, and the standby is not promoted yet. */
  private isTakingOver = false;
  private isStopping = false;
  private adjustedAt = 0;
  /** When the primary last answered. */
  private answeredAt = 0;
  private isNoAnswerReported = false;
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
    this.answeredAt = performance.now();
    await this.follow(primary);
    this.watching = this.watch();
  }

  /** The standby has every commit that was acknowledged. */
  private get isSynchronous(): boolean {
    return this.commitsWait === true;
  }

  async status(): Promise<DatabasesStatus> {
    const { lagBytes, orders } = await this.measure();
    const servers = NAMES.map((name): DatabaseStatus => {
      const server = this.servers.get(name);
      const isPrimary = name === this.primary;
      const isUp = server !== undefined && isAlive(server.pid);
      const role = isPrimary ? 'primary' : 'standby';
      return {
        name,
        role: server === undefined ? 'starting' : role,
        port: this.place(name).port,
        pid: isUp ? server.pid : undefined,
        state: isUp ? (this.isStopped(name, server) ? 'paused' : 'running') : 'ended',
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

  promote(name: DatabaseName): Promise<void> {
    return this.inTurn(() => {
      if (name === this.primary) throw new Error(`${name} is the primary already`);
      return this.takeOver();
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.watching;
    await this.change.catch(() => undefined);
    // Also one that was stopped from a shell: only a running one can end.
    for (const name of this.servers.keys()) this.signal(name, 'SIGCONT');
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
    signalWithChildren(server.pid, signal);
  }

  /** By the page or from a shell. */
  private isStopped(name: DatabaseName, { pid }: ReplicatedServer): boolean {
    return isStopped(pid) ?? this.paused.has(name);
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
    if (this.isTakingOver) return this.finishTakeOver();
    const primary = this.servers.get(this.primary)!;
    const standby = this.servers.get(this.other());
    if (!isAlive(primary.pid)) return this.replaceEnded(primary, standby);
    if (standby !== undefined && !isAlive(standby.pid)) {
      await this.goOnAlone(primary, 'the standby ended');
      await standby.start();
      return;
    }
    if (performance.now() - this.adjustedAt < ADJUST_MS) return;
    this.adjustedAt = performance.now();
    const confirms = await this.askWhetherConfirmed(primary);
    if (confirms === undefined) return this.waitOrTakeOver(standby);
    this.answeredAt = performance.now();
    this.isNoAnswerReported = false;
    if (standby === undefined) return this.follow(primary);
    await this.adjust(primary, confirms);
  }

  private async replaceEnded(
    primary: ReplicatedServer,
    standby: ReplicatedServer | undefined,
  ): Promise<void> {
    if (this.isSynchronous && this.isReady(standby)) return this.takeOver();
    this.options.onLine(
      'the primary ended, and no standby with all commits runs: starting it again',
    );
    await primary.start();
    this.paused.delete(this.primary);
    this.answeredAt = performance.now();
  }

  /** Undefined: the primary did not answer. */
  private async askWhetherConfirmed(primary: ReplicatedServer): Promise<boolean | undefined> {
    if (this.isStopped(this.primary, primary)) return undefined;
    try {
      return (await this.ask(primary, CONFIRMS)) === true;
    } catch {
      return undefined;
    }
  }

  private ask(server: ReplicatedServer, sql: string): Promise<unknown> {
    return runAsAdmin({ ...server, withinMs: ANSWERS_WITHIN_MS }, sql);
  }

  private isReady(standby: ReplicatedServer | undefined): boolean {
    return standby !== undefined && isAlive(standby.pid) && !this.isStopped(this.other(), standby);
  }

  /** A primary that is stopped or hangs takes no writes, and would go on as one: it is ended before the standby takes over. */
  private async waitOrTakeOver(standby: ReplicatedServer | undefined): Promise<void> {
    if (performance.now() - this.answeredAt < SILENT_PRIMARY_MS) return;
    const { onLine } = this.options;
    if (this.isSynchronous && this.isReady(standby)) {
      onLine(`${this.primary} has answered nobody for ${SILENT_PRIMARY_MS / 1_000} s: ending it`);
      return this.takeOver();
    }
    if (this.isNoAnswerReported) return;
    this.isNoAnswerReported = true;
    onLine(
      `${this.primary} does not answer, and no standby with all commits runs: continue it, or kill it`,
    );
  }

  /** Commits wait for a standby that confirms them, and for none that does not. */
  private async adjust(primary: ReplicatedServer, isAnswering: boolean): Promise<void> {
    const standby = this.servers.get(this.other())!;
    const confirms = isAnswering && !this.isStopped(this.other(), standby);
    if (confirms === this.commitsWait) return;
    if (!confirms) return this.goOnAlone(primary, 'the standby confirms nothing');
    await this.waitForStandby(primary);
  }

  private async waitForStandby(primary: ReplicatedServer): Promise<void> {
    this.commitsWait = undefined;
    await waitFor(primary, [standbyName(this.other())]);
    this.commitsWait = true;
    this.options.onLine('each commit waits for the standby');
  }

  private async goOnAlone(primary: ReplicatedServer, why: string): Promise<void> {
    if (this.commitsWait === false) return;
    if (this.isSynchronous) this.options.onLine(`${why}: commits no longer wait for it`);
    // From here on it must not take over, whatever becomes of the primary.
    this.commitsWait = undefined;
    await waitFor(primary, []);
    this.commitsWait = false;
  }

  private async takeOver(): Promise<void> {
    const standby = this.servers.get(this.other());
    if (this.isTakingOver) return this.finishTakeOver();
    if (!this.isSynchronous || standby === undefined) {
      throw new Error('the standby does not have all commits, so it must not take over');
    }
    // The old one must be gone before the new one takes writes.
    this.kill(this.primary);
    const old = this.servers.get(this.primary)!;
    while (isAlive(old.pid)) await sleep(5);
    this.isTakingOver = true;
    // Before it takes its first write: if this process ends now, the next start must not begin with the old one.
    this.remember(this.other());
    await this.finishTakeOver();
  }

  /** Also of a standby that was stopped or killed meanwhile: it has all commits, and only it can be the next primary. */
  private async finishTakeOver(): Promise<void> {
    const { onLine } = this.options;
    const name = this.other();
    const standby = this.servers.get(name)!;
    if (isAlive(standby.pid) && this.isStopped(name, standby)) {
      onLine(`${name} is stopped: ending it, to start it again and promote it`);
      await this.end(name, standby);
    }
    if (!isAlive(standby.pid)) await standby.start();
    onLine(`promoting ${name}`);
    const startedAt = performance.now();
    try {
      await promote(standby);
    } catch (error) {
      await this.end(name, standby);
      throw error;
    }
    this.servers.delete(this.primary);
    this.paused.delete(this.primary);
    this.primary = name;
    this.commitsWait = false;
    this.isTakingOver = false;
    this.answeredAt = performance.now();
    onLine(`${name} is the primary after ${Math.round(performance.now() - startedAt)} ms`);
  }

  private async end(name: DatabaseName, server: ReplicatedServer): Promise<void> {
    this.kill(name);
    while (isAlive(server.pid)) await sleep(5);
    this.paused.delete(name);
  }

  /** Makes a new standby of the primary. */
  private async follow(primary: ReplicatedServer): Promise<void> {
    const name = this.other();
    this.options.onLine(`copying the primary to ${name}, which will follow it`);
    const place = { ...this.place(name), name: standbyName(name) };
    this.servers.set(name, await startStandby(primary, place));
    await this.waitForStandby(primary);
  }

  private async measure(): Promise<Measured> {
    const primary = this.servers.get(this.primary);
    const nothing = { lagBytes: undefined, orders: undefined };
    if (primary === undefined || !isAlive(primary.pid) || this.isStopped(this.primary, primary)) {
      return nothing;
    }
    const found = await this.ask(primary, MEASURE).catch(() => undefined);
    const { lag, orders } = (found ?? {}) as { lag?: number | null; orders?: number | null };
    return { lagBytes: lag ?? undefined, orders: orders ?? undefined };
  }

  private roleFile(): string {
    return join(this.options.dataDir, 'primary');
  }

  private remember(primary: DatabaseName): void {
    const half = `${this.roleFile()}.new`;
    writeFileSync(half, primary);
    renameSync(half, this.roleFile());
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
