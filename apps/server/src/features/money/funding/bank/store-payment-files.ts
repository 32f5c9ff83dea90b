/** The tables of payment files (ADR 100). */
import {
  amount,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { sealedNumber } from '../../../../kernel/review/sealed-numbers.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const files = defineTable('payment_files', {
  id: int8,
  asset: text,
  account: text,
  payments: int4,
  total: amount,
  state: text,
  madeBy: int8,
  madeAt: timestamptz,
  endedBy: nullable(int8),
  endedAt: nullable(timestamptz),
});

export const insertFile = files.insertReturning('payments.insert', [
  'asset',
  'account',
  'payments',
  'total',
  'madeBy',
  'madeAt',
]);

export const fileForUpdate = files.select('payments.forUpdate', 'where id = $1 for update', [int8]);

export const endFile = files.update(
  'payments.end',
  'state = $2, ended_by = $3, ended_at = $4 where id = $1',
  [int8, text, nullable(int8), timestamptz],
);

const shown = files.as('f').with(
  { booked: int4 },
  {
    booked: `(select count(*)::int from payment_file_payouts p join payouts o on o.id = p.payout_id
      where p.file_id = f.id and o.state in ('completed', 'returned'))`,
  },
);
export const newestFiles = shown.select('payments.newest', 'order by f.id desc limit $1', [int8]);
export type ShownFile = RowOf<typeof newestFiles>;

const filePayouts = defineTable('payment_file_payouts', {
  fileId: int8,
  payoutId: int8,
  amount,
  isWithdrawn: bool,
});
export const insertFilePayouts = filePayouts.insertMany('payments.insertPayouts', [
  'fileId',
  'payoutId',
  'amount',
]);

/** An approved payout that is in no file, whose return nobody proposed, and that no list has named since its approval. */
const READY = `o.state = 'approved'
  and not exists (select from payment_file_payouts p where p.payout_id = o.id and not p.is_withdrawn)
  and not exists (select from payout_returns r where r.payout_id = o.id and r.state <> 'dropped')
  and not screening_stops('payout', o.id, o.member_id)`;

/** Oldest approval first. */
export const readyPayouts = defineQuery({
  name: 'payments.ready',
  text: `select o.id, o.received as amount from payouts o where o.currency = $1 and ${READY} order by o.decided_at, o.id limit $2`,
  params: [text, int8],
  row: { id: int8, amount },
});

export const readySums = defineQuery({
  name: 'payments.readySums',
  text: `select o.currency as asset, count(*)::int as payments, sum(o.received) as total from payouts o where ${READY} group by 1 order by 1`,
  params: [],
  row: { asset: text, payments: int4, total: amount },
});

export const payoutsOfFile = defineQuery({
  name: 'payments.payouts',
  text: `select o.id, o.member_id, p.amount, o.account_name, o.iban, o.bank_name, o.country
    from payment_file_payouts p join payouts o on o.id = p.payout_id where p.file_id = $1 order by o.id`,
  params: [int8],
  row: {
    id: int8,
    memberId: int8,
    amount,
    accountName: text,
    iban: sealedNumber,
    bankName: text,
    country: text,
  },
});

/** The file that a payout is in. */
export const fileOfPayout = files.select(
  'payments.ofPayout',
  'where id = (select p.file_id from payment_file_payouts p where p.payout_id = $1 and not p.is_withdrawn)',
  [int8],
);
