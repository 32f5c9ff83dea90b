/** A connection: its target, role, session settings and limits, and its socket. */
import { Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** A database and its login: a URL, or its parts. */
export interface ConnectionTarget {
  /** A `postgres://` URL; the other fields are used when it is absent. */
  readonly url?: string;
  /** A host name, or the folder of a Unix socket. */
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
  /** The role that the session switches to after login. */
  readonly role?: string;
}

export interface SessionSettings {
  /** What the connection does: "api" is listed as "tern api" in `pg_stat_activity`. */
  readonly name: string;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
}

/** Added to the server's own statement timeout, for a server that no longer answers. */
const NO_ANSWER_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The driver's configuration. Values arrive as text, for the declared column kinds to decode. */
export function clientConfig(target: ConnectionTarget, settings: SessionSettings): ClientConfig {
  const { address, options } = splitAddress(target);
  return {
    ...address,
    options: [options, ...sessionSettings(target.role, settings)].join(' ').trim(),
    query_timeout:
      settings.statementTimeoutMs === 0 ? 0 : settings.statementTimeoutMs + NO_ANSWER_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: applicationName(settings.name),
    types: { getTypeParser: () => readText },
  };
}

/** How the database server lists a connection. */
export const applicationName = (name: string): string => `tern ${name}`;

function sessionSettings(role: string | undefined, limits: SessionSettings): string[] {
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

/** The URL without its `options`, which would otherwise replace ours. */
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

/**
 * A socket that sends all writes of one turn of the event loop as one packet. Pipelined statements reach the server together: one system call and one wake-up of the server's process instead of one
 * per statement, which often cost more than the statement.
 */
export class JoinedSocket extends Socket {
  private isJoining = false;

  /**
   * The driver corks and uncorks around each prepared statement; the first cork of a turn lasts until the turn ends.
   * `write` cannot be overridden instead: `connect` restores Node's own.
   */
  override cork(): void {
    super.cork();
    if (this.isJoining) return;
    this.isJoining = true;
    super.cork();
    // After the promises that are resolved now, which may send more.
    process.nextTick(() => {
      this.isJoining = false;
      super.uncork();
    });
  }
}
