/** Authentication: captchas, codes, registration, login, sessions, resets. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import type { Confirmations } from '../../../kernel/second-factor/call-confirmations.ts';
import type { PasskeyLogins } from '../../../kernel/second-factor/passkey-logins.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import type { Log } from '../../../platform/log.ts';
import type { Random } from '../../../platform/random.ts';
import { type Alerts, createAlerts } from './alerts.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { type Captchas, createCaptchas } from './captchas.ts';
import { type Codes, createCodes } from './codes.ts';
import { authJobs } from './jobs.ts';
import { authRoutes } from './routes.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { authRows, deleteAlerts } from './export-rows.ts';
import { authNotices } from './notices.ts';

export { CODE_ALPHABET } from './open-account.ts';
export { parsePhone } from './phone-number.ts';
export { accountSubject } from './attempts.ts';
export { parseEmail, parseLogin } from './identifiers.ts';
export { openPaperMember, paperAccounts, seedPaperAccounts } from './seed-accounts.ts';
export { authSettings } from './settings.ts';
export { freezeOut, userOut } from './routes.ts';
export type { AlertKind, Alerts } from './alerts.ts';
export type { Attempt, Attempts } from './attempts.ts';
export type { Codes } from './codes.ts';
export { loginPlace, type Sessions } from './sessions.ts';

export interface AuthDeps {
  database: Database;
  clock: Clock;
  random: Random;
  bus: Bus;
  log: Log;
  settings: Settings;
  passwords: Passwords;
  mode: 'paper' | 'live';
  /** The phone codes of the countries that the licence covers; absent: all. */
  servedCodes?: ReadonlySet<string> | undefined;
  /** The text of every captcha, for tests; refused in live mode. */
  captchaFixed?: string | undefined;
  /** Base URL of the app for links in messages, without a trailing slash. */
  publicUrl: string;
  confirmations: Pick<Confirmations, 'requireAtLogin' | 'prove'>;
  passkeyLogins: PasskeyLogins;
}

export interface Auth extends NotifyingFeature {
  /** Finds the caller of a token; for the HTTP server and the live socket. */
  authenticate: Sessions['authenticate'];
  /** For the live socket, which ends with its session. */
  openSessions: Sessions['openAmong'];
  /** For features that check or change a member's password. */
  sessions: Pick<Sessions, 'endAll' | 'announce'>;
  attempts: Attempts;
  captchas: Pick<Captchas, 'consume'>;
  codes: Codes;
  alerts: Alerts;
  /** What it holds about a member, and removes with an account. */
  account: AccountPart;
}

/** @throws Error when captchas are fixed in live mode */
export function createAuth(deps: AuthDeps): Auth {
  if (deps.mode === 'live' && deps.captchaFixed !== undefined) {
    throw new Error('a fixed captcha is for tests and must not be set in live mode');
  }
  const sessions = createSessions(deps);
  const attempts = createAttempts(deps);
  const captchas = createCaptchas(deps);
  const codes = createCodes(deps);
  const alerts = createAlerts(deps);
  return {
    slug: 'auth',
    notices: authNotices,
    routes: authRoutes({ ...deps, sessions, attempts, captchas, codes, alerts }),
    jobs: authJobs(deps),
    stop: async () => sessions.close(),
    authenticate: sessions.authenticate,
    openSessions: sessions.openAmong,
    sessions,
    attempts,
    captchas,
    codes,
    alerts,
    account: {
      held: authRows,
      async end(tx, memberId) {
        await tx.run(deleteAlerts, [memberId]);
        const ended = await sessions.endAll(tx, memberId, 'closing');
        return () => sessions.announce(ended);
      },
    },
  };
}
