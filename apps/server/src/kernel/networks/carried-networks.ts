/** The networks that a deployment offers: those that a rail carries, with real money the configured ones. */
import type { Reader } from '../../platform/database/database.ts';
import type { Rails } from '../rails/rail.ts';
import { type AssetNetwork, networksByAsset } from './networks.ts';

/** The networks of an asset, in display order; none for an asset that no rail carries. */
export type NetworksOf = (asset: string) => readonly AssetNetwork[];

/** Read for each request, as `networksByAsset`. */
export async function carriedNetworks(
  reader: Reader,
  rails: Pick<Rails, 'carry'>,
): Promise<NetworksOf> {
  const networks = await networksByAsset(reader);
  return (asset) =>
    (networks.get(asset) ?? []).filter(({ network }) => rails.carry(asset, network));
}
