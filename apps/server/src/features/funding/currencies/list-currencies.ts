/** The fiat currencies with their current bounds and fees. */
import { formatDecimal } from '@tern/money';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { allCurrencies } from './store.ts';

/** In the order they are shown. */
export async function listCurrencies(reader: Reader, assets: AssetBook) {
  const currencies = await reader.many(allCurrencies, []);
  return currencies.map((currency) => {
    const { name, scale } = assets.get(currency.asset);
    return {
      coinname: currency.asset,
      name,
      places: scale,
      wireMin: formatDecimal(currency.wireMin),
      wireMax: formatDecimal(currency.wireMax),
      payoutMin: formatDecimal(currency.payoutMin),
      payoutMax: formatDecimal(currency.payoutMax),
      payoutFee: formatDecimal(currency.payoutFee),
      takesWires: currency.takesWires,
      takesPayouts: currency.takesPayouts,
    };
  });
}
