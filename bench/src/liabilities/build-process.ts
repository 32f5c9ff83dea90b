/** Builds one snapshot of liabilities as the server does, in a process of its own, whose memory and event loop are measured. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createLiabilities } from '../../../apps/server/src/features/proof/liabilities/index.ts';
import { createPublicLog } from '../../../apps/server/src/features/proof/public-log/index.ts';
import type { ConnectionTarget } from '../../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/open-database.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createSecretBox } from '../../../apps/server/src/platform/secret-box.ts';

export interface BuildReport {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Resident memory before the build, and the most of it during the build. */
  readonly idleMb: number;
  readonly peakMb: number;
  /** How long the event loop was kept from other work. */
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
}

const MB = 1_048_576;
const SAMPLE_MS = 20;
const RESOLUTION_MS = 1;

async function build(connection: ConnectionTarget): Promise<BuildReport> {
  const database = await openDatabase({ connection, poolSize: 4 });
  const clock = { now: () => Date.now() };
  const publicLog = createPublicLog({
    database,
    clock,
    log: createLog('error'),
    secretBox: createSecretBox(new Uint8Array(32).fill(1)),
    publicUrl: 'https://bench.test',
  });
  await publicLog.start?.();
  const [job] = createLiabilities({ database, clock, publicLog }).jobs ?? [];
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await job?.run();
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  delays.disable();
  clearInterval(sampler);
  await database.close();
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    idleMb: idle / MB,
    peakMb: peak / MB,
    delayP99Ms: delays.percentile(99) / 1e6,
    delayMaxMs: delays.max / 1e6,
  };
}

process.on('message', (connection: ConnectionTarget) => {
  build(connection).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error('the snapshot was not built:', error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
