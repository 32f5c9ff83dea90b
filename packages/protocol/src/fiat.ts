/** Wire of fiat: bank cards, wire deposits, and payouts to a card (spec §3, §5, §7, §9, rules §6, §12). */
import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
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
} from './fields.ts';

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
  bankcard: Type.String({ description: 'all but the last four places hidden: **** 4821' }),
  bankaddress: Type.String(),
  ibna: Type.String({ description: 'IBAN, hidden likewise: DE89 **** 3000' }),
  payeeaddress: Type.String({ description: 'BIC/SWIFT code or bank address' }),
  country: Type.String({ description: 'of the payee: DE' }),
});

/** The terms of a currency; amounts in it. */
export const FiatCurrencyRow = Type.Object({
  coinname: Type.String({ description: 'USD' }),
  name: Type.String({ description: 'US Dollar' }),
  places: Type.Integer({ description: "the currency's scale" }),
  wireMin: AmountOut(),
  wireMax: AmountOut(),
  payoutMin: AmountOut('before the fee'),
  payoutMax: AmountOut('before the fee'),
  payoutFee: AmountOut('of each payout'),
  takesWires: Type.Boolean(),
  takesPayouts: Type.Boolean(),
});

export const WireRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'F-30418' }),
  cate: Type.Literal(2, { description: 'among deposits: by wire' }),
  coinname: Type.String({ description: 'USD' }),
  num: AmountOut('announced'),
  isArrived: Type.Boolean({ description: 'money came in: no longer to be taken back' }),
  received: Type.Union([AmountOut('what was credited'), Type.Null()]),
  email: Type.String({ description: 'where the instructions went' }),
  reference: Type.String({ description: 'to be given with the transfer: TERN-4K7Q-9XW2' }),
  status: StatusOut(),
  reason: Type.String({ description: 'why it was rejected or is held' }),
  heldUntil: TimeOrNull(),
  dueAt: Time('published target: decided by then'),
  decidedAt: TimeOrNull(),
});

/** What was mailed, in the language of the request. */
export const WireInstructions = Type.Object({
  isSimulated: Type.Boolean({ description: 'paper mode: there is no bank account to pay to' }),
  subject: Type.String(),
  body: Type.String({ description: 'plain text, paragraphs apart by an empty line' }),
});

export const PayoutTerms = Type.Object({
  coinname: Type.String({ description: 'what is given' }),
  currency: Type.String({ description: 'what arrives' }),
  rate: AmountOut('currency per unit given, spread included, fee not; 1 for the same'),
  spread: AmountOut('ratio that `rate` lies below the reference rate'),
  fee: AmountOut('in currency'),
  min: AmountOut('in currency, before the fee'),
  max: AmountOut('in currency, before the fee'),
  minNum: AmountOut('min in units of coinname, at this rate'),
  maxNum: AmountOut('max in units of coinname, at this rate'),
  available: AmountOut('what the member can give, in coinname'),
  drift: AmountOut('ratio that less may arrive than estimated, without min_received'),
  at: Time('when the oldest price behind the rate was made'),
});

export const PayoutRow = Type.Object({
  ID: Id(),
  CreatedAt: Time(),
  UpdatedAt: Time(),
  recordNo: Type.String({ description: 'B-40418' }),
  coinname: Type.String({ description: 'what was given' }),
  num: AmountOut('given, in coinname'),
  currency: Type.String({ description: 'what arrives' }),
  rate: AmountOut('of the approval; until then of the submission'),
  fee: AmountOut('in currency'),
  received: AmountOut('in currency, fee already taken: an estimate until it is approved'),
  quotedRate: AmountOut('of the submission'),
  quotedReceived: AmountOut('the estimate of the submission'),
  leastReceived: AmountOut('less than this is never paid: everything returns instead'),
  isVoided: Type.Boolean({
    description: 'approved at a rate that paid less than leastReceived: everything returned',
  }),
  bankname: Type.String(),
  accountname: Type.String(),
  bankcard: Type.String({ description: '**** 4821' }),
  ibna: Type.String({ description: 'DE89 **** 3000' }),
  country: Type.String(),
  status: StatusOut(),
  reason: Type.String({ description: 'why it was rejected or is held' }),
  heldUntil: TimeOrNull(),
  dueAt: Time('published target: decided by then'),
  decidedAt: TimeOrNull(),
});

/** `data` of the live event `wire.changed`. */
export type WireEvent = Static<typeof WireRow>;
/** `data` of the live event `payout.changed`. */
export type PayoutEvent = Static<typeof PayoutRow>;

const member = { auth: 'member', movesMoney: false, rate: 'read' } as const;
const money = { auth: 'member', movesMoney: true, rate: 'money' } as const;

export const fiatCalls = {
  fiatCurrencies: defineCall({
    ...member,
    auth: 'public',
    method: 'GET',
    path: '/user_bank/currencies',
    summary: 'The fiat currencies with their bounds and fees as they stand now.',
    input: NoFields(),
    output: Type.Object({ list: Type.Array(FiatCurrencyRow) }),
    codes: [],
  }),
  bankCards: defineCall({
    ...member,
    method: 'GET',
    path: '/user_bank/getUser_bankList',
    summary: 'Own bank cards, newest first; numbers are hidden but for their ends.',
    input: Fields({ ...pageFields }),
    output: ListOf(BankCardRow),
    codes: [],
  }),
  findBankCard: defineCall({
    ...member,
    method: 'GET',
    path: '/user_bank/findUser_bank',
    summary: 'One own bank card.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ reuser_bank: BankCardRow }),
    codes: [5007],
  }),
  createBankCard: defineCall({
    ...member,
    rate: 'money',
    method: 'POST',
    path: '/user_bank/createUser_bank',
    summary: 'Keeps a bank card; an IBAN must have a right check sum.',
    input: Fields({
      bankname: TextIn(80, 'name of the bank'),
      accountname: TextIn(80, 'name of the account holder'),
      bankcard: TextIn(42, 'card or account number; blanks and hyphens are dropped'),
      bankaddress: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'address of the bank; may stand in payeeaddress instead',
        }),
      ),
      ibna: TextIn(42, 'IBAN; in countries without IBAN the account number; blanks are dropped'),
      payeeaddress: TextIn(200, 'BIC/SWIFT code or bank address'),
      country: TextIn(60, 'of the payee: DE, or the English name'),
    }),
    output: Type.Object({ bank: BankCardRow }),
    codes: [5012, 5016],
  }),
  deleteBankCard: defineCall({
    ...member,
    rate: 'money',
    method: 'DELETE',
    path: '/user_bank/deleteUser_bank',
    summary: 'Removes a bank card for good; payouts under way keep what they were given.',
    input: Fields({ ID: IdIn() }),
    output: NoData(),
    codes: [5007],
  }),
  // A wire is created through POST /recharge/createRecharge with cate 2.
  wires: defineCall({
    ...member,
    method: 'GET',
    path: '/recharge/myWireList',
    summary: 'Own wire deposits, newest first, of one status or all.',
    input: Fields({ ...pageFields, ...statusFields }),
    output: ListOf(WireRow),
    codes: [],
  }),
  findWire: defineCall({
    ...member,
    method: 'GET',
    path: '/recharge/findWire',
    summary: 'One own wire deposit with its instructions.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rewire: WireRow, instructions: WireInstructions }),
    codes: [5007],
  }),
  cancelWire: defineCall({
    ...money,
    method: 'POST',
    path: '/recharge/cancelWire',
    summary: 'Takes back a wire deposit of which nothing has arrived.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ wire: WireRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
  payoutTerms: defineCall({
    ...member,
    method: 'GET',
    path: '/withdraw_bank/terms',
    summary: 'The terms of a payout now: rate, fee, bounds, and what the member has to give.',
    input: Fields({ coinname: CoinIn(), currency: Type.Optional(CurrencyIn()) }),
    output: Type.Object({ terms: PayoutTerms }),
    codes: [4019, 4026, 5005],
  }),
  payouts: defineCall({
    ...member,
    method: 'GET',
    path: '/withdraw_bank/myWithdraw_bankList',
    summary: 'Own payouts to bank cards, newest first, of one status or all.',
    input: Fields({ ...pageFields, ...statusFields }),
    output: ListOf(PayoutRow),
    codes: [],
  }),
  findPayout: defineCall({
    ...member,
    method: 'GET',
    path: '/withdraw_bank/findWithdraw_bank',
    summary: 'One own payout.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rewithdraw_bank: PayoutRow }),
    codes: [5007],
  }),
  createPayout: defineCall({
    ...money,
    method: 'POST',
    path: '/withdraw_bank/createWithdraw_bank',
    summary:
      'Submits a payout for review and holds what is given. It is paid at the rate of the approval, never less than min_received (without it: the estimate less drift); else everything returns.',
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
    ],
  }),
  cancelPayout: defineCall({
    ...money,
    method: 'POST',
    path: '/withdraw_bank/cancelWithdraw_bank',
    summary: 'Takes back a payout that is still under review; everything returns at once.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ withdraw_bank: PayoutRow }),
    codes: [5002, 5003, 5007, 5034],
  }),
};
