/** The pool of connections: to one server, or to whichever of several is the primary. */
import { callbackify } from 'node:util';
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';
import { confirmAcknowledged, watchStandbyWaits } from './acknowledged.ts';
import { clientConfig, type ConnectionTarget, JoinedSocket } from './connection.ts';
import { hostUrls } from './hosts.ts';
import { type Primary, type PrimaryFinder, watchPrimary } from './primary.ts';

export interface PoolOptions {
  readonly connection: ConnectionTarget;
  /** What its connections do, for `pg_stat_activity`. */
  readonly name?: string;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  /** A standby, which takes no writes. */
  readonly isReplica?: boolean;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onError?: (error: Error) => void;
}

export interface OpenPool {
  readonly pool: Pool;
  close(): Promise<void>;
}

const POOL_SIZE = 16;
/** Idle connections that stay open: a new one takes milliseconds and has no cached plans. */
const IDLE_CONNECTIONS = 4;
const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;

export function openPool(options: PoolOptions): OpenPool {
  const { connection } = options;
  const urls = connection.url === undefined ? [] : hostUrls(connection.url);
  const [url] = urls;
  if (url === undefined) return openOver(options, connection, {});
  // The first host's parameters are those of all.
  const target = { ...connection, url };
  if (options.isReplica === true) return openOver(options, target, {});
  // The pool waits for what is returned, which the types of the driver do not say.
  const onConnect = (client: ClientBase): unknown => {
    watchStandbyWaits(client);
    return confirmAcknowledged(client);
  };
  if (urls.length === 1) return openOver(options, target, { onConnect });
  const clients = new Map<Client, Primary>();
  const finder = watchPrimary({ ...connection, url: connection.url! }, (primary) => {
    for (const [client, { url: of }] of clients) if (of !== primary.url) cut(client);
  });
  const opened = openOver(options, target, {
    onConnect,
    Client: followingClient(finder, clients),
  });
  const close = async () => {
    await opened.close();
    await finder.close();
  };
  return { pool: opened.pool, close };
}

function openOver(options: PoolOptions, target: ConnectionTarget, more: PoolConfig): OpenPool {
  const pool = new Pool({
    ...clientConfig(target, {
      name: options.name ?? 'tool',
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
    }),
    max: options.poolSize ?? POOL_SIZE,
    min: IDLE_CONNECTIONS,
    idleTimeoutMillis: 60_000,
    pipeline: true,
    stream: () => new JoinedSocket(),
    ...more,
  });
  const onError = options.onError ?? (() => undefined);
  // Errors during our own shutdown do not matter.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // A connection that breaks in use fails its queries; without this listener it would also end the process.
  pool.on('connect', (client: PoolClient) => client.on('error', () => undefined));
  return { pool, close: () => pool.end() };
}

/** The connection leads to a server that is not the primary any more, and which may never answer. */
function cut(client: Client): void {
  const replaced = new Error('another database server is the primary now');
  client.connection.stream.destroy(Object.assign(replaced, { code: 'ECONNRESET' }));
}

type Connected = (error: Error | null, client: Client) => void;

/** A client of the driver that connects to the primary of the moment. */
function followingClient(finder: PrimaryFinder, clients: Map<Client, Primary>) {
  return class FollowingClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | void {
      const connected = () => this.connectToPrimary();
      if (callback === undefined) return connected();
      callbackify(connected)(callback);
    }

    private async connectToPrimary(): Promise<Client> {
      const primary = await finder.find();
      // As the driver reads them.
      const { host, port } = new Client(primary.url);
      Object.assign(this, { host, port });
      clients.set(this, primary);
      this.once('end', () => clients.delete(this));
      this.once('error', () => finder.forget(primary));
      try {
        return await super.connect();
      } catch (error) {
        finder.forget(primary);
        clients.delete(this);
        throw error;
      }
    }
  } as unknown as new () => ClientBase;
}
