/** Starts the embedded database of the server, where there is room for it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { endSeries, openSeries } from '../platform/database/embedded/archiving.ts';
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts';
import { assertRoom } from './start-checks.ts';

/** @throws see `assertRoom` and `startEmbedded` */
export async function startOwnDatabase(
  { dataDir, backup }: Pick<Config, 'dataDir' | 'backup'>,
  onProgress: (line: string) => void,
): Promise<Embedded> {
  await assertRoom(dataDir, !existsSync(join(dataDir, 'postgres')));
  if (backup === undefined) endSeries(dataDir);
  else openSeries(dataDir, systemClock.now());
  return startEmbedded({ dataDir, onProgress });
}
