/** What the feature uses. */
import type { WatchedFolder } from '../../../kernel/files/watched-folder.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { ReadList } from '../../../kernel/screening/list-entry.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';

export interface ScreeningDeps {
  database: Database;
  clock: Clock;
  log: Log;
  reviews: Pick<Reviews, 'kinds' | 'announce'>;
  mode: 'paper' | 'live';
  readList: ReadList;
  /** Into which lists are put; undefined: none. */
  listFolder: WatchedFolder | undefined;
}
