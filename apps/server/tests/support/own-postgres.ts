/** A PostgreSQL of the operator's own, durable, for whole instances that share it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../src/platform/database/embedded.ts';
import { copyFirstStart } from './first-start.ts';

export interface OwnPostgres {
  /** For DATABASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

/** `isBegun`: with the database of a first start, whose key the instances need too (`copyFirstStart`). */
export async function startOwnPostgres({ isBegun = false } = {}): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tern-own-postgres-'));
  if (isBegun) await copyFirstStart(dataDir, 'database');
  const server = await startEmbedded({ dataDir });
  const login = `postgres://${server.admin.user}@localhost`;
  return {
    url: `${login}/${server.owner.database}?host=${encodeURIComponent(server.admin.host ?? '')}`,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
