/** How a connection is made: where to, as which role, with which session settings and limits. */
import type { ClientConfig } from 'pg';

/** Where a database is and who logs in: an address, or its parts. */
export interface ConnectionTarget {
  /** A `postgres://` address; the other fields stand in for it when it is absent. */
  readonly url?: string;
  /** A host name, or the folder of a Unix socket. */
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
  /** The role the session takes on after login. */
  readonly role?: string;
}

export interface SessionLimits {
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/** Beyond the server's own limit, for a server that no longer answers at all. */
const SILENCE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The driver's configuration. Rows come as text: the declared kinds read them. */
export function clientConfig(target: ConnectionTarget, limits: SessionLimits): ClientConfig {
  const { address, options } = splitAddress(target);
  return {
    ...address,
    options: [options, ...sessionSettings(target.role, limits)].join(' ').trim(),
    query_timeout: limits.statementTimeoutMs === 0 ? 0 : limits.statementTimeoutMs + SILENCE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'tern',
    types: { getTypeParser: () => readText },
  };
}

function sessionSettings(role: string | undefined, limits: SessionLimits): string[] {
  const settings = [
    'search_path=public',
    'TimeZone=UTC',
    'DateStyle=ISO',
    'bytea_output=hex',
    'default_transaction_read_only=on',
    `statement_timeout=${limits.statementTimeoutMs}`,
    `lock_timeout=${limits.lockTimeoutMs}`,
    `idle_in_transaction_session_timeout=${limits.statementTimeoutMs}`,
  ];
  if (role !== undefined) settings.push(`role=${role}`);
  return settings.map((setting) => `-c ${setting}`);
}

function readText(value: string): string {
  return value;
}

/** The address without its `options`, which would otherwise replace ours. */
function splitAddress(target: ConnectionTarget): { address: ClientConfig; options: string } {
  if (target.url === undefined) {
    const { host, port, user, database } = target;
    return { address: { host, port, user, database }, options: '' };
  }
  const url = new URL(target.url);
  const options = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { address: { connectionString: url.href }, options };
}
