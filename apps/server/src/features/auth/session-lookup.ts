/** Finds sessions by token hash: requests that arrive together share one query. */
import type { Database } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/query.ts';
import { sessionsByToken } from './store.ts';

type Session = RowOf<typeof sessionsByToken>;

interface Waiting {
  hash: string;
  resolve(session: Session | undefined): void;
  reject(reason: unknown): void;
}

/** Each answer is read after its question was asked, as if it had been asked alone. */
export function createSessionLookup(
  database: Database,
): (hash: string) => Promise<Session | undefined> {
  let waiting: Waiting[] = [];

  async function ask() {
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
      // Everything that this turn of the event loop reads from its connections joins.
      if (waiting.length === 0) setImmediate(() => void ask());
      waiting.push({ hash, resolve, reject });
    });
}
