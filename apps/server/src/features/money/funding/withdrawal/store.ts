/** The table of withdrawals. */
import {
  amount,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { definePartSearch } from '../../../../platform/database/part-search.ts';
import { defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import { requestColumns, requestStore } from '../request/store.ts';

const withdrawals = defineTable('withdrawals', {
  ...requestColumns,
  network: text,
  address: text,
  memo: text,
  fee: amount,
  txid: text,
  silentSince: nullable(timestamptz),
  silence: text,
});

export const withdrawalStore = requestStore({
  kind: 'withdrawal',
  table: withdrawals,
  atEnd: 'next_attempt_at = null',
});
export const withdrawalsAfter = withdrawalStore.pagesById();

export type Withdrawal = RowOf<typeof withdrawalStore.byId>;

export const insertWithdrawal = withdrawalStore.insert('insert', [
  'network',
  'address',
  'memo',
  'fee',
]);

/** Approved: due to be sent now. */
export const setApproved = withdrawalStore.update(
  'setApproved',
  `state = 'approved', reason = '', next_attempt_at = $2, decided_at = $2, held_until = null, updated_at = $2 where id = $1`,
  [int8, timestamptz],
);

export const setCompleted = withdrawalStore.update(
  'setCompleted',
  `state = 'completed', reason = '', txid = $2, next_attempt_at = null, decided_at = coalesce(decided_at, $3),
    held_until = null, updated_at = $3 where id = $1`,
  [int8, text, timestamptz],
);

/**
 * Takes those that are due, two operators approved and the ledger holds, whatever their state says. If the process dies, they are
 * due again at `$2`.
 */
export const claimToSend = withdrawalStore.update(
  'claimToSend',
  `next_attempt_at = $2
    where id in (
      select id from withdrawals where state in ('approved', 'sending') and next_attempt_at <= $1
        -- A list may have named it since its approval; what a rail may have begun is asked about.
        and (state = 'sending' or not screening_stops('withdrawal', id, member_id))
        and exists (select from withdrawals_agreed a where a.id = withdrawals.id)
      order by next_attempt_at, id limit $3 for update skip locked
    )`,
  [timestamptz, timestamptz, int8],
);

/** From here on its rail may have started it. @throws `outflow_cap` while it is above the cap of 24 hours */
export const setSending = withdrawalStore.update(
  'setSending',
  `state = 'sending', reason = '', updated_at = $2 where id = $1 and state = 'approved'`,
  [int8, timestamptz],
);

/** It waits for room under the cap. Gives the row if it did not wait before. `$2`: what the member reads; `$3`: when it is tried again. */
export const setWaiting = withdrawalStore.update(
  'setWaiting',
  `reason = $2, next_attempt_at = $3, updated_at = $4 where id = $1 and state = 'approved' and reason = ''`,
  [int8, text, timestamptz, timestamptz],
);

/** When an approved one is tried again. */
export const setDue = defineStatement({
  name: 'withdrawal.setDue',
  text: `update withdrawals set next_attempt_at = $2 where id = $1 and state = 'approved'`,
  params: [int8, timestamptz],
});

export const setTxid = defineStatement({
  name: 'withdrawal.setTxid',
  text: `update withdrawals set txid = $2 where id = $1 and state = 'sending'`,
  params: [int8, text],
});

/** `$2`: when the rail did not answer; the first such time stays. */
export const setUnanswered = defineStatement({
  name: 'withdrawal.setUnanswered',
  text: `update withdrawals set silent_since = coalesce(silent_since, $2), silence = $3
    where id = $1 and state = 'sending'`,
  params: [int8, timestamptz, text],
});

/** What the member reads while the rail waits. Gives the row if it was not written before. */
export const setWhyWaiting = withdrawalStore.update(
  'setWhyWaiting',
  `reason = $2, updated_at = $3 where id = $1 and state = 'sending' and reason <> $2`,
  [int8, text, timestamptz],
);

export const setAnswered = defineStatement({
  name: 'withdrawal.setAnswered',
  text: `update withdrawals set silent_since = null, silence = ''
    where id = $1 and state = 'sending' and silent_since is not null`,
  params: [int8],
});

/** Completed withdrawals of the member to the same address. */
export const countArrivedAt = withdrawals.count(
  'withdrawal.countArrivedAt',
  `where member_id = $1 and network = $2 and address = $3 and memo = $4 and state = 'completed'`,
  [int8, text, text, text],
);

/** By a part of an address or transaction. */
export const withdrawalsLike = definePartSearch(withdrawals.pick('id'), {
  name: 'withdrawal.like',
  words: `lower(address || ' ' || txid)`,
  newest: 'id',
});
