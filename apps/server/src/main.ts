/** The program: reads the configuration, starts everything, prints its address, stops cleanly. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { refusalOfLive } from './app/doctor/examine.ts';
import { openFiles, openStorage, type Storage } from './app/open-storage.ts';
import { createBackups } from './app/run-backups.ts';
import { seed } from './app/seed.ts';
import { serve } from './app/serve.ts';
import { appPlace, assertPortFree, sayWhyNotStarted } from './app/start-checks.ts';
import { type Config, ConfigFaults, inspectConfig } from './config.ts';
import { marketSeed } from './kernel/prices/market-seed.ts';
import { createPasswords } from './kernel/members/passwords.ts';
import { createSettings } from './kernel/settings/settings.ts';
import { INSTANCE_FENCED } from './features/spot/index.ts';
import { createLocalBus } from './platform/bus.ts';
import { systemClock } from './platform/clock.ts';
import { createLog, type Log } from './platform/log.ts';
import { createSmtpMail } from './platform/mail.ts';
import { systemRandom } from './platform/random.ts';
import { createSecretBox, readSecretKey } from './platform/secret-box.ts';
import { createHttpSms } from './platform/sms.ts';

/** From the bundle in `apps/server/dist`. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const STOP_WITHIN_MS = 15_000;

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
  makeDataDir(config.dataDir);
  triedDataDir = config.dataDir;
  drainMs = config.drainMs;
  const storage = await openStorage({
    config,
    log,
    onProgress: say,
    migrations: here('../migrations'),
  });
  try {
    return await startOn(storage, config, log);
  } catch (error) {
    // An error while closing would be a consequence of the first one.
    await storage.close().catch(() => undefined);
    throw error;
  }
}

type PaperConfig = Config & { mode: 'paper' };

/**
 * Live mode has no licence record yet, so only paper mode remains. Says which variables are probably misspelt settings.
 * Fails with: an error that lists all faults, or all obstacles of live mode.
 */
async function safeConfig(): Promise<PaperConfig> {
  const inspected = inspectConfig();
  const { config, faults, doubts } = inspected;
  const { mode } = config;
  if (mode === 'live') throw await refusalOfLive(inspected, systemClock);
  if (faults.length > 0) throw new ConfigFaults([...faults, ...doubts]);
  for (const doubt of doubts) say(`Warning: ${doubt}`);
  return { ...config, mode };
}

/** Fails with: an error that names the obstacle. */
function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = { EEXIST: 'it is a file', ENOTDIR: 'part of it is a file' }[code ?? ''] ?? code;
    throw new Error(`Tern cannot use ${dataDir}: ${why}. Set DATA_DIR to another folder.`, {
      cause: error,
    });
  }
}

async function startOn(storage: Storage, config: PaperConfig, log: Log): Promise<Running> {
  const { database } = storage;
  const backups = config.backup && createBackups(here('./backup.js'), log);
  const random = systemRandom;
  const clock = systemClock;
  const passwords = createPasswords();
  const settings = createSettings(database, log);
  await settings.refresh();
  const { greeting, demo } = await seed({ database, clock, random, passwords });
  const mail = config.smtp && createSmtpMail(config.smtp);
  const parts = {
    database,
    lists: storage.lists,
    clock,
    random,
    log,
    passwords,
    settings,
    mail,
    secretBox: createSecretBox(readSecretKey(join(config.dataDir, 'secrets.key'))),
    bus: createLocalBus((error) => log.error({ err: error }, 'a subscriber failed')),
    sms: config.sms && createHttpSms(config.sms),
    mode: config.mode,
    demo,
    marketSeed: await marketSeed(database, random, config.marketSeed),
    liveSources: config.liveSources,
    evm: config.evm,
    captchaFixed: config.captchaFixed,
    publicUrl: config.publicUrl,
    morePushServices: config.morePushServices,
    witnesses: config.witnesses,
    files: openFiles(config),
    outboxFile: join(config.dataDir, 'outbox.jsonl'),
    dataDir: config.dataDir,
    backups,
  };
  parts.bus.subscribe(INSTANCE_FENCED, () => {
    stopNow('Another Tern has taken over this database. Stopping this one…', 1);
  });
  const { port, host, trustedProxies, metrics } = config;
  const roots = { webRoot: here('../../web/dist'), consoleRoot: here('../../console/dist') };
  const options = { port, host, trustedProxies, metrics, ...roots };
  const serving = await serve(parts, options);
  backups?.start();
  say(`\nTern is running: http://localhost:${config.port}\n${greeting}\nStop with Ctrl-C.`);
  return {
    async drain() {
      serving.drain();
      await sleep(config.drainMs);
    },
    async stop() {
      await serving.stop();
      mail?.close();
      await storage.close();
      await backups?.stop();
    },
  };
}

let isStopping = false;
/** For the message of a failed start. */
let triedDataDir = '';
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
  process.stderr.write(`${sayWhyNotStarted(error, triedDataDir)}\n`);
  process.exit(1);
});
