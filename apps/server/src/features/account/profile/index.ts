/** Profile: the member's own data, passwords, and what they arranged in the app. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Auth } from '../auth/index.ts';
import { profileRows } from './export-rows.ts';
import { profileRoutes } from './routes.ts';
import { deletePreferences } from './store-preferences.ts';
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

/** What it holds about a member, for exports and closing. */
export const profileAccount: AccountPart = {
  held: profileRows,
  async end(tx, memberId) {
    await tx.run(deletePreferences, [memberId]);
  },
};
