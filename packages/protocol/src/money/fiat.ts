/** API of fiat: bank cards, wire deposits, and payouts to a card. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import {
  AmountIn,
  AmountOut,
  Fields,
  Id,
  IdIn,
  ListOf,
  NoData,
  NoFields,
  pageFields,
  Time,
} from '../fields.ts';
import { memberMoney, memberRead, publicRead } from '../presets.ts';

const StatusOut = () =>
  Type.Integer({
    description: '1 under review, 2 completed, 3 rejected, 4 cancelled by the member',
  });
const statusFields = {
  status: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 4 }), Type.String({ pattern: '^[0-4]?$' })], {
      description: '0 or absent: all',
    }),
  ),
};
const CoinIn = () => Type.String({ pattern: '^[A-Za-z0-9]{2,12}$', description: 'USDT or USD' });
const CurrencyIn = () => Type.String({ pattern: '^[A-Za-z]{3}$', description: 'USD' });
const TimeOrNull = () => Type.Union([Time(), Type.Null()]);
const TextIn = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

export const BankCardRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  bankname: Type.String(),
  accountname: Type.String(),
  bankcard: Type.String({ description: 'masked except for the last four digits: **** 4821' }),
  bankaddress: Type.String(),
  ibna: Type.String({ description: 'masked IBAN: DE89 **** 3000' }),
  payeeaddress: Type.String({ description: 'BIC/SWIFT code or bank address' }),
  country: Type.String({ description: 'country of the payee: DE' }),
  usableFrom: Type.String({ description: 'ISO 8601: from when payouts to it are allowed' }),
});

/** The terms of a currency; amounts are in that currency. */
export const FiatCurrencyRow = Type.Object({
  coinname: Type.String({ description: 'USD' }),
  name: Type.String({ description: 'US Dollar' }),
  places: Type.Integer({ description: "the currency's scale" }),
  wireMin: AmountOut(),
  wireMax: AmountOut(),
  payoutMin: AmountOut('before the fee'),
  payoutMax: AmountOut('before the fee'),
  payoutFee: AmountOut('per payout'),
  takesWires: Type.Boolean(),
  takesPayouts: Type.Boolean(),
  isConvertible: Type.Boolean({
    description:
      'markets lead to it: other coins can be paid out in it, else only the currency itself',
  }),
});

export const WireRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'F-30418' }),
  cate: Type.Literal(2, { description: 'kind of deposit: wire' }),
  coinname: Type.String({ description: 'USD' }),
  num: AmountOut('announced'),
  isArrived: Type.Boolean({ description: 'money was received: it can no longer be cancelled' }),
  received: Type.Union([AmountOut('credited amount'), Type.Null()]),
  email: Type.String({ description: 'recipient of the instructions' }),
  reference: Type.String({ description: 'payment reference of the transfer: TERN-4K7Q-9XW2' }),
  status: StatusOut(),
  reason: Type.String({ description: 'why it was rejected or is on hold' }),
  heldUntil: TimeOrNull(),
  dueAt: Time('published target for the decision'),
  decidedAt: TimeOrNull(),
});

/** The mailed instructions, in the language of the request. */
export const WireInstructions = Type.Object({
  isSimulated: Type.Boolean({
    description: 'true in paper mode: there is no bank account to pay into',
  }),
  subject: Type.String(),
  body: Type.String({ description: 'plain text, paragraphs separated by an empty line' }),
});

export const PayoutTerms = Type.Object({
  coinname: Type.String({ description: 'asset given' }),
  currency: Type.String({ description: 'currency paid out' }),
  rate: AmountOut(
    'currency per unit given, with the spread, before the fee; 1 for the same currency',
  ),
  spread: AmountOut('how far `rate` is below the reference rate, as a ratio'),
  fee: AmountOut('in currency'),
  min: AmountOut('in currency, before the fee'),
  max: AmountOut('in currency, before the fee'),
  minNum: AmountOut('min converted to coinname at this rate'),
  maxNum: AmountOut('max converted to coinname at this rate'),
  available: AmountOut('available balance, in coinname'),
  drift: AmountOut('by which ratio the payout may fall below the estimate, without min_received'),
  at: Time('time of the oldest price used for the rate'),
});

export const PayoutRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'B-40418' }),
  coinname: Type.String({ description: 'asset given' }),
  num: AmountOut('given, in coinname'),
  currency: Type.String({ description: 'currency paid out' }),
  rate: AmountOut('rate at approval; before, at submission'),
  fee: AmountOut('in currency'),
  received: AmountOut('in currency, after the fee; an estimate until approval'),
  quotedRate: AmountOut('rate at submission'),
  quotedReceived: AmountOut('estimate at submission'),
  leastReceived: AmountOut("the member's minimum: if less would be paid, everything is returned"),
  isVoided: Type.Boolean({
    description:
      'everything was returned because the rate at approval would have paid less than leastReceived',
  }),
  isApproved: Type.Boolean({ description: 'while status is 1: approved, not sent by a bank yet' }),
  bankReference: Type.String({ description: 'of the bank that sent it; empty before' }),
  valueDate: Type.Union([
    Type.String({ description: '2026-11-21: the bank debits it' }),
    Type.Null(),
  ]),
  isReturned: Type.Boolean({ description: 'while status is 3: the bank returned it' }),
  returned: Type.Union([AmountOut('in currency: what came back of a sent payout'), Type.Null()]),
  bankname: Type.String(),
  accountname: Type.String(),
  bankcard: Type.String({ description: '**** 4821' }),
  ibna: Type.String({ description: 'DE89 **** 3000' }),
  country: Type.String(),
  status: StatusOut(),
  reason: Type.String({ description: 'why it was rejected or is on hold' }),
  heldUntil: TimeOrNull(),
  dueAt: Time('published target for the decision'),
  decidedAt: TimeOrNull(),
});

/** `data` of the live event `wire.changed`. */
export type WireEvent = Static<typeof WireRow>;
/** `data` of the live event `payout.changed`. */
export type PayoutEvent = Static<typeof PayoutRow>;

const member = { auth: 'member', movesMoney: false, rate: 'read' } as const;

export const fiatCalls = {
  fiatCurrencies: defineCall({
    ...publicRead,
    path: '/user_bank/currencies',
    summary: 'Lists the fiat currencies with their current limits and fees.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(FiatCurrencyRow) }),
    codes: [],
  }),
  bankCards: defineCall({
    ...memberRead,
    path: '/user_bank/getUser_bankList',
    summary: "Lists the member's bank cards, newest first, with masked numbers.",
    input: Fields({ ...pageFields }),
    output: ListOf(BankCardRow),
    codes: [],
  }),
  findBankCard: defineCall({
    ...memberRead,
    path: '/user_bank/findUser_bank',
    summary: 'Returns one bank card.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reuser_bank: BankCardRow }),
    codes: [5007],
  }),
  createBankCard: defineCall({
    ...member,
    rate: 'money',
    method: 'POST',
    path: '/user_bank/createUser_bank',
    summary:
      'Saves a bank card, which is reported to the member. An IBAN must have a valid checksum.',
    input: Fields({
      bankname: TextIn(80, 'name of the bank'),
      accountname: TextIn(80, 'name of the account holder'),
      bankcard: TextIn(42, 'card or account number; spaces and hyphens are removed'),
      bankaddress: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'address of the bank; may be in payeeaddress instead',
        }),
      ),
      ibna: TextIn(42, 'IBAN, or the account number in countries without IBAN; spaces are removed'),
      payeeaddress: TextIn(200, 'BIC/SWIFT code or bank address'),
      country: TextIn(60, 'country of the payee: DE, or the English name'),
    }),
    output: Type.Object({ bank: BankCardRow }),
    codes: [5012, 5016, 5017, 5019],
  }),
  deleteBankCard: defineCall({
    ...member,
    rate: 'money',
    method: 'DELETE',
    path: '/user_bank/deleteUser_bank',
    summary: 'Deletes a bank card. Pending payouts keep its details.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007],
  }),
  // A wire is created through POST /recharge/createRecharge with cate 2.
  wires: defineCall({
    ...memberRead,
    path: '/recharge/myWireList',
    summary: "Lists the member's wire deposits, newest first, optionally of one status.",
    input: Fields({ ...pageFields, ...statusFields }),
    output: ListOf(WireRow),
    codes: [],
  }),
  findWire: defineCall({
    ...memberRead,
    path: '/recharge/findWire',
    summary: 'Returns one wire deposit with its instructions.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rewire: WireRow, instructions: WireInstructions }),
    codes: [5007],
  }),
  cancelWire: defineCall({
    ...memberMoney,
    path: '/recharge/cancelWire',
    summary: 'Cancels a wire deposit before any money is received.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ wire: WireRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
  payoutTerms: defineCall({
    ...memberRead,
    path: '/withdraw_bank/terms',
    summary:
      'Returns the current terms of a payout: rate, fee, limits, available balance. 4026 has `data.opensAt`, and in `data.currencies` those that the coin can be paid out in now.',
    input: Fields({ coinname: CoinIn(), currency: Type.Optional(CurrencyIn()) }),
    output: Type.Object({ terms: PayoutTerms }),
    codes: [4019, 4026, 5005],
  }),
  payouts: defineCall({
    ...memberRead,
    path: '/withdraw_bank/myWithdraw_bankList',
    summary: "Lists the member's payouts to bank cards, newest first, optionally of one status.",
    input: Fields({ ...pageFields, ...statusFields }),
    output: ListOf(PayoutRow),
    codes: [],
  }),
  findPayout: defineCall({
    ...memberRead,
    path: '/withdraw_bank/findWithdraw_bank',
    summary: 'Returns one payout.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rewithdraw_bank: PayoutRow }),
    codes: [5007],
  }),
  createPayout: defineCall({
    ...memberMoney,
    path: '/withdraw_bank/createWithdraw_bank',
    summary:
      'Submits a payout for review and holds its amount. It is paid at the rate at approval; if that is less than min_received (default: the estimate minus drift), everything is returned.',
    input: Fields({
      num: AmountIn(),
      bank_id: IdIn(),
      coinname: CoinIn(),
      coin_id: Type.Optional(IdIn()),
      currency: Type.Optional(CurrencyIn()),
      min_received: Type.Optional(AmountIn()),
      pay_password: Type.String({ maxLength: 72 }),
    }),
    output: Type.Object({ withdraw_bank: PayoutRow }),
    codes: [
      4008, 4019, 4020, 4022, 4023, 4025, 4026, 5002, 5003, 5004, 5005, 5007, 5009, 5010, 5013,
      5017, 5019, 5022,
    ],
  }),
  cancelPayout: defineCall({
    ...memberMoney,
    path: '/withdraw_bank/cancelWithdraw_bank',
    summary:
      'Cancels a payout that is still under review and not approved, and releases its amount.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ withdraw_bank: PayoutRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
};
