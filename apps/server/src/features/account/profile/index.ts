/** Profile: the member's own data and passwords. */
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Feature } from '../../../platform/feature.ts';
import type { Auth } from '../auth/index.ts';
import { profileRoutes } from './routes.ts';

export { takeMoneyOut } from './take-money-out.ts';
export { checkLoginPassword, ownData } from './check-login-password.ts';

export interface ProfileDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  settings: Settings;
  passwords: Passwords;
  auth: Pick<Auth, 'sessions' | 'attempts' | 'captchas' | 'codes' | 'alerts'>;
}

export function createProfile(deps: ProfileDeps): Feature {
  return { slug: 'profile', routes: profileRoutes(deps) };
}
