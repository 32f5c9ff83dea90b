/** Dependencies of account security. */
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Reviews } from '../../../kernel/review/reviews.ts';
import type { CallConfirmations } from '../../../kernel/second-factor/sensitive-call.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../auth/index.ts';

export interface SecurityDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  reviews: Reviews;
  auth: Pick<Auth, 'attempts' | 'alerts'>;
  confirmations: CallConfirmations;
  /** Cancel what a member has open, for a freeze; each returns how much was open. */
  stops: readonly ((memberId: number) => Promise<number>)[];
}
