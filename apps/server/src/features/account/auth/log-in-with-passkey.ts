/** Login with a passkey alone: the device that has it and its owner's fingerprint, face or PIN are both factors. */
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import type { PasskeyLogins, SignedLogin } from '../../../kernel/second-factor/passkey-logins.ts';
import { addressSubject, limitKeyOfText } from '../../../platform/limit-key.ts';
import { assertMayLogIn, type LogInDeps, type Origin, openSession } from './log-in.ts';
import type { SignedIn } from './register-member.ts';

export interface PasskeyLogInDeps extends LogInDeps {
  passkeyLogins: PasskeyLogins;
}

/**
 * Signs in the owner of the passkey and ends the previous session. A login from an unknown device is reported.
 * @throws confirmation-expired, wrong-second-factor (one answer for an unknown passkey and a wrong signature),
 * member-banned with reason and end (only after the right signature), too-many-requests with the seconds to wait
 */
export async function logInWithPasskey(
  deps: PasskeyLogInDeps,
  { signed, from }: { signed: SignedLogin; from: Origin },
): Promise<SignedIn> {
  const { attempts, sessions } = deps;
  // Not the account: nobody who guesses its password may lock the owner's passkey.
  const passkey = limitKeyOfText('passkey', 'login', signed.assertion.id);
  const attempt = await attempts.take([passkey, addressSubject(from.address)]);
  const signedIn = await deps.passkeyLogins.prove(signed, async (tx, member) => {
    assertMayLogIn(member, from.lang);
    await attempts.refund(tx, attempt);
    return openSession(tx, deps, { member, from, method: 'passkey' });
  });
  wakeDelivery(deps.bus);
  sessions.announce(signedIn.session.ended);
  return signedIn;
}
