/** The public log on a test database, and the trust of a verifier who knows its keys. */
import { type LogTrust, verifierKey } from '@tern/proofs';
import {
  createPublicLog,
  listKeys,
  type PublicLog,
  readHead,
} from '../../src/features/proof/public-log/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database, Reader } from '../../src/platform/database/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';

export async function openPublicLog(database: Database, clock: Clock): Promise<PublicLog> {
  const log = createPublicLog({
    database,
    clock,
    log: createLog('silent'),
    secretBox: createSecretBox(new Uint8Array(32).fill(1)),
    publicUrl: 'http://tern.test',
  });
  await log.start?.();
  return log;
}

export async function logTrustOf(reader: Reader): Promise<LogTrust> {
  const { origin } = (await readHead(reader))!;
  const keys = await listKeys(reader);
  return { origin, keys: keys.map(({ publicKey }) => verifierKey(origin, 'note', publicKey)) };
}
