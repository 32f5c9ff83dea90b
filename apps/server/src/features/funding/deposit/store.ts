/** The tables of deposits, of the addresses they come in at, and of the transfers that were seen. */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const COLUMNS = `id, member_id, asset, coalesce(network, '') as network, coalesce(address, '') as address, amount, fee, source, image_id, txid, state, reason, held_until,
  due_at, created_at, decided_at, updated_at`;

const row = {
  id: int8,
  memberId: int8,
  asset: text,
  network: text,
  address: text,
  amount,
  fee: amount,
  source: text,
  imageId: nullable(int8),
  txid: text,
  state: text,
  reason: text,
  heldUntil: nullable(timestamptz),
  dueAt: timestamptz,
  createdAt: timestamptz,
  decidedAt: nullable(timestamptz),
  updatedAt: timestamptz,
} as const;

/** Told by a member: under review. */
export const insertReported = defineQuery({
  name: 'deposit.insertTold',
  text: `insert into deposits (member_id, asset, network, address, amount, fee, image_id, due_at, created_at, updated_at, source, state)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'member', 'reviewed') returning ${COLUMNS}`,
  params: [int8, text, text, text, amount, amount, int8, timestamptz, timestamptz],
  row,
});

export type Deposit = RowOf<typeof insertReported>;

/** Seen on its network with all confirmations: there is nothing left to decide. */
export const insertSeen = defineQuery({
  name: 'deposit.insertSeen',
  text: `insert into deposits (member_id, asset, network, address, amount, fee, txid, due_at, created_at, decided_at, updated_at, source, state)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $8, 'network', 'completed') returning ${COLUMNS}`,
  params: [int8, text, text, text, amount, amount, text, timestamptz],
  row,
});

/** A credit of staff, already in the books. */
export const insertPlatform = defineQuery({
  name: 'deposit.insertPlatform',
  text: `insert into deposits (member_id, asset, amount, fee, manual_entry_id, due_at, created_at, decided_at, updated_at, source, state)
    values ($1, $2, $3, 0, $4, $5, $5, $5, $5, 'platform', 'completed') returning ${COLUMNS}`,
  params: [int8, text, amount, int8, timestamptz],
  row,
});

export const depositById = defineQuery({
  name: 'deposit.byId',
  text: `select ${COLUMNS} from deposits where id = $1`,
  params: [int8],
  row,
});

export const depositForUpdate = defineQuery({
  name: 'deposit.forUpdate',
  text: `select ${COLUMNS} from deposits where id = $1 for update`,
  params: [int8],
  row,
});

export const depositOfMember = defineQuery({
  name: 'deposit.ofMemberById',
  text: `select ${COLUMNS} from deposits where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

/** By id, newest first (`next`) or oldest first (`prev`); $3 is the id of the record that the page starts behind, 0 for an end. */
export const depositsAfter = {
  next: defineQuery({
    name: 'deposit.olderOfMember',
    text: `select ${COLUMNS} from deposits where member_id = $1 and ($2::text is null or asset = $2) and ($3::bigint = 0 or id < $3)
      order by id desc limit $4`,
    params: [int8, nullable(text), int8, int8],
    row,
  }),
  prev: defineQuery({
    name: 'deposit.newerOfMember',
    text: `select ${COLUMNS} from deposits where member_id = $1 and ($2::text is null or asset = $2) and id > $3
      order by id limit $4`,
    params: [int8, nullable(text), int8, int8],
    row,
  }),
};

export const depositsOfMember = defineQuery({
  name: 'deposit.ofMember',
  text: `select ${COLUMNS} from deposits where member_id = $1 and ($2::text is null or state = $2)
    order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row,
});

export const countOfMember = defineQuery({
  name: 'deposit.countOfMember',
  text: 'select count(*)::int as total from deposits where member_id = $1 and ($2::text is null or state = $2)',
  params: [int8, nullable(text)],
  row: { total: int4 },
});

export const countUnderReview = defineQuery({
  name: 'deposit.countUnderReview',
  text: `select count(*)::int as total from deposits where member_id = $1 and state = 'reviewed'`,
  params: [int8],
  row: { total: int4 },
});

/** Gives the row as it now stands. The database refuses to change one that ended. */
export const setState = defineQuery({
  name: 'deposit.setState',
  text: `update deposits set state = $2, reason = $3, decided_at = $4,
      held_until = null, updated_at = $4
    where id = $1 returning ${COLUMNS}`,
  params: [int8, text, text, timestamptz],
  row,
});

export const setHeld = defineQuery({
  name: 'deposit.setHeld',
  text: `update deposits set held_until = $2, reason = $3, updated_at = $4 where id = $1 returning ${COLUMNS}`,
  params: [int8, timestamptz, text, timestamptz],
  row,
});

/** The largest deposit of the asset that was ever credited to the member. */
export const largestCompleted = defineQuery({
  name: 'deposit.largestCompleted',
  text: `select coalesce(max(amount), 0) as largest from deposits
    where member_id = $1 and asset = $2 and state = 'completed' and source <> 'platform' and id <> $3`,
  params: [int8, text, int8],
  row: { largest: amount },
});

export const insertAddress = defineStatement({
  name: 'deposit.insertAddress',
  text: `insert into deposit_addresses (network, address, member_id, created_at) values ($1, $2, $3, $4)
    on conflict (network, address) do nothing`,
  params: [text, text, int8, timestamptz],
});

export const addressOwner = defineQuery({
  name: 'deposit.addressOwner',
  text: 'select member_id from deposit_addresses where network = $1 and address = $2',
  params: [text, text],
  row: { memberId: int8 },
});

const seenRow = {
  reference: text,
  amount,
  txid: text,
  depositId: nullable(int8),
  seenAt: timestamptz,
} as const;

export const transferByReference = defineQuery({
  name: 'deposit.transferByReference',
  text: 'select reference, amount, txid, deposit_id, seen_at from deposits_seen where reference = $1',
  params: [text],
  row: seenRow,
});

/** Fails with: a violation of `deposits_seen_pkey` when it was reported before. */
export const insertTransfer = defineStatement({
  name: 'deposit.insertTransfer',
  text: `insert into deposits_seen (reference, network, asset, address, amount, txid, deposit_id, fault, seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  params: [text, text, text, text, amount, text, nullable(int8), nullable(text), timestamptz],
});

/** Transfers of an asset to an address, the closest to an amount first. */
export const transfersTo = defineQuery({
  name: 'deposit.transfersTo',
  text: `select reference, amount, txid, deposit_id, seen_at from deposits_seen
    where network = $1 and address = $2 and asset = $3
    order by abs(amount - $4), seen_at desc limit 1`,
  params: [text, text, text, amount],
  row: seenRow,
});
