/** Wire of what arrived by bank: an operator records the receipt, two people then approve it (rules §6). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountIn, Fields, IdIn, NoData } from '../fields.ts';

export const operatorWireCalls = {
  recordReceipt: defineCall({
    method: 'POST',
    path: '/operator/wire/recordReceipt',
    summary: 'Writes down what arrived for a wire in hand; its facts change with it.',
    auth: 'operator',
    roles: ['reviewer'],
    movesMoney: false,
    rate: 'money',
    input: Fields({
      ID: IdIn(),
      num: AmountIn(),
      bankReference: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'of the transfer in the bank statement: counts once',
      }),
      payer: Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'who paid, by the statement',
      }),
    }),
    output: NoData(),
    codes: [5007, 5016, 5031, 5034],
  }),
};
