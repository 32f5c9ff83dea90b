/** A whole deployment of Tern on one machine: database servers, bus, instances, a proxy in front, a page that shows them. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Databases, type DatabaseName, startDatabases } from './databases.ts';
import { recordProcesses } from './leftovers.ts';
import { writeMetricsConfig } from './metrics-config.ts';
import { natsArguments, natsVersion } from './nats.ts';
import { type Act, openPage, type PageStatus } from './page.ts';
import { ROLES } from '../../kernel/leases/roles.ts';
import { type Planned, planInstances, type Ports } from './plan.ts';
import { openProxy, type Proxy } from './proxy.ts';
import { type LivingInstance, watchInstances } from './instances-seen.ts';
import { isUsual, readableLine } from './readable-line.ts';
import { supervise, type Supervised } from './supervised.ts';
import { fetch } from '../../platform/http/fetch.ts';

export interface DeploymentOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly ports: Ports;
  /** The built server, `main.js`. */
  readonly instance: string;
  /** The rules for Prometheus, `alerts.yml`. */
  readonly alerts: string;
  /** What the instances inherit. */
  readonly env: NodeJS.ProcessEnv;
  /** `part` is who says it. */
  readonly onLine: (part: string, line: string) => void;
}

export interface Deployment {
  readonly url: string;
  readonly pageUrl: string;
  /** How to log in. */
  readonly greeting: readonly string[];
  /** For a Prometheus that watches all instances. */
  readonly metricsConfig: string;
}

export interface PlannedDeployment {
  /** Once. Nothing runs then. @throws Error that says what did not start; an error if it is stopped meanwhile */
  start(): Promise<Deployment>;
  /** Also before it starts, and while it does. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 20_000;
const START_WITHIN_MS = 120_000;
const STATUS_MS = 500;
/** Orders a second are averaged over it. */
const RATE_MS = 5_000;
const NATS_STOPPED_MS = 5_000;
const EVENTS_KEPT = 200;
const REPEATED_MS = 10_000;
/** As `npm start` runs it. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

export function planDeployment(options: DeploymentOptions): PlannedDeployment {
  const parts = new Parts(options);
  return { start: () => start(parts, options), stop: () => parts.stop() };
}

async function start(parts: Parts, { ports }: DeploymentOptions): Promise<Deployment> {
  try {
    await parts.start();
  } catch (error) {
    await parts.stop();
    throw error;
  }
  return {
    greeting: parts.greeting,
    url: `http://localhost:${ports.proxy}`,
    pageUrl: `http://localhost:${ports.page}`,
    metricsConfig: parts.metricsConfig,
  };
}

class Parts {
  private readonly options: DeploymentOptions;
  private readonly events: { at: number; line: string; times: number }[] = [];
  private readonly instances = new Map<Planned, Supervised>();
  private readonly closers: (() => Promise<void>)[] = [];
  private nats: Supervised | undefined;
  private natsVersion: string | undefined;
  private natsStoppedAt: number | undefined;
  private databases: Databases | undefined;
  private proxy: Proxy | undefined;
  private seen: readonly LivingInstance[] = [];
  private databaseStatus: Awaited<ReturnType<Databases['status']>> = {
    servers: [],
    orders: undefined,
  };
  private readonly counts: { at: number; orders: number }[] = [];
  /** Of the demo accounts. */
  greeting: readonly string[] = [];
  /** The file for Prometheus. */
  metricsConfig = '';
  private readonly greeters = new Map<string, string[]>();
  /** The instance that prepares the database at the first start. */
  private first: Supervised | undefined;
  private starting: Promise<void> | undefined;
  private isStopping = false;

  constructor(options: DeploymentOptions) {
    this.options = options;
  }

  start(): Promise<void> {
    this.starting = this.startAll();
    return this.starting;
  }

  private async startAll(): Promise<void> {
    const { dataDir, ports, onLine } = this.options;
    mkdirSync(dataDir, { recursive: true });
    this.databases = await startDatabases({
      dataDir,
      ports: ports.databases,
      password: passwordIn(dataDir),
      onLine: (line) => this.report('postgres', line),
    });
    this.assertWanted();
    this.startNats();
    await this.prepare();
    this.assertWanted();
    const planned = planInstances(this.nats !== undefined, ports.instances);
    this.metricsConfig = writeMetricsConfig(this.options, planned.length);
    for (const instance of planned) this.startInstance(instance);
    this.proxy = await openProxy({ port: ports.proxy, targets: planned.map(targetOf) });
    this.closers.push(() => this.proxy!.close());
    await this.watch();
    this.closers.push(
      await openPage({
        port: ports.page,
        status: () => this.status(),
        act: (name, act) => this.act(name, act),
      }),
    );
    onLine('cluster', 'waiting until instances are ready');
    await this.whenReady();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.starting?.catch(() => undefined);
    for (const close of this.closers.splice(0).toReversed()) await close();
    await Promise.all(
      [...this.instances.values()].map((instance) => instance.stop(STOP_WITHIN_MS)),
    );
    await this.nats?.stop(STOP_WITHIN_MS);
    await this.databases?.stop();
  }

  private assertWanted(): void {
    if (this.isStopping) throw new Error('stopped while it started');
  }

  private print(part: string, line: string): void {
    this.options.onLine(part, line);
  }

  /** Also shown on the page, a repeated line once. */
  private report(part: string, text: string): void {
    this.print(part, text);
    const line = `${part}: ${text}`;
    const last = this.events.findLast((event) => event.line === line);
    if (last !== undefined && Date.now() - last.at < REPEATED_MS) {
      last.times += 1;
      return;
    }
    this.events.push({ at: Date.now(), line, times: 1 });
    if (this.events.length > EVENTS_KEPT) this.events.shift();
  }

  /** What an instance says. Each prints the same greeting, which is wanted once. */
  private hear(name: string, line: string): void {
    const greeting = this.greeters.get(name);
    if (line.startsWith('Tern is running')) {
      this.greeters.set(name, []);
      this.report(name, 'serves');
    } else if (greeting === undefined) {
      const text = readableLine(line);
      if (isUsual(text)) this.print(name, text);
      else this.report(name, text);
    } else if (line.startsWith('Stop with')) {
      this.greeting = greeting;
      this.greeters.delete(name);
    } else {
      greeting.push(line);
    }
  }

  private startNats(): void {
    const { ports, dataDir, env } = this.options;
    this.natsVersion = natsVersion();
    if (this.natsVersion === undefined) {
      this.report(
        'cluster',
        'nats-server is not on the path (Debian: apt-get install nats-server): one instance is active, the other one waits to take over',
      );
      return;
    }
    this.nats = supervise({
      name: 'nats',
      file: 'nats-server',
      args: natsArguments(ports.nats),
      env,
      cwd: dataDir,
      // Its log is for those who operate it.
      onLine: (line) => line.startsWith('[') || this.report('nats', line),
      onChange: () => this.record(),
    });
  }

  /** At the first start one instance does everything: it creates tables, keys and the demo member with its past. */
  private async prepare(): Promise<void> {
    const { dataDir, ports, instance } = this.options;
    const marker = join(dataDir, 'prepared');
    if (existsSync(marker)) return;
    this.report('cluster', 'preparing the database, which takes up to a minute');
    const planned = { name: 'first start', roles: ROLES, port: ports.instances };
    const { NATS_URL: _bus, ...env } = this.environmentOf(planned);
    this.first = supervise({
      name: planned.name,
      file: process.execPath,
      args: [...NODE_FLAGS, instance],
      env,
      cwd: dataDir,
      onLine: (line) => isOfFirstStart(line) && this.print('cluster', readableLine(line)),
      onChange: () => this.record(),
    });
    this.record();
    try {
      await this.whenServes(planned);
    } finally {
      await this.first.stop(STOP_WITHIN_MS);
      this.first = undefined;
    }
    writeFileSync(marker, '');
  }

  private startInstance(planned: Planned): void {
    const { instance, dataDir } = this.options;
    const running = supervise({
      name: planned.name,
      file: process.execPath,
      args: [...NODE_FLAGS, instance],
      env: this.environmentOf(planned),
      cwd: dataDir,
      onLine: (line) => this.hear(planned.name, line),
      onChange: () => this.record(),
    });
    this.instances.set(planned, running);
    this.record();
  }

  private environmentOf({ roles, port }: Planned): NodeJS.ProcessEnv {
    const { env, dataDir, ports } = this.options;
    const { url, ownerUrl } = this.databases!.urls;
    return {
      ...env,
      ROLES: roles.join(','),
      PORT: String(port),
      LISTEN_HOST: '127.0.0.1',
      METRICS_PORT: String(ports.metrics + port - ports.instances),
      TRUSTED_PROXY: 'loopback',
      PUBLIC_URL: `http://localhost:${ports.proxy}`,
      DATA_DIR: join(dataDir, 'programs'),
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      ...(this.nats === undefined ? {} : { NATS_URL: `nats://127.0.0.1:${ports.nats}` }),
    };
  }

  /** For the next start, in case this process is killed. */
  private record(): void {
    const all = [...this.instances.values(), this.nats, this.first];
    recordProcesses(
      this.options.dataDir,
      all.flatMap((each) => each?.pid ?? []),
    );
  }

  private async whenServes({ name, port }: Planned): Promise<void> {
    const deadline = performance.now() + START_WITHIN_MS;
    for (;;) {
      this.assertWanted();
      const serves = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (serves) return;
      if (performance.now() > deadline) {
        throw new Error(`${name} does not serve; see its lines above`);
      }
      await sleep(100);
    }
  }

  /** One instance of each role, so that the address works when it is printed; and how to sign in, which an instance says a moment later. */
  private async whenReady(): Promise<void> {
    const deadline = performance.now() + START_WITHIN_MS;
    const isReady = () =>
      this.greeting.length > 0 &&
      ['api', 'feed', 'engine', 'jobs'].every((role) =>
        [...this.instances.keys()].some(
          ({ name, roles }) =>
            roles.includes(role as never) && this.proxy!.obstacleOf(name) === undefined,
        ),
      );
    while (!isReady()) {
      this.assertWanted();
      if (performance.now() > deadline) throw new Error('the instances did not get ready');
      await sleep(100);
    }
  }

  private async watch(): Promise<void> {
    const instances = watchInstances(this.databases!.urls.url);
    let isReading = false;
    const read = async () => {
      if (isReading) return;
      isReading = true;
      const [seen, status] = await Promise.all([instances.read(), this.databases!.status()]);
      if (seen !== undefined) this.learn(seen);
      this.endStoppedNats();
      this.databaseStatus = status;
      if (status.orders !== undefined) this.counts.push({ at: Date.now(), orders: status.orders });
      while ((this.counts[1]?.at ?? Infinity) < Date.now() - RATE_MS) this.counts.shift();
      isReading = false;
    };
    const timer = setInterval(() => void read(), STATUS_MS);
    this.closers.push(async () => {
      clearInterval(timer);
      await instances.close();
    });
  }

  /** Nothing can take its place: without it, no order reaches an engine. */
  private endStoppedNats(): void {
    const { nats } = this;
    if (nats?.state !== 'paused') {
      this.natsStoppedAt = undefined;
      return;
    }
    this.natsStoppedAt ??= performance.now();
    if (performance.now() - this.natsStoppedAt < NATS_STOPPED_MS) return;
    this.report('nats', 'was stopped for 5 s: ending it, to start it again');
    nats.kill();
  }

  /** Says which instances have got engines or the prices. */
  private learn(seen: readonly LivingInstance[]): void {
    const held = (all: readonly LivingInstance[], wanted: number | undefined) =>
      (all.find(({ pid }) => pid === wanted)?.leases ?? []).filter((lease) => MOVES.test(lease));
    for (const [{ name }, { pid }] of this.instances) {
      const [before, now] = [held(this.seen, pid), held(seen, pid)];
      if (now.every((lease) => before.includes(lease))) continue;
      this.report(name, `has ${describeLeases(now)} now`);
    }
    this.seen = seen;
  }

  private status(): PageStatus {
    const { ports } = this.options;
    return {
      proxyUrl: `http://localhost:${ports.proxy}`,
      ordersPerSecond: ordersPerSecond(this.counts),
      instances: [...this.instances].map(([{ name, roles, port }, { pid, state, restarts }]) => {
        // Its name in the database ends with the id of its process.
        const seen = this.seen.find((each) => each.pid === pid);
        const obstacle = this.proxy?.obstacleOf(name);
        const { heartbeatMs, leases = [] } = seen ?? {};
        return { name, roles, port, pid, state, restarts, obstacle, heartbeatMs, leases };
      }),
      databases: this.databaseStatus.servers,
      nats: this.nats && {
        name: 'nats',
        version: this.natsVersion,
        port: ports.nats,
        state: this.nats.state,
        restarts: this.nats.restarts,
      },
      events: this.events,
    };
  }

  private async act(name: string, act: Act): Promise<void> {
    const label = { kill: 'killed', pause: 'stopped', resume: 'continued', promote: 'promoted' }[
      act
    ];
    this.report('page', `${name} is to be ${label}`);
    if (name === 'postgres-1' || name === 'postgres-2') return this.actOnDatabase(name, act);
    const instance = [...this.instances.values(), this.nats].find((each) => each?.name === name);
    if (instance === undefined || act === 'promote') throw new Error(`${name} cannot be ${label}`);
    instance[act]();
  }

  private async actOnDatabase(name: DatabaseName, act: Act): Promise<void> {
    if (act === 'promote') await this.databases!.promote(name);
    else this.databases![act](name);
  }
}

/** What members notice when it moves. */
const MOVES = /^(?:spot[.]engine[.]|pricing$|active$)/;

function describeLeases(leases: readonly string[]): string {
  const engines = leases.filter((lease) => lease.startsWith('spot.engine.')).length;
  return [
    ...(leases.includes('active') ? ['everything: it is the active instance'] : []),
    ...(leases.includes('pricing') ? ['the making of prices'] : []),
    ...(engines > 0 ? [`the engines of ${engines} markets`] : []),
  ].join(' and ');
}

const targetOf = ({ name, roles, port }: Planned) => ({
  name,
  port,
  takesRequests: roles.includes('api'),
  takesSockets: roles.includes('feed'),
});

function ordersPerSecond(counts: readonly { at: number; orders: number }[]): number | undefined {
  const [first] = counts;
  const last = counts.at(-1);
  if (first === undefined || last === undefined || last.at === first.at) return undefined;
  // A server that was started again counts from zero.
  return Math.max(0, Math.round(((last.orders - first.orders) * 1_000) / (last.at - first.at)));
}

/** The instance that prepares the database serves for a moment, and is nobody's address. */
const isOfFirstStart = (line: string): boolean =>
  line.startsWith('{') || line.startsWith('Starting for') || / must | cannot |[Ff]ailed/.test(line);

/** One for all servers of the folder, drawn at the first start. */
function passwordIn(dataDir: string): string {
  const file = join(dataDir, 'password');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const password = randomBytes(16).toString('hex');
    writeFileSync(file, password, { mode: 0o600 });
    return password;
  }
}
