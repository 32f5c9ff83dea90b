/** The table of withdrawals. */
import {
  amount,
  arrayOf,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const COLUMNS = `id, member_id, asset, network, address, memo, amount, fee, state, reason, held_until, txid, due_at,
  silent_since, silence, created_at, decided_at, updated_at`;

const row = {
  id: int8,
  memberId: int8,
  asset: text,
  network: text,
  address: text,
  memo: text,
  amount,
  fee: amount,
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  txid: text,
  dueAt: timestamptz,
  silentSince: nullable(timestamptz),
  silence: text,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
  updatedAt: timestamptz,
} as const;

export const insertWithdrawal = defineQuery({
  name: 'withdrawal.insert',
  text: `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, due_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${COLUMNS}`,
  params: [int8, text, text, text, text, amount, amount, timestamptz, timestamptz],
  row,
});

export type Withdrawal = RowOf<typeof insertWithdrawal>;

export const withdrawalById = defineQuery({
  name: 'withdrawal.byId',
  text: `select ${COLUMNS} from withdrawals where id = $1`,
  params: [int8],
  row,
});

export const withdrawalForUpdate = defineQuery({
  name: 'withdrawal.forUpdate',
  text: `select ${COLUMNS} from withdrawals where id = $1 for update`,
  params: [int8],
  row,
});

export const withdrawalOfMember = defineQuery({
  name: 'withdrawal.ofMemberById',
  text: `select ${COLUMNS} from withdrawals where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

/** By id, newest first (`next`) or oldest first (`prev`); $3 is the id of the record that the page starts behind, 0 for an end. */
export const withdrawalsAfter = {
  next: defineQuery({
    name: 'withdrawal.olderOfMember',
    text: `select ${COLUMNS} from withdrawals where member_id = $1 and ($2::text is null or asset = $2) and ($3::bigint = 0 or id < $3)
      order by id desc limit $4`,
    params: [int8, nullable(text), int8, int8],
    row,
  }),
  prev: defineQuery({
    name: 'withdrawal.newerOfMember',
    text: `select ${COLUMNS} from withdrawals where member_id = $1 and ($2::text is null or asset = $2) and id > $3
      order by id limit $4`,
    params: [int8, nullable(text), int8, int8],
    row,
  }),
};

export const withdrawalsOfMember = defineQuery({
  name: 'withdrawal.ofMember',
  text: `select ${COLUMNS} from withdrawals where member_id = $1 and ($2::text[] is null or state = any($2))
    order by id desc limit $3 offset $4`,
  params: [int8, nullable(arrayOf(text)), int8, int8],
  row,
});

export const countOfMember = defineQuery({
  name: 'withdrawal.countOfMember',
  text: `select count(*)::int as total from withdrawals
    where member_id = $1 and ($2::text[] is null or state = any($2))`,
  params: [int8, nullable(arrayOf(text))],
  row: { total: int4 },
});

/** Gives the row as it now stands. The database refuses a step that leads back. */
export const setState = defineQuery({
  name: 'withdrawal.setState',
  text: `update withdrawals set state = $2, reason = $3, txid = $4,
      next_attempt_at = $5, decided_at = coalesce(decided_at, $6), held_until = null, updated_at = $6
    where id = $1 returning ${COLUMNS}`,
  params: [int8, text, text, text, nullable(timestamptz), timestamptz],
  row,
});

export const setHeld = defineQuery({
  name: 'withdrawal.setHeld',
  text: `update withdrawals set held_until = $2, reason = $3, updated_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, text, timestamptz],
  row,
});

/** Takes those that are due for a while: whoever takes them and dies leaves them due again at `$2`. */
export const claimToSend = defineQuery({
  name: 'withdrawal.claimToSend',
  text: `update withdrawals set state = 'sending', next_attempt_at = $2, updated_at = $1
    where id in (
      select id from withdrawals where state in ('approved', 'sending') and next_attempt_at <= $1
      order by next_attempt_at, id limit $3 for update skip locked
    ) returning ${COLUMNS}`,
  params: [timestamptz, timestamptz, int8],
  row,
});

export const setTxid = defineStatement({
  name: 'withdrawal.setTxid',
  text: `update withdrawals set txid = $2 where id = $1 and state = 'sending'`,
  params: [int8, text],
});

/** `$2` is when it was asked; silence that lasts keeps its beginning. */
export const setSilent = defineStatement({
  name: 'withdrawal.setSilent',
  text: `update withdrawals set silent_since = coalesce(silent_since, $2), silence = $3
    where id = $1 and state = 'sending'`,
  params: [int8, timestamptz, text],
});

export const setHeard = defineStatement({
  name: 'withdrawal.setHeard',
  text: `update withdrawals set silent_since = null, silence = ''
    where id = $1 and state = 'sending' and silent_since is not null`,
  params: [int8],
});

/** Other withdrawals of the member to the same address that arrived. */
export const countArrivedAt = defineQuery({
  name: 'withdrawal.countArrivedAt',
  text: `select count(*)::int as total from withdrawals
    where member_id = $1 and network = $2 and address = $3 and memo = $4 and state = 'completed'`,
  params: [int8, text, text, text],
  row: { total: int4 },
});
