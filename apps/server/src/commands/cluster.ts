/** `npm run cluster`: a whole deployment on this machine, to try: kill anything and watch. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { killLeftDatabases, stopLeftDatabases } from './cluster/databases.ts';
import { planDeployment } from './cluster/deployment.ts';
import { endLeftovers } from './cluster/leftovers.ts';
import { everyPort, portsFrom, type Ports } from './cluster/plan.ts';
import { readClusterEnvironment } from '../config/config.ts';
import { lockDataFolder } from '../platform/database/embedded/instance-lock.ts';
import { makeFolder } from '../platform/files/make-folder.ts';

const OPTIONS = {
  port: { type: 'string', default: '8080' },
  data: { type: 'string', default: './data/cluster' },
} as const;

/** Of the terminal, one for each part in turn. */
const COLOURS = [36, 33, 35, 32, 34, 96, 93, 95, 92, 94];
const NAME_WIDTH = 9;
const colours = new Map<string, number>();

function print(part: string, line: string): void {
  if (!colours.has(part)) colours.set(part, COLOURS[colours.size % COLOURS.length]!);
  const name = part.padEnd(NAME_WIDTH);
  const label = process.stdout.isTTY ? `\u001B[${colours.get(part)}m${name}\u001B[0m` : name;
  process.stdout.write(`${label} ${line}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_000) {
    throw new Error('--port must be a whole number from 1 to 65000');
  }
  const dataDir = resolve(values.data);
  makeFolder(dataDir, 'Set --data to another folder.');
  const lock = await lockDataFolder(dataDir);
  const ended = endLeftovers(dataDir) + (await stopLeftDatabases(dataDir));
  if (ended > 0) print('cluster', `ended what an earlier one had left running: ${ended} processes`);
  const ports = portsFrom(port);
  await assertFree(ports);
  const deployment = planDeployment({
    dataDir,
    ports,
    instance: fileURLToPath(new URL('./main.js', import.meta.url)),
    alerts: fileURLToPath(new URL('../../../ops/prometheus/alerts.yml', import.meta.url)),
    env: readClusterEnvironment(),
    onLine: print,
  });
  let isStopping = false;
  let isReady = false;
  const stop = async () => {
    if (isStopping) return endAtOnce(dataDir);
    isStopping = true;
    print('cluster', 'stopping everything… (Ctrl-C again: end it immediately)');
    await deployment.stop();
    lock.release();
    print('cluster', 'nothing is left running');
    process.exit(isReady ? 0 : 1);
  };
  // Before it starts: creating the database blocks this thread, and a signal meanwhile would end it without a word.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop());
  const started = await deployment.start().catch((error: unknown) => {
    if (!isStopping) throw error;
  });
  // `stop` ends the process.
  if (started === undefined) return;
  isReady = true;
  const { url, pageUrl, greeting, metricsConfig } = started;
  print('cluster', `Tern is running: ${url}`);
  for (const line of greeting) print('cluster', line);
  print('cluster', `Kill anything and watch: ${pageUrl}`);
  print('cluster', `Watch it with Prometheus: prometheus --config.file=${metricsConfig}`);
  print('cluster', 'Stop with Ctrl-C.');
}

/** What was acknowledged is kept: the next start recovers it. */
function endAtOnce(dataDir: string): never {
  killLeftDatabases(dataDir);
  endLeftovers(dataDir);
  print('cluster', 'ended immediately');
  process.exit(1);
}

/** @throws Error that names the first port that is used, and ports to try */
async function assertFree(ports: Ports): Promise<void> {
  const all = everyPort(ports);
  for (const port of all) {
    const probe = createServer();
    await new Promise<void>((done, fail) => {
      probe.once('error', () => {
        const other = ports.proxy === 9_000 ? 9_100 : 9_000;
        const range = `${all[0]} to ${all.at(-1)}`;
        fail(
          new Error(
            `Port ${port} is used by another instance; this needs ${range}. Try npm run cluster -- --port=${other}`,
          ),
        );
      });
      probe.listen(port, '127.0.0.1', () => probe.close(() => done()));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
