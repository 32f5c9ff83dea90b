/**
 * Chooses, of several database servers, the one that takes writes. After a failover it is another one; the old primary,
 * should it come back, is never used again (ADR 60).
 */
import { Client } from 'pg';
import { clientConfig, type ConnectionTarget } from './connection.ts';
import { messageOf, NoPrimary } from './database-errors.ts';
import { hostUrls, placeOf } from './hosts.ts';

/** A server that takes writes. */
export interface Primary {
  /** The URL of this server alone. */
  readonly url: string;
  /** Grows with each promotion, so of two servers that take writes the one with the smaller is the old primary. */
  readonly timeline: number;
}

export interface PrimaryFinder {
  /** The primary as known, or asked for. @throws `NoPrimary`, which says what each host answered */
  find(): Promise<Primary>;
  /** A connection to it was lost: the next `find` asks every host. */
  forget(primary: Primary): void;
  close(): Promise<void>;
}

/** A server that does not answer in this time is none. */
const ANSWER_MS = 2_000;
/** Once one server takes writes, how long the others may take to say that they do, too. */
const OTHERS_MS = 300;
/** How often the other servers are asked whether they have been promoted, as an old primary may hang and say nothing. */
const WATCH_MS = 500;

/** Null on a standby. */
const TIMELINE = `select case when pg_is_in_recovery() then null
  else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline`;

/** `onReplaced` is called with the new primary when another server has been promoted. */
export function watchPrimary(
  target: ConnectionTarget & { readonly url: string },
  onReplaced: (primary: Primary) => void,
): PrimaryFinder {
  const servers = hostUrls(target.url).map((url) => new AskedServer({ ...target, url }));
  let current: Primary | undefined;
  let newest = 0;
  let search: Promise<Primary> | undefined;

  const adopt = (found: Primary): Primary => {
    newest = found.timeline;
    current = found;
    return found;
  };
  const find = async (): Promise<Primary> => {
    if (current !== undefined) return current;
    search ??= choose(servers, newest).finally(() => {
      search = undefined;
    });
    return adopt(await search);
  };
  const watch = setInterval(() => {
    const others = servers.filter(({ url }) => url !== current?.url);
    for (const other of current === undefined ? [] : others) {
      other.timeline().then(
        (timeline) => {
          if (timeline !== null && timeline > newest) {
            onReplaced(adopt({ url: other.url, timeline }));
          }
        },
        () => undefined,
      );
    }
  }, WATCH_MS);
  watch.unref();
  return {
    find,
    forget(primary) {
      if (current?.url === primary.url) current = undefined;
    },
    async close() {
      clearInterval(watch);
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** The primary now, for a single connection. @throws `NoPrimary` */
export async function findPrimary(target: ConnectionTarget & { url: string }): Promise<Primary> {
  const finder = watchPrimary(target, () => undefined);
  try {
    return await finder.find();
  } finally {
    await finder.close();
  }
}

/** Of the servers that take writes the one with the greatest timeline, which must be `newest` or greater. */
async function choose(servers: readonly AskedServer[], newest: number): Promise<Primary> {
  const found: Primary[] = [];
  const reasons: string[] = [];
  const answers = servers.map(async (server) => {
    const reason = await server.timeline().then(
      (timeline) => {
        if (timeline === null) return 'is a standby';
        if (timeline < newest) return 'was the primary before';
        found.push({ url: server.url, timeline });
        return undefined;
      },
      (error: unknown) => messageOf(error),
    );
    if (reason !== undefined) reasons.push(`${placeOf(server.url)}: ${reason}`);
    return reason === undefined;
  });
  const first = Promise.any(answers.map(async (is) => (await is) || Promise.reject(new Error())));
  await first.then(
    () => within(OTHERS_MS, Promise.all(answers)),
    () => undefined,
  );
  const [best] = found.toSorted((one, other) => other.timeline - one.timeline);
  if (best === undefined) throw new NoPrimary(reasons);
  return best;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}

/** A server with a connection that stays open between questions, so that a promotion is noticed quickly. */
class AskedServer {
  readonly url: string;
  private readonly target: ConnectionTarget;
  private connection: Promise<Client> | undefined;
  private answer: Promise<number | null> | undefined;

  constructor(target: ConnectionTarget & { url: string }) {
    this.url = target.url;
    this.target = target;
  }

  /** Null on a standby. @throws why it did not answer */
  timeline(): Promise<number | null> {
    this.answer ??= this.ask().finally(() => {
      this.answer = undefined;
    });
    return this.answer;
  }

  private async ask(): Promise<number | null> {
    this.connection ??= this.connect();
    const { connection } = this;
    try {
      const client = await connection;
      const { rows } = await client.query<{ timeline: string | null }>(TIMELINE);
      const timeline = rows[0]?.timeline ?? null;
      return timeline === null ? null : Number.parseInt(timeline, 16);
    } catch (error) {
      this.drop(connection);
      throw error;
    }
  }

  async close(): Promise<void> {
    const { connection } = this;
    if (connection === undefined) return;
    this.connection = undefined;
    await connection.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  private connect(): Promise<Client> {
    const client = new Client({
      ...clientConfig(this.target, {
        name: 'host choice',
        statementTimeoutMs: ANSWER_MS,
        lockTimeoutMs: ANSWER_MS,
      }),
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    });
    const connected = client.connect().then(() => client);
    // Only its own connection: another one may have replaced it.
    client.on('error', () => this.drop(connected));
    return connected;
  }

  private drop(connection: Promise<Client> | undefined): void {
    if (connection === undefined || this.connection !== connection) return;
    this.connection = undefined;
    connection.then(
      (client) => void client.end().catch(() => undefined),
      () => undefined,
    );
  }
}
