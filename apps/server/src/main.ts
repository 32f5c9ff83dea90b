/** The program: reads the configuration, starts everything, prints its address, stops cleanly. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertReadyForLive } from './app/doctor/examine.ts';
import { openFiles, openStorage, type Storage } from './app/open-storage.ts';
import { openSecretBox } from './app/open-secret-box.ts';
import { createBackups } from './app/run-backups.ts';
import { VERSION } from './app/version.ts';
import { greeting, seed } from './app/seed.ts';
import { serve } from './app/serve.ts';
import { createStartReport, type StartReport } from './app/start-report.ts';
import {
  appPlace,
  assertPortFree,
  exitCodeOf,
  sayWhyNotStarted,
  urlHere,
} from './app/start-checks.ts';
import { type Config, ConfigFaults, inspectConfig } from './config.ts';
import { createLeases } from './kernel/leases/create-leases.ts';
import { createSoleLeases, type Leases } from './kernel/leases/leases.ts';
import { readLicence } from './kernel/licence/licence.ts';
import { marketSeed } from './kernel/prices/market-seed.ts';
import { createPasswords } from './kernel/members/passwords.ts';
import { startInTurn } from './kernel/programs/first-start.ts';
import { createSettings, type Settings } from './kernel/settings/settings.ts';
import { type Bus, createLocalBus } from './platform/bus.ts';
import { deploymentOf } from './platform/database/deployment.ts';
import { makeFolder } from './platform/files/make-folder.ts';
import { createNatsBus, type NatsBus } from './platform/nats-bus.ts';
import { systemClock } from './platform/clock.ts';
import { createLog, type Log } from './platform/log.ts';
import { createSmtpMail } from './platform/mail.ts';
import { systemRandom } from './platform/random.ts';
import { createHttpSms } from './platform/sms.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';

/** From the bundle in `apps/server/dist`. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const STOP_WITHIN_MS = 15_000;
/** Of this program, for people who look at several. */
const NAME = `${hostname()} ${process.pid}`;

interface Running {
  /** Serves on for the configured time, reporting itself as not ready. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** A failed start is cleaned up. */
async function start(): Promise<Running> {
  const config = await safeConfig();
  const log = createLog(config.logLevel);
  await assertPortFree(config.port, appPlace(config.host));
  if (config.metrics !== undefined) {
    const { host, port } = config.metrics;
    await assertPortFree(port, { host, setting: 'METRICS_PORT' });
  }
  const report = createStartReport(say);
  makeFolder(config.dataDir, 'Set DATA_DIR to another folder.');
  tried = { dataDir: config.dataDir, report };
  drainMs = config.drainMs;
  const storage = await openStorage({
    config,
    log,
    onProgress: say,
    migrations: here('../migrations'),
    version: VERSION,
  });
  try {
    const running = await startOn(storage, { config, log, report });
    report.end();
    return running;
  } catch (error) {
    // An error while closing would be a consequence of the first one.
    await storage.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Says which variables are probably misspelt settings, and in live mode everything that the doctor warns of.
 * Fails with: an error that lists all faults, or all obstacles of live mode.
 */
async function safeConfig(): Promise<Config> {
  const inspected = inspectConfig();
  const { config, faults, doubts } = inspected;
  if (config.mode === 'live') {
    for (const trouble of await assertReadyForLive(inspected, systemClock)) {
      say(`Warning: ${trouble}`);
    }
    return config;
  }
  if (faults.length > 0) throw new ConfigFaults([...faults, ...doubts]);
  for (const doubt of doubts) say(`Warning: ${doubt}`);
  return config;
}

async function startOn(
  storage: Storage,
  { config, log, report }: Pick<Opened, 'config' | 'log' | 'report'>,
): Promise<Running> {
  const { database } = storage;
  report.does('the other programs');
  const settings = createSettings(database, log);
  await settings.refresh();
  const nats =
    config.nats && createNatsBus(config.nats, { log, deployment: await deploymentOf(database) });
  const bus = nats ?? createLocalBus((error) => log.error({ err: error }, 'a subscriber failed'));
  const leases = await openLeases(storage, { config, log, bus });
  let isWaiting = false;
  const turn = {
    database,
    random: systemRandom,
    log,
    name: NAME,
    isAlone: storage.isOwn,
    onWait(by: string) {
      if (!isWaiting) say('Waiting: another Tern prepares this database.');
      isWaiting = true;
      report.does(`waits until ${by} has prepared this database`);
    },
  };
  const given = { storage, config, log, report, settings, nats, bus, leases };
  return startInTurn(turn, async (isFirst) => {
    await leases.competeToServe();
    report.does('waits for the end of another program');
    if (isFirst) await leases.whenActive();
    return startServing(given);
  });
}

interface Opened {
  readonly storage: Storage;
  readonly config: Config;
  readonly log: Log;
  readonly report: StartReport;
  readonly settings: Settings;
  readonly nats: NatsBus | undefined;
  readonly bus: Bus;
  readonly leases: Leases;
}

/** Creates what is missing, then serves. */
async function startServing(opened: Opened): Promise<Running> {
  const { storage, config, log, report, settings, nats, bus, leases } = opened;
  const { database } = storage;
  report.does('accounts and keys');
  const backups = config.backup && createBackups(here('./backup.js'), log);
  const isLive = config.mode === 'live';
  const licence = config.licenceFile === undefined ? undefined : readLicence(config.licenceFile);
  const [random, clock, passwords] = [systemRandom, systemClock, createPasswords()];
  const plant = async () =>
    isLive ? { demo: undefined } : seed({ database, clock, random, passwords });
  const isPlanted = leases.isActive();
  const { demo } = isPlanted ? await plant() : { demo: undefined };
  const mail = config.smtp && createSmtpMail(config.smtp);
  const tracing = await openTracing(config.tracing, { version: VERSION, log, now: clock.now });
  const parts = {
    database,
    lists: storage.lists,
    clock,
    random,
    log,
    passwords,
    settings,
    mail,
    secretBox: await openSecretBox(database, config.secretsKeyFile),
    bus,
    leases,
    sms: config.sms && createHttpSms(config.sms),
    mode: config.mode,
    licence,
    demo,
    marketSeed: await marketSeed(database, random, config.marketSeed),
    liveSources: config.liveSources,
    evm: config.evm,
    captchaFixed: config.captchaFixed,
    publicUrl: config.publicUrl,
    morePushServices: config.morePushServices,
    witnesses: config.witnesses,
    files: openFiles(config),
    // It contains codes in plain text.
    outboxFile: isLive ? undefined : join(config.dataDir, 'outbox.jsonl'),
    dataDir: config.dataDir,
    backups,
    tracing,
  };
  const { port, host, trustedProxies, metrics, roles } = config;
  const roots = { webRoot: here('../../web/dist'), consoleRoot: here('../../console/dist') };
  const welcome = async () =>
    isLive
      ? `Live mode: real money. Operated by ${licence?.operator}.`
      : greeting({ database, passwords }).catch((error: unknown) => {
          log.warn({ err: error }, 'the accounts of paper mode could not be read');
          return 'Paper money: balances have no real value.';
        });
  const prepare = isPlanted ? undefined : async () => void (await plant());
  const onStart = (what: string) => report.does(what);
  const options = { port, host, trustedProxies, metrics, roles, prepare, onStart, ...roots };
  const serving = await serve(parts, options);
  if (!leases.isActive()) {
    say('\nStandby: another Tern serves this database. This one takes over when that one ends.');
  }
  serving.whenServing.then(
    async () => {
      backups?.start();
      const lines = await welcome();
      say(`\nTern is running: ${urlHere(host, port)}\n${lines}\nStop with Ctrl-C.`);
    },
    (error: unknown) => stopNow(whyNotStarted(error), 1),
  );
  return {
    async drain() {
      if (config.drainMs > 0) serving.drain(config.drainMs);
      await sleep(config.drainMs);
    },
    async stop() {
      await serving.stop();
      await nats?.close();
      await tracing?.close();
      mail?.close();
      await storage.close();
      await backups?.stop();
    },
  };
}

/** Of a program that has its database alone, or of one among several. */
async function openLeases(
  { database, isOwn, schema }: Storage,
  { config, log, bus }: { config: Config; log: Log; bus: Bus },
): Promise<Leases> {
  if (isOwn) return createSoleLeases(log);
  const program = {
    name: NAME,
    roles: config.roles,
    version: VERSION,
    schema,
    isShared: config.nats !== undefined,
    settings: config.shared,
  };
  const deps = { database, clock: systemClock, random: systemRandom, bus, log };
  return createLeases(deps, program);
}

let isStopping = false;
/** For the message of a failed start. */
let tried: { dataDir: string; report: StartReport } | undefined;
const whyNotStarted = (error: unknown): string =>
  sayWhyNotStarted(error, { dataDir: tried?.dataDir ?? '', what: tried?.report.what ?? '' });
let drainMs = 0;

/** Stops the program once and ends the process; one that failed does not serve on before. */
function stopNow(line: string, exitCode: 0 | 1): void {
  if (isStopping) return;
  isStopping = true;
  say(`\n${line}`);
  setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref();
  // A start in progress is completed first, then stopped, including the database.
  started
    .then(async ({ drain, stop }) => {
      if (exitCode === 0) await drain();
      await stop();
    })
    .then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
}

const started = start();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopNow('Stopping…', 0));
}
started.catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exit(exitCodeOf(error));
});
