/** A member's coins with their value. */
import { formatDecimal, negate, ZERO } from '@tern/money';
import { assetName, logoOf } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { balanceRow, balancesOf, ownedOf } from '../../../kernel/ledger/balances.ts';
import { carriedNetworks } from '../../../kernel/networks/carried-networks.ts';
import type { AssetNetwork } from '../../../kernel/networks/networks.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { networkRow, type OfferDeps } from './list-offered-coins.ts';
import { type CostDeps, worthOfMember } from './worth-at-cost.ts';

export interface CoinDeps extends OfferDeps, CostDeps {
  prices: ReferencePrices;
}

/** `cate`: 1 all, 2 with a network open for deposits, 3 with one open for withdrawals. */
export async function listCoinsOf(
  reader: Reader,
  deps: CoinDeps,
  { memberId, cate, lang }: { memberId: number; cate: number; lang: Lang },
) {
  const coins = await listCoins(reader, deps, { memberId, lang });
  if (cate === 1) return coins;
  const networksOf = await carriedNetworks(reader, deps.rails);
  const isOpen = ({ takesDeposits, takesWithdrawals }: AssetNetwork) =>
    cate === 2 ? takesDeposits : takesWithdrawals;
  return coins
    .map((coin) => {
      const open = networksOf(coin.coinname).filter(isOpen);
      return { ...coin, networks: open.map(networkRow) };
    })
    .filter((coin) => coin.networks.length > 0);
}

/** Every asset in display order, with zeros where the member has none. */
async function listCoins(
  reader: Reader,
  deps: CoinDeps,
  { memberId, lang }: { memberId: number; lang: Lang },
) {
  const balances = new Map((await balancesOf(reader, memberId)).map((each) => [each.asset, each]));
  const worthOf = await worthOfMember(reader, deps, memberId);
  return deps.assets.all.map((asset) => {
    const none = {
      available: ZERO,
      held: ZERO,
      locked: ZERO,
      staked: ZERO,
      financed: ZERO,
      loan: ZERO,
    };
    const balance = balances.get(asset.code) ?? { asset: asset.code, ...none };
    const total = ownedOf(balance);
    const valued = worthOf(asset.code, total, (symbol) => deps.prices.latest(symbol)?.price);
    const at = isoTime(asset.createdAt);
    return {
      ID: asset.id,
      CreatedAt: at,
      UpdatedAt: at,
      name: assetName(asset, lang),
      logo: logoOf(asset),
      kind: asset.kind,
      places: asset.scale,
      uses: asset.uses,
      ...balanceRow(balance),
      parts: {
        held: formatDecimal(balance.held),
        locked: formatDecimal(balance.locked),
        staked: formatDecimal(balance.staked),
        financed: formatDecimal(balance.financed),
        owed: formatDecimal(negate(balance.loan)),
      },
      usdt: formatDecimal(valued?.worth ?? ZERO),
      priced: valued?.isCost === false,
      atCost: valued?.isCost === true && total !== ZERO,
    };
  });
}
