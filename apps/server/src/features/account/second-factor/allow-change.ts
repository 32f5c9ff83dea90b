/** Who may add a factor: with the login password for the first one, with an existing factor afterwards. */
import { lockMember } from '../../../kernel/members/members.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { methodsOf } from '../../../kernel/second-factor/factors.ts';
import type {
  SensitiveCall,
  UseConfirmation,
} from '../../../kernel/second-factor/sensitive-call.ts';
import { checkLoginPassword, ownData } from '../profile/index.ts';
import type { FactorDeps } from './deps.ts';

/**
 * A session alone must not add a factor, which could lock the owner out. Call the returned function in the transaction
 * of the change, with the member locked.
 * @throws step-up-required, wrong-login-password, too-many-requests, second-factor-required
 */
export async function allowAdding(
  deps: FactorDeps,
  call: SensitiveCall,
  password = '',
): Promise<UseConfirmation> {
  const { memberId } = call.caller;
  const methods = await methodsOf(deps.database, memberId);
  if (methods.length > 0) return deps.confirmations.require(call);
  const field = 'password';
  if (password === '') throw new Refusal('step-up-required', { fields: [field] });
  const known = await ownData(deps.database, memberId);
  await checkLoginPassword(deps, known, { password, field });
  return async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash)
      throw new Refusal('wrong-login-password', { fields: [field] });
    if ((await methodsOf(tx, memberId)).length > 0) throw new Refusal('busy');
  };
}
