/** Dependencies of the second factor. */
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Confirmations } from '../../../kernel/second-factor/call-confirmations.ts';
import type { PasskeyCeremony } from '../../../kernel/second-factor/passkey-ceremony.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Auth } from '../auth/index.ts';

export interface FactorDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  confirmations: Pick<Confirmations, 'require' | 'prove'>;
  passkeys: PasskeyCeremony;
  auth: Pick<Auth, 'attempts' | 'alerts'>;
}
