/** The SQL of network fees: what chains took for transactions that wallets of the exchange sent. */
import { amount, int8, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const networkFees = defineTable('network_fees', {
  id: int8,
  network: text,
  txid: text,
  wallet: text,
  asset: text,
  amount,
  height: int8,
  seenAt: timestamptz,
});

/** Has no effect for a transaction that is known. @throws a violation for a wallet that is none of the exchange */
export const insertFee = networkFees.insert(
  'network-fee.insert',
  ['network', 'txid', 'wallet', 'asset', 'amount', 'height', 'seenAt'],
  { onConflict: '(network, txid) do nothing' },
);

/** Assets of fees that wait. */
export const waitingAssets = defineQuery({
  name: 'network-fee.waitingAssets',
  text: 'select distinct asset from network_fees where booked_at is null order by asset',
  params: [],
  row: { asset: text },
});

/** By network and asset: fees that wait. */
export const waitingFees = defineQuery({
  name: 'network-fee.waitingFees',
  text: `select network, asset, sum(amount) as amount from network_fees where booked_at is null group by network, asset
    order by network, asset`,
  params: [],
  row: { network: text, asset: text, amount },
});

export type WaitingFees = RowOf<typeof waitingFees>;

/** Books the oldest that waits. @throws a violation where the exchange has no coins of its own for it */
export const bookOldest = defineQuery({
  name: 'network-fee.bookOldest',
  text: `update network_fees set booked_at = $2 where id = (
      select id from network_fees where asset = $1 and booked_at is null order by id limit 1 for update skip locked
    )
    returning id`,
  params: [text, timestamptz],
  row: { id: int8 },
});

/** What the entry of a booked fee posts: the network's custody account has less, and so has liquidity. */
export const linesOfFee = defineQuery({
  name: 'network-fee.lines',
  text: 'select owner_id, asset, available from network_fee_required_lines where subject_id = $1 order by owner_id',
  params: [int8],
  row: { ownerId: int8, asset: text, available: amount },
});
