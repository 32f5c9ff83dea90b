/** The table of payouts to bank cards. */
import type { Amount, Rate } from '@tern/money';
import {
  amount,
  int4,
  int8,
  jsonb,
  nullable,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import type { CardDetails } from '../bank-cards/store.ts';

/** A reference tick that a rate was taken from. */
export interface PayoutLeg {
  symbol: string;
  /** Its place in the symbol's hash chain. */
  seq: number;
  price: string;
}

const COLUMNS = `id, member_id, asset, amount, currency, rate, spread, fee, received, quoted_rate, quoted_received, least_received, bank_name, account_name, card_number, bank_address,
  iban, payee_address, country, state, reason, held_until, due_at, created_at, decided_at, updated_at`;

const row = {
  id: int8,
  memberId: int8,
  asset: text,
  amount,
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
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  dueAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
  updatedAt: timestamptz,
} as const;

const insert = defineQuery({
  name: 'fiat.insertPayout',
  text: `insert into payouts (member_id, asset, amount, currency, rate, spread, legs, fee, received, quoted_rate, quoted_received,
      least_received, bank_name, account_name, card_number, bank_address, iban, payee_address, country, due_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $5, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19) returning ${COLUMNS}`,
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

export const payoutById = defineQuery({
  name: 'fiat.payoutById',
  text: `select ${COLUMNS} from payouts where id = $1`,
  params: [int8],
  row,
});

export const payoutForUpdate = defineQuery({
  name: 'fiat.payoutForUpdate',
  text: `select ${COLUMNS} from payouts where id = $1 for update`,
  params: [int8],
  row,
});

export const payoutOfMember = defineQuery({
  name: 'fiat.payoutOfMember',
  text: `select ${COLUMNS} from payouts where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

export const payoutsOfMember = defineQuery({
  name: 'fiat.payoutsOfMember',
  text: `select ${COLUMNS} from payouts
    where member_id = $1 and ($2::text is null or state = $2) order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row,
});

export const countPayouts = defineQuery({
  name: 'fiat.countPayouts',
  text: `select count(*)::int as total from payouts where member_id = $1 and ($2::text is null or state = $2)`,
  params: [int8, nullable(text)],
  row: { total: int4 },
});

/** Paid at the rate of the approval. The database refuses one that ended, and less than the least. */
export const payPayout = defineQuery({
  name: 'fiat.payPayout',
  text: `update payouts set state = 'completed', rate = $2, legs = $3, received = $4, reason = '', decided_at = $5,
      held_until = null, updated_at = $5
    where id = $1 returning ${COLUMNS}`,
  params: [int8, rate, jsonb<readonly PayoutLeg[]>(), amount, timestamptz],
  row,
});

/** Returned. Gives the row as it now stands. The database refuses to change one that ended. */
export const endPayout = defineQuery({
  name: 'fiat.endPayout',
  text: `update payouts set state = $2, reason = $3, decided_at = $4, held_until = null,
      updated_at = $4
    where id = $1 returning ${COLUMNS}`,
  params: [int8, text, text, timestamptz],
  row,
});

export const setPayoutHeld = defineQuery({
  name: 'fiat.setPayoutHeld',
  text: `update payouts set held_until = $2, reason = $3, updated_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, text, timestamptz],
  row,
});

/** Payouts of the member to the same card that were paid. */
export const countPaidTo = defineQuery({
  name: 'fiat.countPaidTo',
  text: `select count(*)::int as total from payouts
    where member_id = $1 and card_number = $2 and iban = $3 and state = 'completed'`,
  params: [int8, text, text],
  row: { total: int4 },
});
