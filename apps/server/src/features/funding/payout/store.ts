/** The table of payouts to bank cards. */
import {
  amount,
  int4,
  int8,
  jsonb,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { requestStore } from '../request/store.ts';

/** A reference tick that a rate was taken from. */
export interface PayoutLeg {
  symbol: string;
  /** Its place in the symbol's hash chain. */
  seq: number;
  price: string;
}

const own = {
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
  cardNumber: text,
  bankAddress: text,
  iban: text,
  payeeAddress: text,
  country: text,
} as const;

export const payoutStore = requestStore({ kind: 'payout', table: 'payouts', own });

export type Payout = RowOf<typeof payoutStore.byId>;

export const insertPayout = payoutStore.insert('insert', {
  ...own,
  legs: jsonb<readonly PayoutLeg[]>(),
});

/** Paid at the rate of the approval. The database refuses one that ended, or an amount below the minimum. */
export const payPayout = payoutStore.update(
  'pay',
  `state = 'completed', rate = $2, legs = $3, received = $4, reason = '', decided_at = $5, held_until = null, updated_at = $5
    where id = $1`,
  [int8, rate, jsonb<readonly PayoutLeg[]>(), amount, timestamptz],
);

/** Completed payouts of the member to the same card. */
export const countPaidTo = defineQuery({
  name: 'payout.countPaidTo',
  text: `select count(*)::int as total from payouts
    where member_id = $1 and card_number = $2 and iban = $3 and state = 'completed'`,
  params: [int8, text, text],
  row: { total: int4 },
});
