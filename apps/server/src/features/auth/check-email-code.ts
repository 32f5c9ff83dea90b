/** Looks at a code without using it up, for the step of a form that asks for it. */
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Attempts } from './attempts.ts';
import type { Codes } from './codes.ts';
import { addressSubject } from './rules.ts';

/**
 * A wrong code costs one of its tries, and its caller one of theirs: there is no captcha here, and nobody may void the
 * codes of others by guessing at them. Fails with: wrong-code, too-many-requests with the seconds to wait.
 */
export async function checkEmailCode(
  deps: { database: Database; attempts: Attempts; codes: Codes },
  asked: { email: string; code: string; address: string },
): Promise<void> {
  const { email, code, address } = asked;
  const attempt = await deps.attempts.take([`code ${addressSubject(address)}`]);
  if (!(await deps.codes.isRight({ email }, code))) {
    throw new Refusal('wrong-code', { fields: ['emailCode'] });
  }
  await deps.database.transaction((tx) => deps.attempts.giveBack(tx, attempt));
}
