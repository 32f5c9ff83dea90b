/** The server: reads the configuration, starts everything, prints its address, stops cleanly. */
import { startOwnDatabase } from './app/own-database.ts';
import type { Running } from './app/run-instance.ts';
import { appPlace, assertPortFree, exitCodeOf, sayWhyNotStarted } from './app/start-checks.ts';
import { createStartReport, type StartReport } from './app/start-report.ts';
import { type Config, ConfigFaults, inspectConfig } from './config/config.ts';
import { systemClock } from './platform/clock.ts';
import { makeFolder } from './platform/files/make-folder.ts';
import { createLog } from './platform/log.ts';
import { holdYoungGeneration } from './platform/young-generation.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const STOP_WITHIN_MS = 15_000;

async function start(): Promise<Running> {
  const config = await safeConfig();
  const log = createLog(config.logLevel);
  await assertPortFree(config.port, appPlace(config.host));
  if (config.metrics !== undefined) {
    const { host, port } = config.metrics;
    await assertPortFree(port, { host, setting: 'METRICS_PORT' });
  }
  const report = createStartReport(print);
  makeFolder(config.dataDir, 'Set DATA_DIR to another folder.');
  tried = { dataDir: config.dataDir, report };
  drainMs = config.drainMs;
  const own = config.database === undefined ? startOwnDatabase(config, print) : undefined;
  // Whoever opens the storage meets its failure.
  own?.catch(() => undefined);
  // Most of the server is loaded while the database recovers.
  const { runInstance } = await import('./app/run-instance.ts');
  holdYoungGeneration();
  const onFailure = (error: unknown) => stopNow(whyNotStarted(error), 1);
  return runInstance({ config, log, report, own, print, onFailure });
}

/**
 * Says which variables are probably misspelt settings, and in live mode everything that the doctor warns of.
 * @throws Error that lists all faults, or all obstacles of live mode
 */
async function safeConfig(): Promise<Config> {
  const inspected = inspectConfig();
  const { config, faults, doubts } = inspected;
  if (config.mode === 'live') {
    const { assertReadyForLive } = await import('./commands/doctor/examine.ts');
    for (const trouble of await assertReadyForLive(inspected, systemClock)) {
      print(`Warning: ${trouble}`);
    }
    return config;
  }
  if (faults.length > 0) throw new ConfigFaults([...faults, ...doubts]);
  for (const doubt of doubts) print(`Warning: ${doubt}`);
  return config;
}

let isStopping = false;
/** For the message of a failed start. */
let tried: { dataDir: string; report: StartReport } | undefined;
const whyNotStarted = (error: unknown): string =>
  sayWhyNotStarted(error, { dataDir: tried?.dataDir ?? '', what: tried?.report.what ?? '' });
let drainMs = 0;

/** Stops the server once and ends the process; one that failed does not serve on before. */
function stopNow(line: string, exitCode: 0 | 1): void {
  if (isStopping) return;
  isStopping = true;
  print(`\n${line}`);
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
