/** Dependencies of the day close. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

export interface DayCloseDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
}

/** A closed day as the subject of an act. */
export const daySubject = (day: string): string => `day-close:${day}`;
