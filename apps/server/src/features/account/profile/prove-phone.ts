/** Proves a member's phone with a code sent to it and the login password. */
import { provePhone as markProven, takenField } from '../../../kernel/members/change-members.ts';
import { lockMember, type Member, type Phone } from '../../../kernel/members/members.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../../kernel/members/passwords.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Auth, parsePhone } from '../auth/index.ts';
import { checkLoginPassword, ownData } from './check-login-password.ts';

export interface ProvePhoneDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  passwords: Passwords;
  auth: Pick<Auth, 'attempts' | 'captchas' | 'codes' | 'alerts'>;
}

export interface PhoneProof {
  phone: string;
  countryCode: string;
  smsCode: string;
  loginPassword: string;
}

/** @throws invalid-request (phone) */
function phoneOf(input: { phone: string; countryCode: string }): Phone {
  const phone = parsePhone(input);
  if (phone === undefined)
    throw new Refusal('invalid-request', { fields: ['phone'], text: 'phone.shape' });
  return phone;
}

/**
 * Sends the code that `provePhone` takes. Returns the seconds until another may be sent.
 * @throws invalid-request (phone), wrong-captcha, too-many-requests
 */
export async function sendPhoneCode(
  { auth }: ProvePhoneDeps,
  asked: { phone: string; countryCode: string; captcha: string; captchaId: string },
  { lang, address }: { lang: string; address: string },
): Promise<number> {
  const use = { target: phoneOf(asked), purpose: 'provePhone' } as const;
  await auth.captchas.consume(asked.captchaId, asked.captcha);
  // A member does not own a number before it is confirmed.
  return auth.codes.send(use, { lang, caller: { address } });
}

/**
 * Replaces the phone stated at registration, whose country still counts. A session alone is not enough, because a
 * proven phone can reset the login password. Returns the changed member.
 * @throws wrong-code, wrong-login-password, too-many-requests, invalid-request (phone), already-exists when the member has
 * a proven phone or another member has proven this one
 */
export async function provePhone(
  deps: ProvePhoneDeps,
  memberId: number,
  proof: PhoneProof,
): Promise<Member> {
  const { database, auth } = deps;
  const phone = phoneOf(proof);
  const known = await ownData(database, memberId);
  if (known.phoneProvenAt !== null) throw alreadyProven();
  const use = { target: phone, purpose: 'provePhone' } as const;
  if (!(await auth.codes.isRight(use, proof.smsCode, { owner: memberId }))) {
    throw new Refusal('wrong-code', { fields: ['smsCode'] });
  }
  const login = { password: proof.loginPassword, field: 'loginPassword' };
  await checkLoginPassword(deps, known, login);
  const proven = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['loginPassword'] });
    }
    const at = deps.clock.now();
    await auth.codes.take(tx, use, proof.smsCode);
    const isMarked = await markProven(tx, { memberId, ...phone }, at).catch((error: unknown) => {
      throw takenField(error) === 'phone'
        ? new Refusal('already-exists', { fields: ['phone'] })
        : error;
    });
    if (!isMarked) throw alreadyProven();
    const proven = await ownData(tx, memberId);
    await auth.alerts.send(tx, { member: proven, kind: 'phoneProven' }, at);
    const values = { phone: lastDigits(phone) };
    await notify(tx, { memberId, kind: 'security.phoneProven', values }, at);
    return proven;
  });
  wakeDelivery(deps.bus);
  return proven;
}

const alreadyProven = () =>
  new Refusal('already-exists', { fields: ['phone'], text: 'phone.proven' });

/** Enough to recognise a number: `+86 ••• 1234`. */
const lastDigits = ({ countryCode, phone }: Phone) => `+${countryCode} ••• ${phone.slice(-4)}`;
