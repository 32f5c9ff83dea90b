/** Dependencies of exports and of closing. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { CallConfirmations } from '../../../kernel/second-factor/sensitive-call.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import type { Auth } from '../auth/index.ts';

export interface AccountDataDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  log: Log;
  files: Files;
  settings: Settings;
  passwords: Passwords;
  auth: Pick<Auth, 'attempts' | 'alerts'>;
  confirmations: CallConfirmations;
  /** What each feature holds about a member, and does at closing. */
  parts: readonly AccountPart[];
}
