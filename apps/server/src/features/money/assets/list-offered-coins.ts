/** The public list of coins with their networks. */
import { formatDecimal } from '@tern/money';
import { assetName, type AssetRegistry, logoOf } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { carriedNetworks } from '../../../kernel/networks/carried-networks.ts';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';
import type { Rails } from '../../../kernel/rails/rail.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';

export interface OfferDeps {
  assets: AssetRegistry;
  rails: Pick<Rails, 'carry'>;
}

/** Every asset in display order, with current bounds and fees. */
export async function listOfferedCoins(reader: Reader, deps: OfferDeps, lang: Lang) {
  const networksOf = await carriedNetworks(reader, deps.rails);
  return deps.assets.all.map((asset) => {
    const at = isoTime(asset.createdAt);
    return {
      ID: asset.id,
      CreatedAt: at,
      UpdatedAt: at,
      coinname: asset.code,
      name: assetName(asset, lang),
      logo: logoOf(asset),
      kind: asset.kind,
      places: asset.scale,
      networks: networksOf(asset.code).map(networkRow),
    };
  });
}

export function networkRow(network: AssetNetwork) {
  const { name, family, confirmations, hasMemo, takesDeposits, takesWithdrawals } = network;
  return {
    czline: network.network,
    name,
    family,
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
