/** Common steps of withdrawals and payouts: account status, withdrawal password, and idempotency. */
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import { clearPayPasswordTries } from '../../../kernel/members/change-members.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import {
  isVerified,
  lockMember,
  type Member,
  memberById,
} from '../../../kernel/members/members.ts';
import { notYet, Refusal } from '../../../kernel/requests/refusal.ts';
import type {
  CallConfirmations,
  SensitiveCall,
} from '../../../kernel/second-factor/sensitive-call.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { type CheckDeps, checkPayPassword } from './check-pay-password.ts';

export interface MoneyOutDeps extends CheckDeps {
  confirmations: CallConfirmations;
}

export interface MoneyOut<Answer> {
  memberId: number;
  payPassword: string;
  key: RequestKey | undefined;
  /** The request as sent, which a second factor confirms. */
  call: SensitiveCall;
  /** Checks that need no password, made before a try of the password is spent. */
  check(reader: Reader): Promise<unknown>;
  /** Holds the money, in the transaction that has locked the member. The answer must be plain JSON. */
  act(tx: Tx): Promise<Answer>;
}

/**
 * Returns the answer of `act`, also to a retry.
 * @throws account-frozen, withdrawal-password-missing, wrong-withdrawal-password with the tries left, not-verified,
 * idempotency-key-reused, not-yet with the end of a block or lock, step-up-required while no withdrawal password is set,
 * second-factor-required, confirmation-expired, and the refusals of `check` and `act`
 */
export async function takeMoneyOut<Answer>(
  deps: MoneyOutDeps,
  input: MoneyOut<Answer>,
): Promise<Answer> {
  const { database, clock } = deps;
  const { memberId, payPassword, key } = input;
  const before = await answerBefore<Answer>(database, key);
  if (before !== undefined) return before;
  const known = await memberById(database, memberId);
  if (known === undefined) throw new Refusal('account-frozen');
  assertMayWithdraw(known, clock.now());
  if (payPassword === '')
    throw new Refusal('withdrawal-password-missing', { fields: ['payPassword'] });
  await input.check(database);
  await provePayPassword(deps, known, payPassword);
  const confirm = await deps.confirmations.require(input.call);
  return answerOnce({ database, clock }, key, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.payPasswordHash !== known.payPasswordHash)
      throw new Refusal('wrong-withdrawal-password');
    assertMayWithdraw(member, clock.now());
    await confirm(tx);
    await clearPayPasswordTries(tx, memberId);
    return input.act(tx);
  });
}

/** @throws account-frozen, not-verified, not-yet, step-up-required */
function assertMayWithdraw(member: Member, at: number): void {
  if (member.isFrozen) throw new Refusal('account-frozen');
  if (!isVerified(member)) throw new Refusal('not-verified');
  const until = member.withdrawalsBlockedUntil;
  if (until !== null && until > at) throw notYet('until.withdrawals', until);
  if (member.payPasswordHash === null)
    throw new Refusal('step-up-required', { text: 'withdrawal.setPassword' });
}

/** @throws wrong-withdrawal-password with the tries left, not-yet while locked */
async function provePayPassword(deps: CheckDeps, member: Member, password: string) {
  const outcome = await checkPayPassword(deps, member, password);
  if (outcome.kind === 'right') return;
  const { triesLeft } = outcome;
  throw new Refusal('wrong-withdrawal-password', { fields: ['payPassword'], data: { triesLeft } });
}
