/** The word that stands in each of our e-mails to the member, and nowhere else. */
import { lockMember } from '../../../kernel/members/members.ts';
import { storeAntiPhishingPhrase } from '../../../kernel/messaging/anti-phishing-phrases.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { checkLoginPassword, ownData } from '../profile/index.ts';
import type { SecurityDeps } from './deps.ts';

/** Long enough not to be guessed by chance, short enough to be recognised. */
const LENGTH = { min: 3, max: 40 };
/** A link in it would stand in each of our e-mails. */
const ALLOWED = /^[\p{L}\p{M}\p{N} '’-]+$/u;

/**
 * Returns the phrase as stored. The e-mail that reports the change has it already.
 * @throws invalid-request (word), wrong-login-password, too-many-requests, second-factor-required, confirmation-expired
 */
export async function setAntiPhishingPhrase(
  deps: SecurityDeps,
  call: SensitiveCall,
  given: { word: string; password: string },
): Promise<string> {
  const { database, clock, secretBox, auth } = deps;
  const { memberId } = call.caller;
  const word = readWord(given.word);
  const known = await ownData(database, memberId);
  const login = { password: given.password, field: 'password' };
  await checkLoginPassword(deps, known, login);
  const confirm = await deps.confirmations.require(call);
  await database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    }
    await confirm(tx);
    const at = clock.now();
    await storeAntiPhishingPhrase(tx, secretBox, { memberId, word, at });
    await notify(tx, { memberId, kind: 'security.mailWord', values: {} }, at);
    await auth.alerts.send(tx, { member, kind: 'mailWord' }, at);
  });
  wakeDelivery(deps.bus);
  return word;
}

/** @throws invalid-request */
function readWord(given: string): string {
  const word = readVisible(given, 'word').replaceAll(/\s+/gu, ' ');
  const { length } = [...word];
  if (length < LENGTH.min || length > LENGTH.max || !ALLOWED.test(word)) {
    throw new Refusal('invalid-request', { fields: ['word'], text: 'security.wordShape' });
  }
  return word;
}
