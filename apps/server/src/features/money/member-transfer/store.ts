/** The SQL of transfers between members. */
import {
  amount,
  arrayOf,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const transfers = defineTable('member_transfers', {
  id: int8,
  senderId: int8,
  receiverId: int8,
  senderName: text,
  receiverName: text,
  asset: text,
  amount,
  note: text,
  worth: nullable(amount),
  firstDayMax: amount,
  createdAt: timestamptz,
}).omit('worth', 'firstDayMax');

export const insertTransfer = transfers.insertReturning('member-transfer.insert', [
  'senderId',
  'receiverId',
  'senderName',
  'receiverName',
  'asset',
  'amount',
  'note',
  'worth',
  'firstDayMax',
  'createdAt',
]);

export const transferOfMember = transfers.select(
  'member-transfer.oneOfMember',
  'where id = $1 and $2 in (sender_id, receiver_id)',
  [int8, int8],
);

export type StoredTransfer = RowOf<typeof transferOfMember>;

/** Newest first: the newest of each side, so that both indexes serve. */
export const transfersOfMember = transfers.select(
  'member-transfer.ofMember',
  `where id in (
      (select s.id from member_transfers s where s.sender_id = $1 order by s.id desc limit $2::bigint + $3::bigint)
      union all
      (select r.id from member_transfers r where r.receiver_id = $1 order by r.id desc limit $2::bigint + $3::bigint)
    ) order by id desc limit $2 offset $3`,
  [int8, int8, int8],
);

export const countTransfers = transfers.count(
  'member-transfer.countOfMember',
  'where sender_id = $1 or receiver_id = $1',
  [int8],
);

/** Since when the sender knows the receiver, and what was sent to them. */
export const acquaintanceOf = defineQuery({
  name: 'member-transfer.acquaintance',
  text: `select min(created_at) as since, coalesce(sum(worth), 0) as sent from member_transfers
    where sender_id = $1 and receiver_id = $2`,
  params: [int8, int8],
  row: { since: nullable(timestamptz), sent: amount },
});

/** The last transfer to each receiver of a member, newest first. */
export const receiversOf = defineQuery({
  name: 'member-transfer.receivers',
  text: `select t.receiver_id, t.receiver_name, t.created_at from member_transfers t
    where t.id in (select max(l.id) from member_transfers l where l.sender_id = $1 group by l.receiver_id)
    order by t.id desc limit $2`,
  params: [int8, int8],
  row: { receiverId: int8, receiverName: text, createdAt: timestamptz },
});

/** Adds a search and returns the newest times after `$3`, this one last; `$4`: as many are kept. */
export const addSearch = defineQuery({
  name: 'member-transfer.addSearch',
  text: `insert into member_transfer_searches (member_id, searched_at) values ($1, array[$2::timestamptz])
    on conflict (member_id) do update set searched_at = array(
        select t from unnest(member_transfer_searches.searched_at) as s(t) where t > $3 order by t desc limit $4
      ) || $2::timestamptz
    returning (select array_agg(t order by t) from unnest(searched_at) as s(t)) as at`,
  params: [int8, timestamptz, timestamptz, int8],
  row: { at: arrayOf(timestamptz) },
});
