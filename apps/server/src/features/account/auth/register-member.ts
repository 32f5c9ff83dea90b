/** Registration: every check first, then account, session and paper money in one transaction. */
import { readCode } from '@tern/protocol/typed-text';
import { isInvitationCode } from '../../../kernel/members/change-members.ts';
import { type Member, memberByInviteCode, type Phone } from '../../../kernel/members/members.ts';
import { assertStrongPassword } from '../../../kernel/members/password-strength.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { publishRegistration } from '../invitation/index.ts';
import type { Alerts } from './alerts.ts';
import type { Captchas } from './captchas.ts';
import type { Codes } from './codes.ts';
import { loginPlace, type OpenedSession, type Sessions } from './sessions.ts';
import { grantPaperFunds, openAccount } from './open-account.ts';
import { parsePhone } from './phone-number.ts';
import { recordLogin } from './record-login.ts';
import { parseEmail } from './identifiers.ts';

export interface RegisterDeps {
  database: Database;
  clock: Clock;
  random: Random;
  passwords: Passwords;
  mode: 'paper' | 'live';
  /** The phone codes of the countries that the licence covers; absent: all. */
  servedCodes?: ReadonlySet<string> | undefined;
  captchas: Captchas;
  codes: Codes;
  sessions: Sessions;
  alerts: Alerts;
}

export interface Registration {
  email: string;
  phone: string;
  countryCode: string;
  password: string;
  /** The code sent to the e-mail address. */
  code: string;
  captchaId: string;
  captcha: string;
  invitationCode: string;
  lang: string;
  /** The caller's network address. */
  address: string;
  userAgent: string;
  /** The key that the browser keeps; absent for other clients. */
  device?: string | undefined;
}

export interface SignedIn {
  member: Member;
  session: OpenedSession;
}

/**
 * Opens the account and signs it in. The code proves the e-mail address; the phone remains unproven. Cheap
 * checks come first, then the captcha, then the invitation; the code is used up only when the account is created.
 * @throws malformed-email, unknown-invite-code, wrong-captcha, wrong-code, too-many-requests, invalid-request (phone),
 * not-available (in a country that the licence does not cover), weak-password, already-exists
 */
export async function registerMember(
  deps: RegisterDeps,
  registration: Registration,
): Promise<SignedIn> {
  const { database, clock, captchas, codes, sessions } = deps;
  const { email, phone } = checkShape(registration);
  if (deps.servedCodes?.has(phone.countryCode) === false) {
    throw new Refusal('not-available', { fields: ['countryCode'], text: 'register.country' });
  }
  await captchas.consume(registration.captchaId, registration.captcha);
  const invitedBy = await findInviter(database, registration.invitationCode);
  const use = { target: { email }, purpose: 'register' } as const;
  if (!(await codes.isRight(use, registration.code, registration))) {
    throw new Refusal('wrong-code', { fields: ['smsCode'] });
  }
  const passwordHash = await deps.passwords.hash(registration.password);
  const lang = langOf(registration.lang);
  const signedIn = await database.transaction(async (tx: Tx) => {
    const at = clock.now();
    await codes.take(tx, use, registration.code);
    const account = { ...phone, email, passwordHash, invitedBy, lang };
    const member = await openAccount(tx, account, { random: deps.random, at });
    const login = loginPlace(registration);
    const session = await sessions.open(tx, member.id, login);
    const method = 'registration';
    await recordLogin(tx, deps, {
      member,
      login,
      key: registration.device,
      method,
      hasEnded: false,
      at,
    });
    await publishRegistration(tx, member.id, at);
    if (deps.mode === 'paper') await grantPaperFunds(tx, { memberId: member.id }, at);
    else await notify(tx, { memberId: member.id, kind: 'account.opened', values: {} }, at);
    return { member, session };
  });
  return signedIn;
}

function checkShape(registration: Registration): { email: string; phone: Phone } {
  const email = parseEmail(registration.email);
  if (email === undefined) throw new Refusal('malformed-email', { fields: ['email'] });
  const phone = parsePhone(registration);
  if (phone === undefined)
    throw new Refusal('invalid-request', { fields: ['phone'], text: 'phone.shape' });
  const owner = { email, phone: phone.phone };
  assertStrongPassword(registration.password, { field: 'passWord', owner });
  return { email, phone };
}

/** The inviting member; null for one of our own codes. @throws unknown-invite-code */
export async function findInviter(reader: Reader, text: string): Promise<number | null> {
  const code = readCode(text).toUpperCase();
  const member = await memberByInviteCode(reader, code);
  if (member !== undefined) return member.id;
  if (await isInvitationCode(reader, code)) return null;
  throw new Refusal('unknown-invite-code', { fields: ['invitationCode'] });
}
