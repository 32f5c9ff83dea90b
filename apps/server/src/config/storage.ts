/** Reads where the data is: the folder, the operator's own database, and the mode that is stored in it. */
import { join, resolve } from 'node:path';
import { hostUrls } from '../platform/database/hosts.ts';
import { describeSettings, type Given, type NameOf } from './setting.ts';

export const storageSettings = describeSettings({
  MODE: {
    description: 'Whether balances are paper money or real money.',
    format: '`paper` or `live`',
    default: '`paper`',
    rationale:
      'Real money on a deployment that lacks something it needs: live mode refuses to start and names each problem.',
  },
  DATA_DIR: {
    description:
      "The folder of the embedded database, uploaded files, recorded messages and the deployment's key.",
    format: 'a path',
    default: '`./data`',
    rationale: 'A start in a folder that is a file, or on a full disk: both are named.',
  },
  SECRETS_KEY_FILE: {
    description:
      'The file of the key that seals secrets in the database. All instances of a deployment need the same key; goes only with `DATABASE_URL`.',
    format: 'a path',
    default: '`secrets.key` in `DATA_DIR`',
    rationale:
      'Instances with different keys on one database, which could not read what the others seal: one with another key than the first does not start.',
  },
  DATABASE_URL: {
    description:
      'Your PostgreSQL, 15 or newer, with the login of the running server; keep it secret. With several hosts, a primary and its standbys, the one that takes writes is used, also after a failover.',
    format:
      '`postgres://user:password@host:port/database`, or several hosts: `…@one:5432,two:5432/database?target_session_attrs=read-write`',
    default: 'the embedded PostgreSQL in `DATA_DIR`',
    rationale:
      'Real money in the embedded database, which has no standby; and a server that can lose acknowledged work or a pooler that shares sessions, which are always refused.',
  },
  DATABASE_OWNER_URL: {
    description:
      'The login that may change the schema; it goes only with `DATABASE_URL`; keep it secret.',
    format: 'the same as `DATABASE_URL`, with the same hosts',
    default: '`DATABASE_URL`',
    rationale:
      'A stolen login of the running server that could change tables or the rules of the journal.',
  },
  DATABASE_READ_URL: {
    description:
      'A standby of your PostgreSQL, from which lists are read once it has all that was committed before; its login needs `pg_read_all_stats`. It goes only with `DATABASE_URL`; keep it secret.',
    format: '`postgres://user:password@host:port/database`, one host',
    default: 'lists are read from `DATABASE_URL`',
    rationale:
      'A primary whose work is mostly reading. A list is never older than what its reader has seen: a standby that is late or away is not used.',
  },
});

type Name = NameOf<typeof storageSettings>;

export interface StorageConfig {
  mode: 'paper' | 'live';
  /** Absolute. */
  dataDir: string;
  /** Absolute; the key that seals secrets in the database. */
  secretsKeyFile: string;
  /** The operator's own PostgreSQL; absent: the embedded one in `dataDir`. */
  database: OwnServer | undefined;
}

interface OwnServer {
  url: string;
  ownerUrl: string | undefined;
  /** A standby for lists. */
  readUrl: string | undefined;
}

/** Faults are added to `faults`. */
export function readStorage(given: Given<Name>, faults: string[]): StorageConfig {
  const url = readDatabase('DATABASE_URL', given, faults);
  const ownerUrl = readDatabase('DATABASE_OWNER_URL', given, faults);
  if (ownerUrl !== undefined && given('DATABASE_URL') === undefined) {
    faults.push('DATABASE_OWNER_URL only goes with DATABASE_URL');
  }
  const readUrl = readDatabase('DATABASE_READ_URL', given, faults);
  if (readUrl !== undefined && given('DATABASE_URL') === undefined) {
    faults.push('DATABASE_READ_URL only goes with DATABASE_URL');
  }
  if (readUrl !== undefined && hostUrls(readUrl).length > 1) {
    faults.push('DATABASE_READ_URL names one host');
  }
  const dataDir = resolve(given('DATA_DIR') ?? './data');
  const keyFile = given('SECRETS_KEY_FILE');
  if (keyFile !== undefined && url === undefined) {
    // The backups of the embedded database contain the key of its folder.
    faults.push('SECRETS_KEY_FILE only goes with DATABASE_URL');
  }
  return {
    mode: readMode(given('MODE'), faults),
    dataDir,
    secretsKeyFile: keyFile === undefined ? join(dataDir, 'secrets.key') : resolve(keyFile),
    database: url === undefined ? undefined : { url, ownerUrl, readUrl },
  };
}

function readMode(text: string | undefined, faults: string[]): StorageConfig['mode'] {
  if (text === 'live') return 'live';
  if (text !== undefined && text !== 'paper') faults.push("MODE must be 'paper' or 'live'");
  return 'paper';
}

function readDatabase(
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_READ_URL',
  given: Given<Name>,
  faults: string[],
): string | undefined {
  const value = given(name);
  if (value === undefined) return undefined;
  try {
    hostUrls(value);
    return value;
  } catch (error) {
    faults.push(`${name} is wrong: ${(error as Error).message}`);
    return undefined;
  }
}
