/** Writes down that sessions were used: those whose turn it is together share one statement. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { prolongSessions } from './store.ts';

interface ProlongingDeps {
  database: Database;
  clock: Clock;
  log: Log;
  lifetimeMs(): number;
}

/** Resolves once it is written down, or could not be: use does not depend on it. */
export function createProlonging(deps: ProlongingDeps): (sessionId: number) => Promise<void> {
  const { database, clock, log } = deps;
  let waiting = new Set<number>();
  let writing: Promise<void> | undefined;

  async function write() {
    // Everything that this turn of the event loop finds out joins.
    await new Promise<void>((resolve) => setImmediate(resolve));
    const ids = [...waiting];
    waiting = new Set();
    writing = undefined;
    const now = clock.now();
    await database
      .transaction((tx) => tx.run(prolongSessions, [ids, now, now + deps.lifetimeMs()]))
      .catch((error: unknown) => log.warn({ err: error }, 'sessions could not be prolonged'));
  }

  return (sessionId) => {
    waiting.add(sessionId);
    writing ??= write();
    return writing;
  };
}
