/** Login and logout. */
import {
  lockMember,
  type Member,
  memberByDigits,
  memberByEmail,
} from '../../kernel/members/members.ts';
import { notify } from '../../kernel/messaging/notifications.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/route.ts';
import { hashSecret } from '../../platform/secret-box.ts';
import type { Attempt, Attempts } from './attempts.ts';
import type { Captchas } from './captchas.ts';
import { loginPlace, type Sessions } from './sessions.ts';
import type { SignedIn } from './register-member.ts';
import { accountSubject, addressSubject, parseLogin } from './rules.ts';
import './notices.ts';

export interface LogInDeps {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  captchas: Captchas;
  attempts: Attempts;
  sessions: Sessions;
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
}

/** Longest device name in a notice's title. */
const DEVICE_MAX = 40;

/**
 * Signs in and ends the previous session. An unknown account and a wrong password are indistinguishable, also in time.
 * Fails with: wrong-login, wrong-captcha, member-banned (only after the right password), too-many-requests with the
 * seconds to wait.
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
    if (member.isBanned) throw new Refusal('member-banned');
    await attempts.refund(tx, given);
    const login = loginPlace(credentials);
    const session = await sessions.open(tx, member.id, login);
    if (session.ended.length > 0) {
      const { address, device } = login;
      const values = { address, device: device.slice(0, DEVICE_MAX) };
      await notify(tx, { memberId: member.id, kind: 'security.login', values }, clock.now());
    }
    return { member, session };
  });
  sessions.announce(signedIn.session.ended);
  return signedIn;
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
