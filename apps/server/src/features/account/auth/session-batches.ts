/** Batched queries of sessions: lookups by token, and extensions after use. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import type { Log } from '../../../platform/log.ts';
import { extendSessions, sessionsByToken } from './store.ts';

type Session = RowOf<typeof sessionsByToken>;

interface Waiting {
  hash: string;
  resolve(session: Session | undefined): void;
  reject(reason: unknown): void;
}

/**
 * Finds sessions by token hash: requests that arrive together share one query. Each result is read after its request
 * came in.
 */
export function createSessionLookup(
  database: Database,
): (hash: string) => Promise<Session | undefined> {
  let waiting: Waiting[] = [];

  async function runQuery() {
    const taken = waiting;
    waiting = [];
    try {
      const hashes = [...new Set(taken.map(({ hash }) => hash))];
      const sessions = await database.many(sessionsByToken, [hashes]);
      const byHash = new Map(sessions.map((session) => [session.tokenHash, session]));
      for (const { hash, resolve } of taken) resolve(byHash.get(hash));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      // Everything in this turn of the event loop joins.
      if (waiting.length === 0) setImmediate(() => void runQuery());
      waiting.push({ hash, resolve, reject });
    });
}

interface ExtenderDeps {
  database: Database;
  clock: Clock;
  log: Log;
  lifetimeMs(): number;
}

/**
 * Extends sessions after use: those that are due together share one statement. Resolves once it is written, or has
 * failed: the request does not depend on it.
 */
export function createExtender(deps: ExtenderDeps): (sessionId: number) => Promise<void> {
  const { database, clock, log } = deps;
  let waiting = new Set<number>();
  let writing: Promise<void> | undefined;

  async function write() {
    // Everything in this turn of the event loop joins.
    await new Promise<void>((resolve) => setImmediate(resolve));
    const ids = [...waiting];
    waiting = new Set();
    writing = undefined;
    const now = clock.now();
    await database
      .transaction((tx) => tx.run(extendSessions, [ids, now, now + deps.lifetimeMs()]))
      .catch((error: unknown) => log.warn({ err: error }, 'sessions could not be extended'));
  }

  return (sessionId) => {
    waiting.add(sessionId);
    writing ??= write();
    return writing;
  };
}
