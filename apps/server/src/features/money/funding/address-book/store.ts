/** The table of the address book: destinations that members saved. */
import { int4, int8, nullable, text, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';

const COLUMNS =
  'id, member_id, asset, network, address, memo, name, remark, usable_from, created_at';

const row = {
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
} as const;

export const insertWallet = defineQuery({
  name: 'withdrawal.insertWallet',
  text: `insert into withdrawal_addresses (member_id, asset, network, address, memo, name, remark, usable_from, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
  params: [int8, text, text, text, text, text, text, timestamptz, timestamptz],
  row,
});

export type Wallet = RowOf<typeof insertWallet>;

export const walletsOfMember = defineQuery({
  name: 'withdrawal.walletsOfMember',
  text: `select ${COLUMNS} from withdrawal_addresses
    where member_id = $1 and ($2::text is null or asset = $2) order by id desc limit $3 offset $4`,
  params: [int8, nullable(text), int8, int8],
  row,
});

export const countWallets = defineQuery({
  name: 'withdrawal.countWallets',
  text: `select count(*)::int as total from withdrawal_addresses
    where member_id = $1 and ($2::text is null or asset = $2)`,
  params: [int8, nullable(text)],
  row: { total: int4 },
});

export const walletOfMember = defineQuery({
  name: 'withdrawal.walletOfMember',
  text: `select ${COLUMNS} from withdrawal_addresses where id = $1 and member_id = $2`,
  params: [int8, int8],
  row,
});

export const walletAt = defineQuery({
  name: 'withdrawal.walletAt',
  text: `select ${COLUMNS} from withdrawal_addresses
    where member_id = $1 and asset = $2 and network = $3 and address = $4 and memo = $5`,
  params: [int8, text, text, text, text],
  row,
});

export const deleteWallet = defineQuery({
  name: 'withdrawal.deleteWallet',
  text: `delete from withdrawal_addresses where id = $1 and member_id = $2 returning ${COLUMNS}`,
  params: [int8, int8],
  row,
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
