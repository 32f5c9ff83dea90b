/** The table of the address book: destinations that members saved. */
import { int8, nullable, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery } from '../../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../../platform/database/table.ts';

const withdrawalAddresses = defineTable('withdrawal_addresses', {
  id: int8,
  memberId: int8,
  asset: text,
  network: text,
  address: text,
  memo: text,
  name: text,
  remark: text,
  usableFrom: timestamptz,
  createdAt: timestamptz,
});

export const insertWallet = withdrawalAddresses.insertReturning('withdrawal.insertWallet', [
  'memberId',
  'asset',
  'network',
  'address',
  'memo',
  'name',
  'remark',
  'usableFrom',
  'createdAt',
]);

export type Wallet = TableRow<typeof withdrawalAddresses>;

export const walletsOfMember = withdrawalAddresses.select(
  'withdrawal.walletsOfMember',
  'where member_id = $1 and ($2::text is null or asset = $2) order by id desc limit $3 offset $4',
  [int8, nullable(text), int8, int8],
);

export const countWallets = withdrawalAddresses.count(
  'withdrawal.countWallets',
  'where member_id = $1 and ($2::text is null or asset = $2)',
  [int8, nullable(text)],
);

export const walletOfMember = withdrawalAddresses.select(
  'withdrawal.walletOfMember',
  'where id = $1 and member_id = $2',
  [int8, int8],
);

export const walletAt = withdrawalAddresses.select(
  'withdrawal.walletAt',
  'where member_id = $1 and asset = $2 and network = $3 and address = $4 and memo = $5',
  [int8, text, text, text, text],
);

export const deleteWallet = defineQuery({
  name: 'withdrawal.deleteWallet',
  text: `delete from withdrawal_addresses where id = $1 and member_id = $2 returning ${withdrawalAddresses.columns}`,
  params: [int8, int8],
  row: withdrawalAddresses.row,
});

/**
 * An address that the member saved, or that a withdrawal reached, which has the same first four and last four characters as `$2` and is
 * another one: people compare only these. None for one that a withdrawal has reached before.
 */
export const knownLookAlike = defineQuery({
  name: 'withdrawal.knownLookAlike',
  text: `select k.address, k.name from (
      select address, name, 0 as place from withdrawal_addresses where member_id = $1
      union all select address, '', 1 from withdrawals where member_id = $1 and state = 'completed') k
    where lower(left(k.address, 4)) = lower(left($2, 4)) and lower(right(k.address, 4)) = lower(right($2, 4))
      and k.address <> $2 and not exists (
        select from withdrawals where member_id = $1 and state = 'completed' and address = $2)
    order by k.place limit 1`,
  params: [int8, text],
  row: { address: text, name: text },
});

/** Validated. */
export interface Destination {
  asset: string;
  network: string;
  address: string;
  memo: string;
}
