/** The table of payouts to bank cards. */
import type { Amount, Rate } from '@tern/money';
import {
  amount,
  int4,
  int8,
  jsonb,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import type { CardDetails } from '../bank-cards/store.ts';
import { requestStore } from '../request/store.ts';

/** A reference tick that a rate was taken from. */
export interface PayoutLeg {
  symbol: string;
  /** Its place in the symbol's hash chain. */
  seq: number;
  price: string;
}

export const payoutStore = requestStore({
  kind: 'payout',
  table: 'payouts',
  own: {
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
  },
});
const { row, columns } = payoutStore;

const insert = defineQuery({
  name: 'payout.insert',
  text: `insert into payouts (member_id, asset, amount, currency, rate, spread, legs, fee, received, quoted_rate, quoted_received,
      least_received, bank_name, account_name, card_number, bank_address, iban, payee_address, country, due_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $5, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19) returning ${columns}`,
  params: [
    ...([int8, text, amount, text, rate, rate] as const),
    jsonb<readonly PayoutLeg[]>(),
    ...([
      amount,
      amount,
      amount,
      text,
      text,
      text,
      text,
      text,
      text,
      text,
      timestamptz,
      timestamptz,
    ] as const),
  ],
  row,
});

export type Payout = RowOf<typeof insert>;

export interface NewPayout {
  memberId: number;
  asset: string;
  amount: Amount;
  currency: string;
  rate: Rate;
  spread: Rate;
  legs: readonly PayoutLeg[];
  fee: Amount;
  /** The estimate, at `rate`. */
  received: Amount;
  leastReceived: Amount;
  card: CardDetails;
  dueAt: number;
  createdAt: number;
}

export function insertPayout(tx: Tx, payout: NewPayout): Promise<Payout> {
  const { card } = payout;
  return tx.one(insert, [
    ...([payout.memberId, payout.asset, payout.amount, payout.currency] as const),
    ...([payout.rate, payout.spread, payout.legs, payout.fee, payout.received] as const),
    payout.leastReceived,
    ...([card.bankName, card.accountName, card.cardNumber, card.bankAddress] as const),
    ...([card.iban, card.payeeAddress, card.country, payout.dueAt, payout.createdAt] as const),
  ]);
}

/** Paid at the rate of the approval. The database refuses one that ended, or an amount below the minimum. */
export const payPayout = defineQuery({
  name: 'payout.pay',
  text: `update payouts set state = 'completed', rate = $2, legs = $3, received = $4, reason = '', decided_at = $5,
      held_until = null, updated_at = $5
    where id = $1 returning ${columns}`,
  params: [int8, rate, jsonb<readonly PayoutLeg[]>(), amount, timestamptz],
  row,
});

/** Completed payouts of the member to the same card. */
export const countPaidTo = defineQuery({
  name: 'payout.countPaidTo',
  text: `select count(*)::int as total from payouts
    where member_id = $1 and card_number = $2 and iban = $3 and state = 'completed'`,
  params: [int8, text, text],
  row: { total: int4 },
});
