/** API of loan reviews: an operator lowers the amount of an application, then two people approve it. */
import { defineCall } from '../../call.ts';
import { AmountIn, Fields, IdIn, NoData } from '../../fields.ts';
import { InnerReason, Message } from '../two-texts.ts';
import { operatorAct } from '../../presets.ts';

export const operatorLoanCalls = {
  lowerAmount: defineCall({
    ...operatorAct('reviews.first'),
    path: '/operator/loan/lowerAmount',
    summary:
      'Sets the amount to approve of a claimed application, at most what was requested (4018, `data.max`). This changes the facts of its review.',
    input: Fields({
      ID: IdIn(),
      num: AmountIn(),
      message: Message(),
      reason: InnerReason(),
    }),
    output: NoData(),
    codes: [4013, 4018, 5007, 5031, 5034],
  }),
};
