/** The networks of each asset with their terms. Read for each request, because operators may change them at any time. */
import { isAddressFamily, readAddress, readMemo } from '@tern/addresses';
import { amount, bool, int2, int4, text } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

const row = {
  asset: text,
  network: text,
  networkId: int2,
  name: text,
  family: text,
  confirmations: int4,
  hasMemo: bool,
  depositMin: amount,
  depositMax: amount,
  depositFee: amount,
  withdrawMin: amount,
  withdrawMax: amount,
  withdrawFee: amount,
  takesDeposits: bool,
  takesWithdrawals: bool,
} as const;

const COLUMNS = `an.asset, an.network, n.id as network_id, n.name, n.family, n.confirmations, n.has_memo, an.deposit_min, an.deposit_max,
  an.deposit_fee, an.withdraw_min, an.withdraw_max, an.withdraw_fee,
  an.takes_deposits and not an.deposits_paused and a.takes_deposits as takes_deposits,
  an.takes_withdrawals and not an.withdrawals_paused and a.takes_withdrawals as takes_withdrawals`;

const allAssetNetworks = defineQuery({
  name: 'kernel.allAssetNetworks',
  text: `select ${COLUMNS} from asset_networks an join networks n on n.code = an.network join assets a on a.code = an.asset
    order by an.asset, an.position`,
  params: [],
  row,
});

const assetNetwork = defineQuery({
  name: 'kernel.assetNetwork',
  text: `select ${COLUMNS} from asset_networks an join networks n on n.code = an.network join assets a on a.code = an.asset
    where an.asset = $1 and an.network = $2`,
  params: [text, text],
  row,
});

/** Amounts are in the asset; `confirmations` are the blocks until a transfer counts; a paused direction takes no new requests. */
export type AssetNetwork = RowOf<typeof allAssetNetworks>;

/** HTX's name for an asset's network, such as `trc20usdt`. */
export const chainName = ({ asset, network }: Pick<AssetNetwork, 'asset' | 'network'>): string =>
  `${network}${asset}`.toLowerCase();

/** By asset, in display order. */
export async function networksByAsset(reader: Reader): Promise<Map<string, AssetNetwork[]>> {
  const byAsset = new Map<string, AssetNetwork[]>();
  for (const each of await reader.many(allAssetNetworks, [])) {
    byAsset.set(each.asset, [...(byAsset.get(each.asset) ?? []), each]);
  }
  return byAsset;
}

export function findAssetNetwork(
  reader: Reader,
  asset: string,
  network: string,
): Promise<AssetNetwork | undefined> {
  return reader.maybe(assetNetwork, [asset, network]);
}

const tokenContract = defineQuery({
  name: 'kernel.tokenContract',
  text: 'select asset from asset_networks where network = $1 and contract = $2 limit 1',
  params: [text, text],
  row: { asset: text },
});

/** Whether a token of the network is at this normalised address: its contract keeps what is sent to it. */
export async function isTokenContract(
  reader: Reader,
  network: string,
  address: string,
): Promise<boolean> {
  return (await reader.maybe(tokenContract, [network, address])) !== undefined;
}

/** The normalised address; undefined if it cannot exist on the network. */
export function readAddressOn({ family }: AssetNetwork, given: string): string | undefined {
  return isAddressFamily(family) ? readAddress(family, given) : undefined;
}

/** The memo beside a normalised address, '' for none; undefined if the network, or that address, cannot have it. */
export function readMemoOn(
  { family, hasMemo }: AssetNetwork,
  address: string,
  given: string,
): string | undefined {
  if (!isAddressFamily(family)) return undefined;
  const memo = readMemo({ family, address }, given);
  return memo === '' || hasMemo ? memo : undefined;
}
