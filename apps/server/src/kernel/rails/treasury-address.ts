/** The addresses of a network where the operator sends money for the treasury: what arrives there belongs to no member (ADR 62). */
import { bool, int4, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

export const treasuryAddressOf = defineQuery({
  name: 'rails.treasuryAddress',
  text: 'select path_index, address from rail_house_addresses where network = $1',
  params: [text],
  row: { pathIndex: int4, address: text },
});

export const insertTreasuryAddress = defineStatement({
  name: 'rails.insertTreasuryAddress',
  text: `insert into rail_house_addresses (network, path_index, address, created_at)
    values ($1, $2, $3, $4) on conflict (network) do nothing`,
  params: [text, int4, text, timestamptz],
});

const isOfTreasury = defineQuery({
  name: 'rails.isOfTreasury',
  text: `select exists (
      select from rail_house_addresses where network = $1 and address = $2
      union all select from rail_wallets where network = $1 and address = $2
      union all select from rail_treasury_wallets where network = $1 and address = $2
    ) as is_found`,
  params: [text, text],
  row: { isFound: bool },
});

/** Whether it is the treasury's address, a paying wallet or another wallet of the exchange. */
export async function isTreasuryAddress(
  reader: Reader,
  { network, address }: { network: string; address: string },
): Promise<boolean> {
  return (await reader.one(isOfTreasury, [network, address])).isFound;
}
