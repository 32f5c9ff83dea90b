/** Gives each test file a migrated database of its own, in a fraction of a second. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { ConnectionTarget } from '../../src/platform/database/connection.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { APP_ROLE, OWNER_ROLE } from '../../src/platform/database/embedded/provision.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { clusterAdmin, TEMPLATE } from './cluster.ts';

export interface FreshDatabase {
  /** As the running server sees it: the role with only the granted rights. */
  readonly database: Database;
  /** As migrations see it: the role that owns everything. */
  readonly owner: Database;
  /** To open further connections of either kind, or to start a whole server on it. */
  readonly appTarget: ConnectionTarget;
  readonly ownerTarget: ConnectionTarget;
  /** Closes both handles and removes the database. */
  drop(): Promise<void>;
}

export interface FreshOptions {
  /** False gives an empty database without any migration. */
  readonly migrated?: boolean;
  readonly poolSize?: number;
  /** A copy of this database, which nobody uses. */
  readonly copyOf?: string;
}

const owners = new WeakMap<Database, Database>();

/** The owner's handle on an instance's database, to write facts that the server may not write. */
export function ownerOf(database: Database): Database {
  const owner = owners.get(database);
  if (owner === undefined) throw new Error('no test has made this database');
  return owner;
}

/** In tests, using the root handle inside of a transaction throws. */
export async function freshDatabase(options: FreshOptions = {}): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.copyOf ?? (options.migrated === false ? 'template0' : TEMPLATE);
  await asAdmin(
    // The usual strategy writes the whole copy to the log too.
    `create database ${name} owner ${OWNER_ROLE} template ${template} strategy file_copy`,
    `revoke create, temporary on database ${name} from public`,
  );
  const admin = clusterAdmin();
  const appTarget = { ...admin, user: APP_ROLE, database: name };
  const ownerTarget = { ...admin, user: OWNER_ROLE, database: name };
  const limits = { poolSize: options.poolSize ?? 8, allowUnsafe: true, refuseNesting: true };
  const database = await openDatabase({ connection: appTarget, ...limits });
  const owner = await openDatabase({ connection: ownerTarget, ...limits });
  owners.set(database, owner);
  const drop = async (): Promise<void> => {
    await Promise.all([database.close(), owner.close()]);
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { database, owner, appTarget, ownerTarget, drop };
}

/** Runs commands as the superuser. */
export async function asAdmin(...commands: readonly string[]): Promise<void> {
  const client = new Client(clusterAdmin());
  await client.connect();
  try {
    for (const command of commands) await client.query(command);
  } finally {
    await client.end();
  }
}
