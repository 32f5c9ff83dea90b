/** The table of payouts to bank cards. */
import {
  amount,
  date,
  int4,
  int8,
  jsonb,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { sealedNumber } from '../../../../kernel/review/sealed-numbers.ts';
import { definePartSearch } from '../../../../platform/database/part-search.ts';
import { defineTable, type TableRow } from '../../../../platform/database/table.ts';
import { requestColumns, requestStore } from '../request/store.ts';

/** A reference tick that a rate was taken from. */
export interface PayoutLeg {
  symbol: string;
  /** Its place in the symbol's hash chain. */
  seq: number;
  price: string;
}

const payouts = defineTable('payouts', {
  ...requestColumns,
  currency: text,
  rate,
  spread: rate,
  fee: amount,
  received: amount,
  quotedRate: rate,
  quotedReceived: amount,
  leastReceived: amount,
  bankName: text,
  accountName: text,
  cardNumber: sealedNumber,
  bankAddress: text,
  iban: sealedNumber,
  payeeAddress: text,
  country: text,
  /** Empty until the bank sent it. */
  bankReference: text,
  valueDate: nullable(date),
  /** What came back of a sent one, in the currency. */
  returned: nullable(amount),
  legs: jsonb<readonly PayoutLeg[]>(),
}).omit('legs');

export const payoutStore = requestStore({ kind: 'payout', table: payouts });

/** By a part of the bank's reference. */
export const payoutsLike = definePartSearch(payouts.pick('id'), {
  name: 'payout.like',
  words: 'lower(bank_reference)',
  newest: 'id',
});

export type Payout = RowOf<typeof payoutStore.byId>;

export const insertPayout = payoutStore.insert('insert', [
  'currency',
  'rate',
  'spread',
  'fee',
  'received',
  'quotedRate',
  'quotedReceived',
  'leastReceived',
  'bankName',
  'accountName',
  'cardNumber',
  'bankAddress',
  'iban',
  'payeeAddress',
  'country',
  'legs',
]);

/** Approved at its rate. The database refuses one that ended, or an amount below the minimum. */
export const approvePayout = payoutStore.update(
  'approve',
  `state = 'approved', rate = $2, legs = $3, received = $4, reason = '', decided_at = $5, held_until = null, updated_at = $5
    where id = $1`,
  [int8, rate, jsonb<readonly PayoutLeg[]>(), amount, timestamptz],
);

/** @throws a violation of `payouts_bank_reference` for a reference of another payout */
export const setSent = payoutStore.update(
  'setSent',
  `state = 'completed', bank_reference = $2, value_date = $3, updated_at = $4 where id = $1`,
  [int8, text, date, timestamptz],
);

/** The database refuses what two operators did not agree on. */
export const setReturned = payoutStore.update(
  'setReturned',
  `state = 'returned', returned = $2, reason = $3, updated_at = $4 where id = $1`,
  [int8, nullable(amount), text, timestamptz],
);

/** `$1`: a payout or member, also with what was sent; null: what the bank is to send. */
const AT_BANK = `case when $1::bigint is null then o.state = 'approved'
  else o.state in ('approved', 'completed') and (o.id = $1 or o.member_id = $1) end`;

export const bankPages = {
  list: defineQuery({
    name: 'payout.atBank',
    text: `select o.id, o.member_id, o.asset, o.amount, o.currency, o.received, o.bank_name, o.account_name, o.card_number, o.iban,
        o.state, o.decided_at, o.bank_reference, o.value_date, r.id as return_id, f.id as file_id, f.state as file_state
      from payouts o left join payout_returns r on r.payout_id = o.id and r.state <> 'dropped'
      left join payment_file_payouts p on p.payout_id = o.id and not p.is_withdrawn left join payment_files f on f.id = p.file_id
      where ${AT_BANK} order by o.decided_at, o.id limit $2 offset $3`,
    params: [nullable(int8), int8, int8],
    row: {
      id: int8,
      memberId: int8,
      asset: text,
      amount,
      currency: text,
      received: amount,
      bankName: text,
      accountName: text,
      cardNumber: sealedNumber,
      iban: sealedNumber,
      state: text,
      decidedAt: timestamptz,
      bankReference: text,
      valueDate: nullable(date),
      returnId: nullable(int8),
      fileId: nullable(int8),
      fileState: nullable(text),
    },
  }),
  count: defineQuery({
    name: 'payout.countAtBank',
    text: `select count(*)::int as total from payouts o where ${AT_BANK}`,
    params: [nullable(int8)],
    row: { total: int4 },
  }),
};
export type PayoutAtBank = RowOf<typeof bankPages.list>;

const payoutReturns = defineTable('payout_returns', {
  id: int8,
  payoutId: int8,
  /** In the currency; null where the bank never sent it. */
  amount: nullable(amount),
  bankReference: text,
  reason: text,
  proposedBy: int8,
  state: text,
  createdAt: timestamptz,
}).omit('createdAt');
export type PayoutReturn = TableRow<typeof payoutReturns>;

export const insertReturn = payoutReturns.insertReturning('payout.insertReturn', [
  'payoutId',
  'amount',
  'bankReference',
  'reason',
  'proposedBy',
  'createdAt',
]);

export const returnById = payoutReturns.select('payout.returnById', 'where id = $1', [int8]);

/** The one that is proposed or carried out. */
export const returnOf = payoutReturns.select(
  'payout.returnOf',
  `where payout_id = $1 and state <> 'dropped'`,
  [int8],
);

export const setReturnState = defineStatement({
  name: 'payout.setReturnState',
  text: 'update payout_returns set state = $2 where id = $1',
  params: [int8, text],
});

/** Completed payouts of the member to the same card. */
export const countPaidTo = payouts.count(
  'payout.countPaidTo',
  `where member_id = $1 and card_number = $2 and iban = $3 and state = 'completed'`,
  [int8, sealedNumber, sealedNumber],
);
