/** Shows that a phone is the member's own: a code sent to it, and the login password (rules §10). */
import { provePhone as markProven, takenField } from '../../kernel/members/change-members.ts';
import { lockMember, type Member, type Phone } from '../../kernel/members/members.ts';
import { notify } from '../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../kernel/messaging/outgoing-messages.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Auth, parsePhone } from '../auth/index.ts';
import { checkLoginPassword } from './check-login-password.ts';
import { ownData } from './own-data.ts';

export interface ProvePhoneDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
  passwords: Passwords;
  auth: Pick<Auth, 'attempts' | 'codes' | 'alerts'>;
}

export interface PhoneProof {
  phone: string;
  countryCode: string;
  smsCode: string;
  loginPassword: string;
}

/**
 * Takes the phone in place of the one stated at registration, whose country still counts. A session alone is not enough:
 * a proven phone resets the login password. Gives the member as they are now.
 * Fails with: wrong-code, wrong-login-password, too-many-requests, invalid-request (no phone), already-exists when
 * theirs or somebody else's is proven already.
 */
export async function provePhone(
  deps: ProvePhoneDeps,
  memberId: number,
  proof: PhoneProof,
): Promise<Member> {
  const { database, auth } = deps;
  const phone = parsePhone(proof);
  if (phone === undefined)
    throw new Refusal('invalid-request', { fields: ['phone'], text: 'phone.shape' });
  const known = await ownData(database, memberId);
  if (known.phoneProvenAt !== null) throw alreadyProven();
  if (!(await auth.codes.isRight(phone, proof.smsCode))) {
    throw new Refusal('wrong-code', { fields: ['smsCode'] });
  }
  const login = { password: proof.loginPassword, field: 'loginPassword' };
  const attempt = await checkLoginPassword(deps, known, login);
  const proven = await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['loginPassword'] });
    }
    const at = deps.clock.now();
    await auth.codes.take(tx, phone, proof.smsCode);
    const isMarked = await markProven(tx, { memberId, ...phone }, at).catch((error: unknown) => {
      throw takenField(error) === 'phone'
        ? new Refusal('already-exists', { fields: ['phone'] })
        : error;
    });
    if (!isMarked) throw alreadyProven();
    await auth.attempts.giveBack(tx, attempt);
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

/** Enough to recognise a number by: `+86 ••• 1234`. */
const lastDigits = ({ countryCode, phone }: Phone) => `+${countryCode} ••• ${phone.slice(-4)}`;
