/** The SQL of counts of wallets. */
import { amount, int8, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const walletCounts = defineTable('wallet_counts', {
  network: text,
  asset: text,
  until: timestamptz,
  height: int8,
  block: text,
  hot: amount,
  held: amount,
  countedAt: timestamptz,
  ledger: amount,
  arrived: amount,
  paid: amount,
  fees: amount,
  difference: amount,
});

/** The database compares it with the ledger. */
export const insertCount = walletCounts.insert(
  'wallet-count.insert',
  ['network', 'asset', 'until', 'height', 'block', 'hot', 'held', 'countedAt'],
  { onConflict: '(network, asset, until) do nothing' },
);

/** The newest of each network and asset. */
export const newestCounts = walletCounts.select(
  'wallet-count.newest',
  `where (network, until) in (select network, max(until) from wallet_counts group by network)
    order by network, asset`,
  [],
);

export type WalletCount = RowOf<typeof newestCounts>;

/** How many counts of a network there are until a time. */
export const countsUntil = walletCounts.count(
  'wallet-count.until',
  'where network = $1 and until = $2',
  [text, timestamptz],
);

/** Addresses of a network at which something arrived. */
export const usedAddresses = defineQuery({
  name: 'wallet-count.usedAddresses',
  text: `select distinct a.address from deposit_addresses a join deposits_seen s using (network, address)
    where a.network = $1 order by a.address`,
  params: [text],
  row: { address: text },
});
