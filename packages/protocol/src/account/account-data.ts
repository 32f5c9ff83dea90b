/** API of a member's data: the export of everything we hold, and closing the account (ADR 48). */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { AmountIn, AmountOut, Fields, Id, IdIn, NoData, NoFields, Time } from '../fields.ts';
import { memberRead, memberSecret } from '../presets.ts';

/** What stands in the way of closing: money by purpose, what is open, a review, a freeze. */
export const ClosingObstacle = Type.Object({
  kind: Type.Union(
    [
      Type.Literal('available'),
      Type.Literal('held'),
      Type.Literal('locked'),
      Type.Literal('staked'),
      Type.Literal('financed'),
      Type.Literal('loan'),
      Type.Literal('order'),
      Type.Literal('contract'),
      Type.Literal('machine'),
      Type.Literal('deposit'),
      Type.Literal('withdrawal'),
      Type.Literal('wire'),
      Type.Literal('payout'),
      Type.Literal('application'),
      Type.Literal('identity'),
      Type.Literal('review'),
      Type.Literal('frozen'),
    ],
    { description: 'the first six: an amount of a coin; `frozen`: neither; the others: a count' },
  ),
  coinname: Type.Optional(Type.String()),
  amount: Type.Optional(AmountOut('of a loan: what is owed')),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
});

const Closing = Type.Object({
  requestedAt: Time(),
  endsAt: Time(
    'the account is closed then, unless the member keeps it or something stands in the way',
  ),
});

/** A machine in term: it cannot be redeemed, so it keeps the account open until its end. */
const MachineToGiveUp = Type.Object({
  ID: Id(),
  orderNo: Type.String(),
  name: Type.String(),
  expireAt: Time('when it ends automatically'),
  payCoin: Type.String(),
  invested: AmountOut('the price paid, in payCoin; none of it returns'),
  yieldCoin: Type.String(),
  toCome: AmountOut('what it would still bring, in yieldCoin'),
  coinname: Type.String(),
  frozen: AmountOut('what it has brought and would release at its end, in coinname'),
});

const password = () => Type.String({ maxLength: 200, description: 'the login password' });

export const accountDataCalls = {
  accountData: defineCall({
    ...memberRead,
    path: '/user/accountData',
    summary: 'Returns whether the account is being closed, and what stands in the way of it.',
    input: NoFields(),
    output: Type.Object({
      closing: Type.Union([Closing, Type.Null()]),
      obstacles: Type.Array(ClosingObstacle),
      machines: Type.Array(MachineToGiveUp, {
        description: 'those that can be given up, the newest 50; the others follow when these are',
      }),
      waitDays: Type.Integer({ description: 'between the request and the end of the account' }),
      keptYears: Type.Integer({
        description: 'how long records and identity are kept after closing, as the law asks',
      }),
    }),
    codes: [],
  }),
  exportAccount: defineCall({
    ...memberSecret,
    path: '/user/exportAccount',
    summary:
      'Prepares an export of everything we hold about the member: a ZIP with JSON, CSV and images. Returns the path of a single download.',
    input: Fields({ password: password() }),
    output: Type.Object({
      path: Type.String({ description: 'from the root of the site; works once' }),
      expiresAt: Time(),
    }),
    codes: [4011, 5017, 5019],
  }),
  closeAccount: defineCall({
    ...memberSecret,
    path: '/user/closeAccount',
    summary:
      'Asks to close the account. It is closed after a waiting time, in which the member may keep it. 5023 with `data.obstacles` while anything is left.',
    input: Fields({ password: password() }),
    output: Type.Object({ closing: Closing }),
    codes: [4011, 5017, 5019, 5023],
  }),
  giveUpMachines: defineCall({
    auth: 'member',
    movesMoney: true,
    method: 'POST',
    path: '/user/giveUpMachines',
    summary:
      'Ends machines in term immediately, for good and without anything in return, so that the account can be closed. The figures are those that the member was shown; 5004 if a payout has changed them.',
    rate: 'secret',
    input: Fields({
      password: password(),
      machines: Type.Array(Fields({ ID: IdIn(), toCome: AmountIn(), frozen: AmountIn() }), {
        minItems: 1,
        maxItems: 50,
      }),
    }),
    output: Type.Object({ machines: Type.Array(MachineToGiveUp) }),
    codes: [4008, 4011, 5002, 5004, 5006, 5017, 5019, 5034],
  }),
  keepAccount: defineCall({
    ...memberSecret,
    path: '/user/keepAccount',
    summary: 'Cancels the request to close the account.',
    input: NoFields(),
    output: NoData(),
    codes: [],
  }),
};
