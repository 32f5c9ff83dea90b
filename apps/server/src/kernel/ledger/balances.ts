/** Reads balances. Only postings change them. */
import { type Purpose, subAccountsOf } from '@tern/ledger';
import { type Amount, formatDecimal, sum } from '@tern/money';
import { amount, arrayOf, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** The columns of a balance, in the order of `BALANCE`. */
export const balanceColumns = {
  ownerId: int8,
  asset: text,
  available: amount,
  held: amount,
  locked: amount,
  staked: amount,
  financed: amount,
  loan: amount,
} as const;
export const BALANCE = 'owner_id, asset, available, held, locked, staked, financed, loan';

const balancesOfOwner = defineQuery({
  name: 'kernel.balancesOfOwner',
  text: `select ${BALANCE} from ledger_balances where owner_id = $1 and not is_closed`,
  params: [int8],
  row: balanceColumns,
});

/** The balance of one owner and asset, by purpose. */
export type Balance = RowOf<typeof balancesOfOwner>;

const balancesByKey = defineQuery({
  name: 'kernel.balancesByKey',
  text: `select ${BALANCE} from unnest($1::bigint[], $2::text[]) as k(owner_id, asset)
    join ledger_balances b using (owner_id, asset)`,
  params: [arrayOf(int8), arrayOf(text)],
  row: balanceColumns,
});

const balancesOfOwners = defineQuery({
  name: 'kernel.balancesOfOwners',
  text: `select ${BALANCE} from ledger_balances where owner_id = any($1::bigint[]) and not is_closed`,
  params: [arrayOf(int8)],
  row: balanceColumns,
});

/** All balances of several members, zero ones included. */
export function balancesOfMembers(reader: Reader, memberIds: readonly number[]) {
  return reader.many(balancesOfOwners, [memberIds]);
}

const availableOfOwners = defineQuery({
  name: 'kernel.availableOfOwners',
  text: 'select owner_id, asset, available from ledger_balances where owner_id = any($1::bigint[])',
  params: [arrayOf(int8)],
  row: { ownerId: int8, asset: text, available: amount },
});

/** The available amounts of these owners by asset; without assets they never had. */
export function availableOf(reader: Reader, ownerIds: readonly number[]) {
  return reader.many(availableOfOwners, [ownerIds]);
}

/** All balances of a member or exchange account, zero ones included, without those of sub-accounts. */
export function balancesOf(reader: Reader, ownerId: number): Promise<Balance[]> {
  return reader.many(balancesOfOwner, [ownerId]);
}

/** The balances of the given (owner, asset) pairs; without pairs that never had one. */
export function balancesAt(
  reader: Reader,
  keys: readonly { owner: number; asset: string }[],
): Promise<Balance[]> {
  return reader.many(balancesByKey, [keys.map((key) => key.owner), keys.map((key) => key.asset)]);
}

/** What an owner can spend of an asset now: an exchange account with what its sub-accounts have. */
export async function availableTo(
  reader: Reader,
  { owner, asset }: { owner: number; asset: string },
): Promise<Amount> {
  const keys = subAccountsOf(owner).map((each) => ({ owner: each, asset }));
  return sum((await balancesAt(reader, keys)).map(({ available }) => available));
}

/** The figures of a balance in the API: each is the sum of these purposes. */
const figures = {
  available: ['available'],
  /** Cannot be spent now. */
  frozen: ['held', 'locked', 'staked', 'financed'],
  /** Loans are negative. */
  total: ['available', 'held', 'locked', 'staked', 'financed', 'loan'],
} as const satisfies Record<string, readonly Purpose[]>;
type Figure = keyof typeof figures;
export const figureNames = Object.keys(figures) as Figure[];

type Amounts = Record<Purpose, Amount>;
const figureOf = (balance: Amounts, figure: Figure): Amount =>
  sum(figures[figure].map((purpose) => balance[purpose]));

export const frozenOf = (balance: Amounts): Amount => figureOf(balance, 'frozen');
export const ownedOf = (balance: Amounts): Amount => figureOf(balance, 'total');

/** A balance in the API. */
export function balanceRow(balance: Amounts & { asset: string }) {
  const text = (figure: Figure) => formatDecimal(figureOf(balance, figure));
  return {
    coinname: balance.asset,
    available: text('available'),
    frozen: text('frozen'),
    total: text('total'),
  };
}

/** A member's own balances after a posting, as rows of the topic `assets.balance`. */
export function balanceRowsOf(memberId: number, balances: readonly Balance[]) {
  return balances.filter(({ ownerId }) => ownerId === memberId).map(balanceRow);
}

/** A figure of `balanceRow` in SQL, as text, from the columns of `BALANCE`. */
export const figureSql = (figure: Figure): string =>
  `trim_scale(${figures[figure].join(' + ')})::text`;
