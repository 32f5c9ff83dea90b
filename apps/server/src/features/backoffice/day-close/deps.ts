/** Dependencies of the day close. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

export interface DayCloseDeps {
  readonly database: Database;
  readonly clock: Clock;
}
