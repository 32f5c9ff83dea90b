/** The tables of deposits, deposit addresses and transfers seen on chains. */
import {
  amount,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { definePartSearch } from '../../../../platform/database/part-search.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import { requestColumns, requestStore } from '../request/store.ts';

const deposits = defineTable('deposits', {
  ...requestColumns,
  network: text,
  address: text,
  fee: amount,
  source: text,
  imageId: nullable(int8),
  txid: text,
  manualEntryId: int8,
})
  .omit('manualEntryId')
  .with(
    { network: text, address: text },
    { network: `coalesce(network, '')`, address: `coalesce(address, '')` },
  );

export const depositStore = requestStore({ kind: 'deposit', table: deposits });
export const depositsAfter = depositStore.pagesById();

export type Deposit = RowOf<typeof depositStore.byId>;

const overNetwork = ['network', 'address', 'fee'] as const;

/** Reported by a member: under review. */
export const insertReported = depositStore.insert('insertReported', [...overNetwork, 'imageId'], {
  source: `'member'`,
  state: `'reviewed'`,
});

/** Seen on its network with all confirmations: nothing is left to decide. */
export const insertSeen = depositStore.insert('insertSeen', [...overNetwork, 'txid'], {
  source: `'network'`,
  state: `'completed'`,
  decidedAt: '$createdAt',
});

/** A credit by operators, already posted. */
export const insertPlatform = depositStore.insert('insertPlatform', ['manualEntryId'], {
  source: `'platform'`,
  state: `'completed'`,
  fee: '0',
  decidedAt: '$createdAt',
});

export const countUnderReview = deposits.count(
  'deposit.countUnderReview',
  `where member_id = $1 and state = 'reviewed'`,
  [int8],
);

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

/** Addresses for members' deposits, by a part of them. */
export const depositAddressesLike = definePartSearch(
  defineTable('deposit_addresses', { memberId: int8, network: text, address: text }),
  { name: 'deposit.addressesLike', words: 'lower(address)', newest: 'member_id' },
);

const depositsSeen = defineTable('deposits_seen', {
  reference: text,
  network: text,
  asset: text,
  address: text,
  amount,
  txid: text,
  depositId: nullable(int8),
  fault: nullable(text),
  seenAt: timestamptz,
  height: nullable(int8),
}).omit('network', 'asset', 'address', 'fault', 'height');

export const transferByReference = depositsSeen.select(
  'deposit.transferByReference',
  'where reference = $1',
  [text],
);

/** @throws a violation of `deposits_seen_pkey` when it was reported before */
export const insertTransfer = depositsSeen.insert('deposit.insertTransfer', [
  'reference',
  'network',
  'asset',
  'address',
  'amount',
  'txid',
  'depositId',
  'fault',
  'seenAt',
  'height',
]);

/** Transfers of an asset to an address, the closest to an amount first. */
export const transfersTo = depositsSeen.select(
  'deposit.transfersTo',
  'where network = $1 and address = $2 and asset = $3 order by abs(amount - $4), seen_at desc limit 1',
  [text, text, text, amount],
);

/** By a part of an address or transaction. */
export const depositsLike = definePartSearch(deposits.pick('id'), {
  name: 'deposit.like',
  words: `lower(coalesce(address, '') || ' ' || txid)`,
  newest: 'id',
});
