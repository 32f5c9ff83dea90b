/** API of manual entries: proposed by one operator, decided by another in the review queue. */
import { Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, Fields, Id, IdIn, RequestId } from '../../fields.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct } from '../../presets.ts';

export const operatorManualCalls = {
  proposeEntry: defineCall({
    ...operatorAct('customers.propose'),
    path: '/operator/manual/propose',
    summary:
      'Proposes a credit (agent deposit) or a debit (agent balance deduction). The proposal is the first approval.',
    input: Fields({
      memberId: IdIn(),
      side: Type.Union([Type.Literal('credit'), Type.Literal('debit')]),
      coinname: Type.String({ minLength: 1, maxLength: 20 }),
      amount: AmountIn(),
      message: Message(),
      reason: InnerReason(),
      requestId: RequestId(),
    }),
    output: Type.Object({ reviewId: Id() }),
    codes: [4019, 4020, 5002, 5007, 5024],
  }),
};
