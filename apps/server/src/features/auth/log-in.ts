/** Login and logout. */
import {
  lockMember,
  type Member,
  memberByDigits,
  memberByEmail,
} from '../../kernel/members/members.ts';
import { wakeDelivery } from '../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Bus } from '../../platform/bus.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/route.ts';
import { hashSecret } from '../../platform/secret-box.ts';
import { reasonIn } from '../../kernel/i18n/reasons.ts';
import { langOf } from '../../kernel/i18n/texts.ts';
import type { Alerts } from './alerts.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { Captchas } from './captchas.ts';
import { recordLogin } from './record-login.ts';
import { loginPlace, type Sessions } from './sessions.ts';
import type { SignedIn } from './register-member.ts';
import { accountSubject, addressSubject, parseLogin } from './rules.ts';

export interface LogInDeps {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  captchas: Captchas;
  attempts: Attempts;
  sessions: Sessions;
  alerts: Alerts;
  bus: Bus;
}

export interface Credentials {
  /** E-mail address, or phone with or without its country code. */
  username: string;
  password: string;
  captchaId: string;
  captcha: string;
  /** The caller's network address. */
  address: string;
  /** The `User-Agent` header. */
  userAgent: string;
  /** The key that the browser keeps; absent for other clients. */
  device?: string | undefined;
  /** For the reason of a ban. */
  lang: string;
}

/**
 * Signs in and ends the previous session. An unknown account and a wrong password are indistinguishable, also in time.
 * A login from an unknown device is reported. Fails with: wrong-login, wrong-captcha, member-banned with reason and end
 * (only after the right password), too-many-requests with the seconds to wait.
 */
export async function logIn(deps: LogInDeps, credentials: Credentials): Promise<SignedIn> {
  const { database, clock, sessions, attempts } = deps;
  await deps.captchas.consume(credentials.captchaId, credentials.captcha);
  const known = await findMember(database, credentials.username);
  const account = known === undefined ? unknownLoginSubject(credentials) : accountSubject(known.id);
  let attempt: Attempt | undefined;
  const isRight = await deps.passwords.isRight({
    stored: known?.passwordHash,
    password: credentials.password,
    before: async () => {
      attempt = await attempts.take([account, addressSubject(credentials.address)]);
    },
  });
  const given = attempt;
  if (known === undefined || !isRight || given === undefined) throw new Refusal('wrong-login');
  const signedIn = await database.transaction(async (tx) => {
    const member = await lockMember(tx, known.id);
    if (member?.passwordHash !== known.passwordHash) throw new Refusal('wrong-login');
    if (member.isBanned) throw bannedRefusal(member, credentials.lang);
    await attempts.refund(tx, given);
    const login = loginPlace(credentials);
    const session = await sessions.open(tx, member.id, login);
    const { device: key } = credentials;
    const hasEnded = session.ended.length > 0;
    const method = 'password';
    await recordLogin(tx, deps, { member, login, key, method, hasEnded, at: clock.now() });
    return { member, session };
  });
  wakeDelivery(deps.bus);
  sessions.announce(signedIn.session.ended);
  return signedIn;
}

function bannedRefusal({ banReason, banUntil }: Member, lang: string): Refusal {
  const reason = reasonIn(langOf(lang), banReason ?? '');
  const until = banUntil === null ? null : isoTime(banUntil);
  return new Refusal('member-banned', { data: { reason, until } });
}

/** Ends the session. */
export async function logOut(
  deps: Pick<LogInDeps, 'database' | 'sessions'>,
  caller: Caller,
): Promise<void> {
  const { database, sessions } = deps;
  sessions.announce(await database.transaction((tx) => sessions.end(tx, caller)));
}

function findMember(reader: Reader, username: string): Promise<Member | undefined> {
  const login = parseLogin(username);
  return 'email' in login
    ? memberByEmail(reader, login.email)
    : memberByDigits(reader, login.digits, login.isWhole);
}

/** Hashed, because people type passwords into the wrong field. */
function unknownLoginSubject(credentials: Credentials): string {
  return `stranger ${hashSecret('login', credentials.username.trim().toLowerCase())}`;
}
