/** Reads the destination of a withdrawal: the coin, a network that carries it, an address that can exist there. */
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import {
  type AssetNetwork,
  findAssetNetwork,
  readAddressOn,
  readMemoOn,
} from '../../../../kernel/networks/networks.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Destination } from './store.ts';

export interface GivenDestination {
  coin: string;
  network: string;
  address: string;
  memo: string | undefined;
}

/**
 * @throws not-listed when the coin or its network is not offered, invalid-request an impossible address or memo
 */
export async function readDestination(
  reader: Reader,
  assets: AssetRegistry,
  given: GivenDestination,
): Promise<{ to: Destination; network: AssetNetwork }> {
  const asset = assets.find(given.coin.toUpperCase());
  if (asset === undefined) throw new Refusal('not-listed', { fields: ['asset'] });
  const network = await findAssetNetwork(reader, asset.code, given.network.toUpperCase());
  if (network === undefined) throw new Refusal('not-listed', { fields: ['network'] });
  const address = readAddressOn(network, given.address.trim());
  if (address === undefined) throw new Refusal('invalid-request', { fields: ['address'] });
  const memo = readMemoOn(network, address, given.memo ?? '');
  if (memo === undefined) throw new Refusal('invalid-request', { fields: ['memo'] });
  return { to: { asset: asset.code, network: network.network, address, memo }, network };
}
