/** The SQL of the EVM rail: chains, deposit addresses, wallets, transfers. */
import {
  amount,
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { railReplacements, railTransfers } from '../../kernel/rails/stored-transfers.ts';
import { defineTable } from '../../platform/database/table.ts';

/** Read each time: the required confirmations may change at any time. */
export const railNetwork = defineQuery({
  name: 'rails.network',
  text: 'select family, confirmations from networks where code = $1',
  params: [text],
  row: { family: text, confirmations: int4 },
});

export const insertRailChain = defineStatement({
  name: 'rails.insertChain',
  text: `insert into rail_chains (network, chain_id, updated_at) values ($1, $2, $3) on conflict do nothing`,
  params: [text, int8, timestamptz],
});

export const railChain = defineQuery({
  name: 'rails.chain',
  text: 'select chain_id, height, hash, updated_at from rail_chains where network = $1',
  params: [text],
  row: { chainId: int8, height: nullable(int8), hash: nullable(text), updatedAt: timestamptz },
});

/** Advances only from the block that was read last. `$6`: the time of the block, where signed transactions expire by it. */
export const advanceRailChain = defineStatement({
  name: 'rails.advanceChain',
  text: `update rail_chains set height = $3, hash = $4, updated_at = $5, block_time = $6
    where network = $1 and hash is not distinct from $2`,
  params: [text, nullable(text), int8, text, timestamptz, nullable(timestamptz)],
});

export const nextPathIndex = defineQuery({
  name: 'rails.nextPathIndex',
  text: `select nextval('rail_address_paths')::int4 as path_index`,
  params: [],
  row: { pathIndex: int4 },
});

export const insertAddress = defineStatement({
  name: 'rails.insertAddress',
  text: `insert into rail_addresses (network, member_id, path_index, address, created_at)
    values ($1, $2, $3, $4, $5) on conflict (network, member_id) do nothing`,
  params: [text, int8, int4, text, timestamptz],
});

const railAddresses = defineTable('rail_addresses', {
  pathIndex: int4,
  address: text,
});

export const addressOfMember = railAddresses.select(
  'rails.addressOfMember',
  'where network = $1 and member_id = $2',
  [text, int8],
);

export const newestAddress = railAddresses.select(
  'rails.newestAddress',
  `where network = $1
    order by path_index desc limit 1`,
  [text],
);

/** Those of these lower-case addresses that are ours: of deposits, of the treasury, and the wallets that pay. */
export const ownAddresses = railAddresses.pick('address').select(
  'rails.ownAddresses',
  `where network = $1 and lower(address) = any($2)
    union all select address from rail_house_addresses where network = $1 and lower(address) = any($2)
    union all select address from rail_wallets where network = $1 and lower(address) = any($2)
    union all select address from rail_treasury_wallets where network = $1 and lower(address) = any($2) and removed_at is null`,
  [text, arrayOf(text)],
);

export const insertWallet = defineStatement({
  name: 'rails.insertWallet',
  text: 'insert into rail_wallets (network, address) values ($1, $2) on conflict do nothing',
  params: [text, text],
});

/** Of a network, all others. */
export const removeTreasuryWallets = defineStatement({
  name: 'rails.removeTreasuryWallets',
  text: `update rail_treasury_wallets set removed_at = $3
    where network = $1 and address <> all($2) and removed_at is null`,
  params: [text, arrayOf(text), timestamptz],
});

export const insertTreasuryWallets = defineStatement({
  name: 'rails.insertTreasuryWallets',
  text: `insert into rail_treasury_wallets (network, address) select $1, unnest($2::text[])
    on conflict (network, address) do update set removed_at = null where rail_treasury_wallets.removed_at is not null`,
  params: [text, arrayOf(text)],
});

const railWallets = defineTable('rail_wallets', {
  nextNonce: int8,
});

export const walletOf = railWallets.select(
  'rails.walletOf',
  'where network = $1 and address = $2',
  [text, text],
);

export const walletForUpdate = railWallets.select(
  'rails.walletForUpdate',
  'where network = $1 and address = $2 for update',
  [text, text],
);

export const setNextNonce = defineStatement({
  name: 'rails.setNextNonce',
  text: 'update rail_wallets set next_nonce = $3 where network = $1 and address = $2',
  params: [text, text, int8],
});

export const transferOf = railTransfers.select('rails.transferOf', 'where reference = $1', [text]);
export type TransferRow = RowOf<typeof transferOf>;

/** Those of these transactions that are our outgoing transfers. */
export const ownTransfers = defineQuery({
  name: 'rails.ownTransfers',
  text: `select txid from rail_transfers where txid = any($1)
    union all select txid from rail_replacements where txid = any($1)`,
  params: [arrayOf(text)],
  row: { txid: text },
});

/** Transfers of a network that have not ended, and that operators have not resolved. */
export const transfersUnderWay = railTransfers.select(
  'rails.transfersUnderWay',
  `where network = $1 and state = 'signed' and given_up_at is null`,
  [text],
);

/** The wallets that pay, and the treasury's with its address; without the addresses of deposits. */
export const exchangeWallets = defineQuery({
  name: 'rails.exchangeWallets',
  text: `select distinct on (lower(address)) address, is_paying from (
      select address, true as is_paying from rail_wallets where network = $1
      union all select address, false from rail_treasury_wallets where network = $1 and removed_at is null
      union all select address, false from rail_house_addresses where network = $1
    ) w order by lower(address), is_paying desc`,
  params: [text],
  row: { address: text, isPaying: bool },
});

/** Signed transfers of a wallet and asset, whose amounts may still be in its balance. */
export const amountPending = defineQuery({
  name: 'rails.amountPending',
  text: `select coalesce(sum(amount), 0) as amount from rail_transfers
    where network = $1 and sender = $2 and asset = $3 and state = 'signed' and given_up_at is null`,
  params: [text, text, text],
  row: { amount },
});

export const insertSigned = railTransfers.insert(
  'rails.insertSigned',
  [
    'reference',
    'network',
    'asset',
    'address',
    'amount',
    'sender',
    'nonce',
    'txid',
    'signed',
    'createdAt',
  ],
  { also: { state: `'signed'`, updatedAt: '$createdAt' } },
);

/** In the order in which they were signed. */
export const replacementsOf = railReplacements
  .pick('txid', 'signed', 'createdAt')
  .select('rails.replacementsOf', 'where reference = $1 order by attempt', [text]);

/** @throws a violation when the transfer ended, was resolved, or was signed again meanwhile */
export const insertReplacement = railReplacements.insert('rails.insertReplacement', [
  'reference',
  'network',
  'sender',
  'nonce',
  'attempt',
  'txid',
  'signed',
  'createdAt',
]);

/** Does not change an ended transfer. `$5`, `$6`: of all signed transactions, the one in the chain, and its block. */
export const endTransfer = defineStatement({
  name: 'rails.endTransfer',
  text: `update rail_transfers set state = $2, reason = $3, updated_at = $4, mined_txid = $5, mined_height = $6
    where reference = $1 and state = 'signed'`,
  params: [text, text, text, timestamptz, text, int8],
});
