/** The address of a network where the operator sends money for the treasury: what arrives there belongs to no member (ADR 62). */
import { int4, text, timestamptz } from '../../platform/database/columns.ts';
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

export async function isTreasuryAddress(
  reader: Reader,
  { network, address }: { network: string; address: string },
): Promise<boolean> {
  return (await reader.maybe(treasuryAddressOf, [network]))?.address === address;
}
