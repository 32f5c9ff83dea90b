/** API of bank receipts: an operator records the receipt of a wire, then two people approve it. */
import { Type } from 'typebox';
import { defineCall } from '../../call.ts';
import { AmountIn, Fields, IdIn, NoData } from '../../fields.ts';
import { operatorAct } from '../../presets.ts';

export const operatorWireCalls = {
  recordReceipt: defineCall({
    ...operatorAct('reviews.first'),
    path: '/operator/wire/recordReceipt',
    summary: 'Records the receipt of a claimed wire. This changes the facts of its review.',
    input: Fields({
      ID: IdIn(),
      num: AmountIn(),
      bankReference: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'reference of the transfer in the bank statement; can be used once',
      }),
      payer: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'payer according to the statement',
      }),
    }),
    output: NoData(),
    codes: [5007, 5016, 5031, 5034],
  }),
};
