/** The table of the address book: destinations that members saved. */
import { int8, nullable, text, timestamptz } from '../../../../platform/database/columns.ts';
import { definePartSearch } from '../../../../platform/database/part-search.ts';
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

/** By a part of the address or of its name. */
export const walletsLike = definePartSearch(
  withdrawalAddresses.pick('memberId', 'network', 'address', 'name'),
  { name: 'withdrawal.walletsLike', words: `lower(address || ' ' || name)`, newest: 'id' },
);

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

const addressLocks = defineTable('address_locks', {
  onSince: timestamptz,
  offAt: nullable(timestamptz),
});

export const lockOfMember = addressLocks.select('withdrawal.addressLock', 'where member_id = $1', [
  int8,
]);

/** On immediately; also cancels that it was turned off. One that is on stays as it is. */
export const turnOn = defineQuery({
  name: 'withdrawal.turnAddressLockOn',
  text: `insert into address_locks as l (member_id, on_since) values ($1, $2)
    on conflict (member_id) do update set off_asked_at = null, off_at = null,
      on_since = case when l.off_at <= $2 then $2 else l.on_since end
    returning on_since, off_at`,
  params: [int8, timestamptz],
  row: addressLocks.row,
});

/** Off from `$3` on. No row if it is off, or was turned off before. */
export const turnOff = addressLocks.update(
  'withdrawal.turnAddressLockOff',
  'off_asked_at = $2, off_at = $3 where member_id = $1 and off_at is null',
  [int8, timestamptz, timestamptz],
);
