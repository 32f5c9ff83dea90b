/** Built instances of one deployment: on a primary with its standby, joined by NATS, behind a proxy. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Databases,
  startDatabases,
} from '../../../apps/server/src/commands/cluster/databases.ts';
import { natsArguments, natsVersion } from '../../../apps/server/src/commands/cluster/nats.ts';
import { openProxy, type Proxy } from '../../../apps/server/src/commands/cluster/proxy.ts';
import { ROLES, type Role } from '../../../apps/server/src/kernel/leases/roles.ts';
import { cpuOf, familyCpu, freePort, serverPath } from '../server-process.ts';

export interface BenchInstance {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly port: number;
  child: ChildProcess;
}

const READY_WITHIN_MS = 180_000;

export class Instances {
  readonly databases: Databases;
  proxy: Proxy | undefined;
  running: BenchInstance[] = [];
  private readonly folder: string;
  private readonly nats: ChildProcess;
  private readonly natsPort: number;

  private constructor(folder: string, databases: Databases, natsPort: number) {
    this.folder = folder;
    this.databases = databases;
    this.natsPort = natsPort;
    this.nats = spawn('nats-server', natsArguments(natsPort), { stdio: 'ignore' });
  }

  /** @throws Error without nats-server on the path */
  static async open(): Promise<Instances> {
    if (natsVersion() === undefined) {
      throw new Error('nats-server is not on the path (Debian: apt-get install nats-server)');
    }
    const folder = mkdtempSync(join(tmpdir(), 'tern-bench-cluster-'));
    const databases = await startDatabases({
      dataDir: folder,
      ports: [await freePort(), await freePort()],
      password: 'bench',
      onLine: () => undefined,
    });
    const instances = new Instances(folder, databases, await freePort());
    // The first one alone creates tables and keys.
    await instances.use({ first: ROLES });
    return instances;
  }

  /** Replaces the running instances, and waits until all are ready. */
  async use(wanted: Readonly<Record<string, readonly Role[]>>): Promise<void> {
    await this.end();
    for (const [name, roles] of Object.entries(wanted)) {
      const port = await freePort();
      this.running.push({ name, roles, port, child: this.spawn(roles, port) });
    }
    this.proxy = await openProxy({
      port: 0,
      targets: this.running.map(({ name, roles, port }) => ({
        name,
        port,
        takesRequests: roles.includes('api'),
        takesSockets: roles.includes('feed'),
      })),
    });
    await this.whenReady();
  }

  restart(instance: BenchInstance): void {
    instance.child = this.spawn(instance.roles, instance.port);
  }

  async whenReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    const waiting = () =>
      this.running.filter(({ name }) => this.proxy!.obstacleOf(name) !== undefined);
    while (waiting().length > 0) {
      if (performance.now() > deadline) {
        throw new Error(
          `not ready: ${waiting()
            .map(({ name }) => name)
            .join(', ')}`,
        );
      }
      await sleep(50);
    }
  }

  /** CPU seconds so far: of the instances by their roles, the database servers, NATS and the proxy in this process. */
  async cpuSeconds(): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { roles, child } of this.running) {
      const kind = roles.length === ROLES.length ? 'instance' : roles.join('+');
      sums[kind] = (sums[kind] ?? 0) + cpuOf(child.pid ?? 0).own;
    }
    const { servers } = await this.databases.status();
    for (const { role, pid } of servers) if (pid !== undefined) sums[role] = familyCpu(pid);
    const { user, system } = process.cpuUsage();
    return { ...sums, nats: cpuOf(this.nats.pid ?? 0).own, proxy: (user + system) / 1e6 };
  }

  async stop(): Promise<void> {
    await this.end();
    this.nats.kill('SIGKILL');
    await this.databases.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(): Promise<void> {
    await this.proxy?.close();
    await Promise.all(
      this.running.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }),
    );
    this.running = [];
  }

  private spawn(roles: readonly Role[], port: number): ChildProcess {
    const { url, ownerUrl } = this.databases.urls;
    return spawn(process.execPath, ['--max-semi-space-size=64', serverPath()], {
      env: {
        ...process.env,
        PORT: String(port),
        ROLES: roles.join(','),
        DATA_DIR: join(this.folder, 'programs'),
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        NATS_URL: `nats://127.0.0.1:${this.natsPort}`,
        TRUSTED_PROXY: 'loopback',
        MARKET_SEED: 'bench',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
