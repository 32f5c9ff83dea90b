/** Runs the server on its open database: creates what is missing, serves, and says so. Loaded while the database starts. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { createLeases } from '../kernel/leases/create-leases.ts';
import { createSoleLeases, type Leases } from '../kernel/leases/leases.ts';
import { readLicence } from '../kernel/licence/licence.ts';
import { createPasswords } from '../kernel/members/passwords.ts';
import { marketSeed } from '../kernel/prices/market-seed.ts';
import { startInTurn } from '../kernel/instances/first-start.ts';
import { createSettings, type Settings } from '../kernel/settings/settings.ts';
import { type Bus, createLocalBus } from '../platform/bus.ts';
import { systemClock } from '../platform/clock.ts';
import { deploymentOf } from '../platform/database/deployment.ts';
import type { Embedded } from '../platform/database/embedded.ts';
import type { Log } from '../platform/log.ts';
import { openVenue } from '../adapters/htx-venue/htx-venue.ts';
import { createSmtpMail } from '../adapters/smtp.ts';
import { createNatsBus, type NatsBus } from '../platform/nats-bus.ts';
import { systemRandom } from '../platform/random.ts';
import { createOpenIdProvider } from '../adapters/open-id-provider.ts';
import { createHttpSms } from '../adapters/http-sms.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { releaseYoungGeneration } from '../platform/young-generation.ts';
import { openSecretBox } from './open-secret-box.ts';
import { openFiles, openStorage, type Storage } from './open-storage.ts';
import { createBackups } from './run-backups.ts';
import { assertSeedUnknown, greeting, seed } from './seed.ts';
import { serve } from './serve.ts';
import { urlHere } from './start-checks.ts';
import type { StartReport } from './start-report.ts';
import { VERSION } from './version.ts';

/** From the bundle in `apps/server/dist`. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Of this instance, for people who look at several. */
const NAME = `${hostname()} ${process.pid}`;

export interface Running {
  /** Serves on for the configured time, reporting itself as not ready. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export interface Instance {
  readonly config: Config;
  readonly log: Log;
  readonly report: StartReport;
  /** The embedded database, which is being started; undefined if the operator has one. */
  readonly own: Promise<Embedded> | undefined;
  /** For the terminal. */
  print(line: string): void;
  /** A standby could not begin to serve. */
  onFailure(error: unknown): void;
}

/** A failed start is cleaned up. */
export async function runInstance(instance: Instance): Promise<Running> {
  const { config, log, report, own, print } = instance;
  const storage = await openStorage({
    config,
    log,
    own,
    onProgress: print,
    onStep: report.does,
    migrations: here('../migrations'),
    version: VERSION,
  });
  try {
    const running = await startOn(storage, instance);
    log.info({ stepsMs: report.end() }, 'started');
    return running;
  } catch (error) {
    // An error while closing would be a consequence of the first one.
    await storage.close().catch(() => undefined);
    throw error;
  }
}

async function startOn(storage: Storage, instance: Instance): Promise<Running> {
  const { config, log, report, print } = instance;
  const { database } = storage;
  report.does('the other instances');
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
      if (!isWaiting) print('Waiting: another Tern prepares this database.');
      isWaiting = true;
      report.does(`waits until ${by} has prepared this database`);
    },
  };
  const given = { ...instance, storage, settings, nats, bus, leases };
  return startInTurn(turn, async (isFirst) => {
    await leases.competeToServe();
    report.does('waits for the end of another instance');
    if (isFirst) await leases.whenActive();
    return startServing(given);
  });
}

interface Opened extends Instance {
  readonly storage: Storage;
  readonly settings: Settings;
  readonly nats: NatsBus | undefined;
  readonly bus: Bus;
  readonly leases: Leases;
}

/** Creates what is missing, then serves. */
async function startServing(opened: Opened): Promise<Running> {
  const { storage, config, log, report, print, settings, nats, bus, leases } = opened;
  const { database } = storage;
  report.does('accounts and keys');
  const backups = config.backup && createBackups(here('./backup.js'), log);
  const isLive = config.mode === 'live';
  const licence = config.licenceFile === undefined ? undefined : readLicence(config.licenceFile);
  const [random, clock, passwords] = [systemRandom, systemClock, createPasswords()];
  const seedDatabase = async () =>
    isLive ? { demo: undefined } : seed({ database, clock, random, passwords });
  const isSeeded = leases.isActive();
  const { demo } = isSeeded ? await seedDatabase() : { demo: undefined };
  const mail = config.smtp && createSmtpMail(config.smtp);
  const tracing = await openTracing(config.tracing, { version: VERSION, log, now: clock.now });
  await assertSeedUnknown(database, config.marketSeed);
  const secretBox = await openSecretBox(database, config.secretsKeyFile);
  const parts = {
    database,
    lists: storage.lists,
    clock,
    random,
    log,
    passwords,
    settings,
    mail,
    secretBox,
    bus,
    leases,
    sms: config.sms && createHttpSms(config.sms),
    mode: config.mode,
    licence,
    demo,
    marketSeed: await marketSeed({ database, secretBox, random }, config.marketSeed),
    liveSources: config.liveSources,
    evm: config.evm,
    tron: config.tron,
    venue: config.venue && openVenue(config.venue, clock),
    bankFolder: config.bankFolder,
    screeningFolder: config.screeningFolder,
    bankBalancesFile: config.bankBalancesFile,
    captchaFixed: config.captchaFixed,
    publicUrl: config.publicUrl,
    consoleUrl: consoleUrlOf(config),
    signInProvider: openSignIn(config),
    morePushServices: config.morePushServices,
    witnesses: config.witnesses,
    witnessQuorum: config.witnessQuorum,
    historyFiles: config.historyFiles,
    files: openFiles(config),
    // It contains codes in plain text.
    outboxFile: isLive ? undefined : join(config.dataDir, 'outbox.jsonl'),
    dataDir: config.dataDir,
    backups,
    tracing,
  };
  const { port, host, trustedProxies, consolePlace, metrics, roles } = config;
  const roots = { webRoot: here('../../web/dist'), consoleRoot: here('../../console/dist') };
  const welcome = async () =>
    isLive
      ? `Live mode: real money. Operated by ${licence?.operator}.`
      : greeting({ database, passwords }).catch((error: unknown) => {
          log.warn({ err: error }, 'the accounts of paper mode could not be read');
          return 'Paper money: balances have no real value.';
        });
  const prepare = isSeeded ? undefined : async () => void (await seedDatabase());
  const onStart = (what: string) => report.does(what);
  const served = { port, host, trustedProxies, consolePlace, metrics };
  const options = { ...served, roles, prepare, onStart, ...roots };
  const serving = await serve(parts, options);
  if (!leases.isActive()) {
    print('\nStandby: another Tern serves this database. This one takes over when that one ends.');
  }
  serving.whenServing.then(
    async () => {
      backups?.start();
      const lines = await welcome();
      releaseYoungGeneration();
      print(`\nTern is running: ${urlHere(host, port)}\n${lines}\nStop with Ctrl-C.`);
    },
    (error: unknown) => opened.onFailure(error),
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

/** Of an instance that has its database alone, or of one among several. */
async function openLeases(
  { database, isOwn, schema }: Storage,
  { config, log, bus }: { config: Config; log: Log; bus: Bus },
): Promise<Leases> {
  if (isOwn) return createSoleLeases(log);
  const instance = {
    name: NAME,
    roles: config.roles,
    version: VERSION,
    schema,
    isShared: config.nats !== undefined,
    settings: config.shared,
  };
  const deps = { database, clock: systemClock, random: systemRandom, bus, log };
  return createLeases(deps, instance);
}

/** The console at its own host name, if it has one; port and scheme are those of the app. */
function consoleUrlOf({ publicUrl, consolePlace }: Config): string {
  const url = new URL(publicUrl);
  if (consolePlace.host !== undefined) url.hostname = consolePlace.host;
  return url.origin;
}

/** Browsers come back to the page of the console. */
const openSignIn = (config: Config) =>
  config.signIn &&
  createOpenIdProvider(config.signIn, {
    clock: systemClock,
    returnTo: `${consoleUrlOf(config)}/console`,
  });
