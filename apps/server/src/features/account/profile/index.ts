/** Profile: the member's own data and passwords. */
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Auth } from '../auth/index.ts';
import { profileRoutes } from './routes.ts';
import { profileNotices } from './notices.ts';

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

export function createProfile(deps: ProfileDeps): NotifyingFeature {
  return { slug: 'profile', notices: profileNotices, routes: profileRoutes(deps) };
}
