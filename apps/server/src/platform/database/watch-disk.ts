/** Notices that the disk of the database is full: what a caller is refused for may be its consequence, such as a price that is missing. */
import type { Clock } from '../clock.ts';
import { SECOND_MS } from '../durations.ts';
import type { Database } from './database.ts';
import { isDiskFull } from './database-errors.ts';

/** Prices are stored each second, so a full disk is noticed again within this time. */
const KNOWN_MS = 10 * SECOND_MS;

export interface WatchedDatabase {
  /** The same database. */
  readonly database: Database;
  /** Whether a transaction of the last seconds failed for want of disk. */
  isFull(): boolean;
}

export function watchDisk(database: Database, clock: Clock): WatchedDatabase {
  let fullAt = Number.NEGATIVE_INFINITY;
  return {
    database: {
      ...database,
      async transaction(work) {
        try {
          return await database.transaction(work);
        } catch (error) {
          if (isDiskFull(error)) fullAt = clock.now();
          throw error;
        }
      },
    },
    isFull: () => clock.now() - fullAt < KNOWN_MS,
  };
}
