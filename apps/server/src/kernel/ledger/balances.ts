/** Reads balances. Only postings change them. */
import { amount, arrayOf, int8, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import type { Balance } from './post-entries.ts';
import { type Amount, formatDecimal, sum } from '@tern/money';

const row = {
  ownerId: int8,
  asset: text,
  available: amount,
  held: amount,
  locked: amount,
  staked: amount,
  financed: amount,
  loan: amount,
} as const;

const balancesOfOwner = defineQuery({
  name: 'kernel.balancesOfOwner',
  text: `select owner_id, asset, available, held, locked, staked, financed, loan
    from ledger_balances where owner_id = $1`,
  params: [int8],
  row,
});

const balancesByKey = defineQuery({
  name: 'kernel.balancesByKey',
  text: `select b.owner_id, b.asset, b.available, b.held, b.locked, b.staked, b.financed, b.loan
    from unnest($1::bigint[], $2::text[]) as k(owner_id, asset)
    join ledger_balances b on b.owner_id = k.owner_id and b.asset = k.asset`,
  params: [arrayOf(int8), arrayOf(text)],
  row,
});

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

/** All balances of a member or house account, zero ones included. */
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

/** A member's own balances after a posting, as rows of the topic `assets.balance`. */
export function balanceRowsOf(memberId: number, balances: readonly Balance[]) {
  return balances.filter(({ ownerId }) => ownerId === memberId).map(balanceRow);
}

/** The part of a balance that cannot be spent now. */
export const frozenOf = ({ held, locked, staked, financed }: Omit<Balance, 'ownerId'>): Amount =>
  sum([held, locked, staked, financed]);

/** The whole balance, less loans. */
export const ownedOf = (balance: Omit<Balance, 'ownerId'>): Amount =>
  sum([balance.available, frozenOf(balance), balance.loan]);

/** A balance on the wire; `frozen` is the part that cannot be spent now. */
export function balanceRow(balance: Omit<Balance, 'ownerId'>) {
  return {
    coinname: balance.asset,
    available: formatDecimal(balance.available),
    frozen: formatDecimal(frozenOf(balance)),
    total: formatDecimal(ownedOf(balance)),
  };
}
