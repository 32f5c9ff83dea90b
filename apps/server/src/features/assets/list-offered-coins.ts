/** The public list of coins with their networks. */
import { formatDecimal } from '@tern/money';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import { type AssetNetwork, networksByAsset } from '../../kernel/networks/networks.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Reader } from '../../platform/database/database.ts';

/** Every asset in display order, with current bounds and fees (rules §6). */
export async function listOfferedCoins(reader: Reader, assets: AssetBook) {
  const networks = await networksByAsset(reader);
  return assets.all.map((asset) => {
    const at = isoTime(asset.createdAt);
    return {
      ID: asset.id,
      CreatedAt: at,
      UpdatedAt: at,
      coinname: asset.code,
      name: asset.name,
      logo: '',
      kind: asset.kind,
      places: asset.scale,
      networks: (networks.get(asset.code) ?? []).map(networkRow),
    };
  });
}

export function networkRow(network: AssetNetwork) {
  const { name, confirmations, hasMemo, takesDeposits, takesWithdrawals } = network;
  return {
    czline: network.network,
    name,
    confirmations,
    hasMemo,
    takesDeposits,
    takesWithdrawals,
    depositMin: formatDecimal(network.depositMin),
    depositMax: formatDecimal(network.depositMax),
    depositFee: formatDecimal(network.depositFee),
    withdrawMin: formatDecimal(network.withdrawMin),
    withdrawMax: formatDecimal(network.withdrawMax),
    withdrawFee: formatDecimal(network.withdrawFee),
  };
}
