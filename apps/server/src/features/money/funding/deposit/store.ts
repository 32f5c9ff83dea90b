/** The tables of deposits, deposit addresses and transfers seen on chains. */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { requestStore } from '../request/store.ts';

export const depositStore = requestStore({
  kind: 'deposit',
  table: 'deposits',
  own: {
    network: text,
    address: text,
    fee: amount,
    source: text,
    imageId: nullable(int8),
    txid: text,
  },
  select: {
    network: `coalesce(network, '') as network`,
    address: `coalesce(address, '') as address`,
  },
});
export const depositsAfter = depositStore.pagesById();

export type Deposit = RowOf<typeof depositStore.byId>;

const overNetwork = { network: text, address: text, fee: amount };

/** Reported by a member: under review. */
export const insertReported = depositStore.insert(
  'insertReported',
  { ...overNetwork, imageId: int8 },
  { source: `'member'`, state: `'reviewed'` },
);

/** Seen on its network with all confirmations: nothing is left to decide. */
export const insertSeen = depositStore.insert(
  'insertSeen',
  { ...overNetwork, txid: text },
  { source: `'network'`, state: `'completed'`, decidedAt: '$1' },
);

/** A credit by operators, already posted. */
export const insertPlatform = depositStore.insert(
  'insertPlatform',
  { manualEntryId: int8 },
  { source: `'platform'`, state: `'completed'`, fee: '0', decidedAt: '$1' },
);

export const countUnderReview = defineQuery({
  name: 'deposit.countUnderReview',
  text: `select count(*)::int as total from deposits where member_id = $1 and state = 'reviewed'`,
  params: [int8],
  row: { total: int4 },
});

/** The largest deposit of the asset ever credited to the member. */
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

/** @throws a violation of `deposits_seen_pkey` when it was reported before */
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

/** By transaction, or by part of an address, in lower case: a scan, as operators search seldom. The newest hundred. */
export const depositsLike = defineQuery({
  name: 'deposit.like',
  text: `select id from deposits where lower(txid) = $1 or position($1 in lower(address)) > 0 order by id desc limit 100`,
  params: [text],
  row: { id: int8 },
});
