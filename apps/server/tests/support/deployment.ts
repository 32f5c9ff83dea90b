/**
 * Several built instances on one database with its standby, joined by NATS and behind a proxy; each has wires of its own to
 * the bus and the database servers, which tests cut and slow.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Databases, startDatabases } from '../../src/commands/cluster/databases.ts';
import type { Role } from '../../src/kernel/leases/roles.ts';
import { openProxy, type Proxy } from '../../src/commands/cluster/proxy.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { type Api, createApi } from './api-client.ts';
import type { Build, Instance } from './built-server.ts';
import { fileOfPackage } from './debian-package.ts';
import { copyFirstStart } from './first-start.ts';
import { freePort } from './free-port.ts';
import { provePhoneOf } from './members.ts';
import { createPeople, type Person } from './people.ts';
import { openWire, type Wire } from './wire.ts';
import { until } from './pass-time.ts';

/** Why there is no bus on this machine; undefined: there is one. */
export const natsServer = (): string | undefined =>
  fileOfPackage('nats-server', 'usr/sbin/nats-server');

export interface Node {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly port: number;
  readonly metricsPort: number;
  readonly instance: Instance;
  readonly bus: Wire;
  readonly databases: readonly Wire[];
  /** Starts it after its end, perhaps with more settings. */
  start(env?: Record<string, string>): Promise<void>;
  /** How far its clock is off from now on, such as `+5s`; it sees that within a second. */
  stepClock(shift: string): void;
}

export interface Deployment {
  readonly api: Api;
  readonly nodes: readonly Node[];
  readonly databases: Databases;
  readonly proxy: Proxy;
  /** As the owner of the tables, on the primary. */
  readonly owner: Database;
  nodesOf(role: Role): Node[];
  register(members: number): Promise<Person[]>;
  /** The faults that the audit finds. */
  auditFaults(): Promise<string[]>;
  /** For a failure: what each instance and server says. */
  describe(): Promise<string>;
  /** Every instance answers that it is ready. */
  whenReady(): Promise<void>;
  stop(): Promise<void>;
}

interface DeploymentOptions {
  /** The roles of each instance. */
  readonly instances: Readonly<Record<string, readonly Role[]>>;
  readonly nats: string;
  readonly env?: Record<string, string>;
  /** The library of libfaketime, if clocks are to be stepped. */
  readonly faketime?: string | undefined;
}

const READY_WITHIN_MS = 120_000;

export async function startDeployment(
  build: Build,
  { instances, nats, env = {}, faketime }: DeploymentOptions,
): Promise<Deployment> {
  const servers = join(dirname(build.dataDir), 'servers');
  await copyFirstStart(build.dataDir, 'key');
  await copyFirstStart(join(servers, 'postgres-1'), 'database');
  const databases = await startDatabases({
    dataDir: servers,
    ports: [await freePort(), await freePort()],
    password: 'secret',
    onLine: () => undefined,
  });
  const natsPort = await freePort();
  const bus = spawn(nats, ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' });
  const world = { build, databases, natsPort, env, faketime };
  const nodes: StartedNode[] = [];
  try {
    for (const [name, roles] of Object.entries(instances)) {
      const node = await makeNode(name, roles, world);
      nodes.push(node);
    }
    // Two at a time: each start keeps a core busy for a second or two.
    for (let at = 0; at < nodes.length; at += 2) {
      await Promise.all(nodes.slice(at, at + 2).map((node) => node.start()));
    }
  } catch (error) {
    await endAll({ nodes, bus, databases });
    throw error;
  }
  const proxy = await openProxy({
    port: 0,
    targets: nodes.map(({ name, roles, port }) => ({
      name,
      port,
      takesRequests: roles.includes('api'),
      takesSockets: roles.includes('feed'),
    })),
  });
  const { url, ownerUrl } = databases.urls;
  const owner = await openDatabase({
    connection: { url: ownerUrl },
    poolSize: 2,
    onError: () => undefined,
  });
  return assemble({ build, databases, nodes, proxy, owner, bus, urls: { url, ownerUrl } });
}

interface Assembled {
  readonly build: Build;
  readonly databases: Databases;
  readonly nodes: readonly StartedNode[];
  readonly proxy: Proxy;
  readonly owner: Database;
  readonly bus: ChildProcess;
  readonly urls: { readonly url: string; readonly ownerUrl: string };
}

function assemble(parts: Assembled): Deployment {
  const { build, databases, nodes, proxy, owner, bus, urls } = parts;
  const api = createApi(() => `http://127.0.0.1:${proxy.port}`);
  return {
    api,
    nodes,
    databases,
    proxy,
    owner,
    nodesOf: (role) => nodes.filter(({ roles }) => roles.includes(role)),
    async register(members) {
      const { register } = createPeople(api, {
        outboxFile: join(build.dataDir, 'outbox.jsonl'),
        captcha: 'GULL',
        provePhone: (memberId) => provePhoneOf(owner, memberId),
      });
      const registered: Person[] = [];
      for (let count = 0; count < members; count += 1) registered.push(await register());
      return registered;
    },
    async auditFaults() {
      const audit = build.command('audit', [], {
        DATABASE_URL: urls.url,
        DATABASE_OWNER_URL: urls.ownerUrl,
      });
      const code = await audit.ended;
      const lines = audit.output().split('\n');
      if (code !== 0 && !audit.output().includes('FAIL')) return lines;
      return lines.filter((line) => line.includes('FAIL'));
    },
    async describe() {
      const instances = nodes.map(async (node) => {
        const said = node.instance.output().slice(-1_500);
        return `${node.name}: ${await stateOf(node)}, the proxy: ${proxy.obstacleOf(node.name)}\n${said}`;
      });
      const { servers } = await databases.status();
      return [JSON.stringify(servers), ...(await Promise.all(instances))].join('\n');
    },
    async whenReady() {
      const obstacles = async () => {
        const states = await Promise.all(
          nodes.map(async (node) => [node, await stateOf(node)] as const),
        );
        return states.flatMap(([{ name }, state]) =>
          state === 'ready' ? [] : `${name}: ${state}`,
        );
      };
      let left: string[] = [];
      const said = () =>
        nodes.map(({ name, instance }) => `${name}: ${instance.output().slice(-2_000)}`);
      await until(
        () => ['all instances', ...left, ...said()].join('\n'),
        async () => {
          left = await obstacles();
          return left.length === 0;
        },
        { everyMs: 50, withinMs: READY_WITHIN_MS },
      );
    },
    async stop() {
      await proxy.close();
      await owner.close().catch(() => undefined);
      await endAll({ nodes, bus, databases });
    },
  };
}

async function endAll({
  nodes,
  bus,
  databases,
}: Pick<Assembled, 'nodes' | 'bus' | 'databases'>): Promise<void> {
  for (const { instance } of nodes) {
    instance.kill('SIGCONT');
    instance.kill('SIGKILL');
    await instance.ended;
  }
  for (const node of nodes) {
    for (const wire of [node.bus, ...node.databases]) await wire.close();
  }
  bus.kill('SIGKILL');
  await databases.stop();
}

interface StartedNode extends Node {
  instance: Instance;
}

interface World {
  readonly build: Build;
  readonly databases: Databases;
  readonly natsPort: number;
  readonly env: Record<string, string>;
  readonly faketime: string | undefined;
}

/** The clock of people is that of the file; those that measure how long something takes stay right. */
const clockOf = (faketime: string, file: string): Record<string, string> => ({
  LD_PRELOAD: faketime,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
});

async function makeNode(name: string, roles: readonly Role[], world: World): Promise<StartedNode> {
  const { build, databases, natsPort, env, faketime } = world;
  const port = await freePort();
  const bus = await openWire(natsPort);
  const servers = (await databases.status()).servers.map((each) => each.port);
  const wires = await Promise.all(servers.map(openWire));
  /** The same URL, over this node's wires. */
  const through = (url: string) =>
    servers.reduce((text, server, at) => text.replace(`:${server}`, `:${wires[at]!.port}`), url);
  const clockFile = join(dirname(build.dataDir), `clock-${name}`);
  const stepClock = (shift: string) => writeFileSync(clockFile, `${shift}\n`);
  stepClock('+0s');
  const metricsPort = await freePort();
  const settings = {
    ...env,
    ...(faketime === undefined ? {} : clockOf(faketime, clockFile)),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    ROLES: roles.join(','),
    TRUSTED_PROXY: 'loopback',
    LISTEN_HOST: '127.0.0.1',
    NATS_URL: `nats://127.0.0.1:${bus.port}`,
    DATABASE_URL: through(databases.urls.url),
    DATABASE_OWNER_URL: through(databases.urls.ownerUrl),
  };
  const node: StartedNode = {
    name,
    roles,
    port,
    metricsPort,
    bus,
    databases: wires,
    instance: NOT_STARTED,
    stepClock,
    async start(more = {}) {
      const startOne = () => build.start({ env: { ...settings, ...more }, isAwaited: false });
      node.instance = await startOne();
      // As a supervisor does: the database may not have answered in time.
      while (!(await isAlive(node))) node.instance = await startOne();
    },
  };
  return node;
}

const NOT_STARTED: Instance = {
  url: '',
  pid: 0,
  output: () => '',
  ended: Promise.resolve(0),
  kill: () => undefined,
  type: () => undefined,
};

/** False when it has ended instead. @throws Error with its output when it does neither */
async function isAlive(node: StartedNode): Promise<boolean> {
  const { instance } = node;
  let isOver = false;
  void instance.ended.then(() => {
    isOver = true;
  });
  const answers = async () => (await ask(node, '/healthz')) !== undefined;
  await until(
    () => `the start of ${node.name}:\n${instance.output()}`,
    async () => isOver || (await answers()),
    { everyMs: 50, withinMs: READY_WITHIN_MS },
  );
  if (!isOver || (await answers())) return true;
  if (/does not answer|cannot be used/.test(instance.output())) return false;
  throw new Error(`${node.name} did not start:\n${instance.output()}`);
}

const stateOf = async (node: Node): Promise<string> =>
  (await ask(node, '/readyz')) ?? 'does not answer';

async function ask({ port }: Node, path: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal });
    return ((await response.json()) as { state: string }).state;
  } catch {
    return undefined;
  }
}
