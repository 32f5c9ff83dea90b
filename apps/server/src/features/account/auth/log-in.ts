/** Login and logout. */
import {
  lockMember,
  type Member,
  memberByDigits,
  memberByEmail,
} from '../../../kernel/members/members.ts';
import type { Confirmations } from '../../../kernel/second-factor/call-confirmations.ts';
import type { Proof } from '../../../kernel/second-factor/check-proof.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { messageIn } from '../../../kernel/i18n/reasons.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { addressSubject, type LimitKey, limitKeyOfText } from '../../../platform/limit-key.ts';
import type { Alerts } from './alerts.ts';
import { accountSubject, type Attempt, type Attempts } from './attempts.ts';
import type { Captchas } from './captchas.ts';
import { parseLogin } from './identifiers.ts';
import { type NewLogin, recordLogin } from './record-login.ts';
import { loginPlace, type Sessions } from './sessions.ts';
import type { SignedIn } from './register-member.ts';

export interface LogInDeps {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  captchas: Captchas;
  attempts: Attempts;
  sessions: Sessions;
  alerts: Alerts;
  bus: Bus;
  confirmations: Pick<Confirmations, 'requireAtLogin' | 'prove'>;
}

/** Where a login comes from. */
export interface Origin {
  /** The caller's network address. */
  address: string;
  /** The `User-Agent` header. */
  userAgent: string;
  /** The key that the browser keeps; absent for other clients. */
  device?: string | undefined;
  /** For the reason of a ban. */
  lang: string;
}

export interface Credentials extends Origin {
  /** E-mail address, or phone with or without its country code. */
  username: string;
  password: string;
  captchaId: string;
  captcha: string;
}

/**
 * Signs in and ends the previous session. An unknown account and a wrong password are indistinguishable, also in time.
 * A login from an unknown device is reported.
 * @throws wrong-login, wrong-captcha, member-banned with reason and end (only after the right password), too-many-requests
 * with the seconds to wait, second-factor-required after the right password of a member with a second factor:
 * `confirmLogin` completes the login
 */
export async function logIn(deps: LogInDeps, credentials: Credentials): Promise<SignedIn> {
  const { database, sessions, attempts } = deps;
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
    assertMayLogIn(member, credentials.lang);
    await attempts.refund(tx, given);
    const pending = await deps.confirmations.requireAtLogin(tx, member);
    if (pending !== undefined) return pending;
    return openSession(tx, deps, { member, from: credentials, method: 'password' });
  });
  if (signedIn instanceof Refusal) throw signedIn;
  wakeDelivery(deps.bus);
  sessions.announce(signedIn.session.ended);
  return signedIn;
}

/**
 * Completes a login that waits for a second factor. The earlier session ends only now.
 * @throws confirmation-expired, wrong-second-factor with the tries left, too-many-requests, member-banned
 */
export async function confirmLogin(
  deps: LogInDeps,
  { proof, from }: { proof: Proof; from: Origin },
): Promise<SignedIn> {
  const { confirmations, clock, sessions } = deps;
  const signedIn = await confirmations.prove(undefined, proof, async (tx, { member, method }) => {
    assertMayLogIn(member, from.lang);
    const alert = { member, kind: 'recoveryCodeUsed' } as const;
    if (method === 'recovery') await deps.alerts.send(tx, alert, clock.now());
    return openSession(tx, deps, { member, from, method });
  });
  wakeDelivery(deps.bus);
  sessions.announce(signedIn.session.ended);
  return signedIn;
}

/** Ends the previous session, and reports the login. Call with the member locked. */
export async function openSession(
  tx: Tx,
  deps: LogInDeps,
  { member, from, method }: { member: Member; from: Origin; method: NewLogin['method'] },
): Promise<SignedIn> {
  const login = loginPlace(from);
  const session = await deps.sessions.open(tx, member.id, login);
  const hasEnded = session.ended.length > 0;
  const at = deps.clock.now();
  await recordLogin(tx, deps, { member, login, key: from.device, method, hasEnded, at });
  return { member, session };
}

/** Call after the right proof only. @throws member-banned with reason and end */
export function assertMayLogIn({ isBanned, banReason, banUntil }: Member, lang: string): void {
  if (!isBanned) return;
  const reason = messageIn(langOf(lang), banReason ?? '', 'ban');
  const until = banUntil === null ? null : isoTime(banUntil);
  throw new Refusal('member-banned', { data: { reason, until } });
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
function unknownLoginSubject(credentials: Credentials): LimitKey {
  return limitKeyOfText('stranger', 'login', credentials.username.trim().toLowerCase());
}
