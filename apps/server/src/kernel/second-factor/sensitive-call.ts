/** A call that a member with a second factor must confirm, and the port that asks for the confirmation (ADR 42). */
import type { Call } from '@tern/protocol';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller, MemberCallContext } from '../../platform/http/route.ts';

/** What a confirmation is bound to: member, session, call and its whole input, so that what was shown is what happens. */
export interface SensitiveCall {
  caller: Caller;
  /** "POST /withdraw/createWithdraw". */
  name: string;
  /** As sent, passwords included. */
  input: object;
  /** As sent in the header `X-Confirmation`. */
  confirmation: string | undefined;
}

/** Uses the confirmation up in the transaction of the effect, before it writes. @throws confirmation-expired, busy */
export type UseConfirmation = (tx: Tx) => Promise<void>;

/** For features with sensitive calls. */
export interface CallConfirmations {
  /**
   * Call after every check of the input and before the transaction of the effect; then call the returned function in that
   * transaction. A member without a second factor needs no confirmation.
   * @throws second-factor-required (its data: `ConfirmationRequest` of the protocol) without a valid confirmation
   */
  require(call: SensitiveCall): Promise<UseConfirmation>;
}

/** For routes: `sensitiveCall(withdrawalCalls.createWithdrawal, context)`. */
export function sensitiveCall(
  call: Pick<Call, 'method' | 'path'>,
  { caller, input, confirmation }: MemberCallContext<object>,
): SensitiveCall {
  return { caller, name: `${call.method} ${call.path}`, input, confirmation };
}
