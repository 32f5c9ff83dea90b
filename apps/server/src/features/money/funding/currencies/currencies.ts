/** The fiat currencies: their list, and their terms, which operators change by versions and pauses (ADR 25). */
import { formatDecimal } from '@tern/money';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import type { TermsSource, TermsSubject } from '../../../../kernel/terms/terms-registry.ts';
import type { Deps } from '../deps.ts';
import {
  allCurrencies,
  allCurrencyTerms,
  type CurrencyTerms,
  lockCurrencyTerms,
  pauseCurrency,
  putCurrencyTerms,
} from './store.ts';

/** In live mode only into a bank account of the operator. */
export const takesWires = (
  { mode, bankAccounts }: Deps<'mode' | 'bankAccounts'>,
  asset: string,
): boolean => mode === 'paper' || bankAccounts.has(asset);

/** What markets lead to can be had for every coin that they lead to. */
const CONVERTED_FROM = 'USDT';

/** With their current bounds and fees, in display order. */
export async function listCurrencies(
  deps: Deps<'database' | 'assets' | 'mode' | 'bankAccounts' | 'valuation'>,
) {
  const { database, assets, valuation } = deps;
  const currencies = await database.many(allCurrencies, []);
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
      takesWires: currency.takesWires && takesWires(deps, currency.asset),
      takesPayouts: currency.takesPayouts,
      isConvertible: valuation.pathBetween(CONVERTED_FROM, currency.asset) !== undefined,
    };
  });
}

function subjectOf(assets: AssetRegistry, found: CurrencyTerms): TermsSubject {
  const { asset, isPausedIn, isPausedOut, ...terms } = found;
  const { name } = assets.get(asset);
  const about = { key: `currency.${asset}`, kind: 'currency', asset, network: '', name } as const;
  return { ...about, terms, isPausedIn, isPausedOut };
}

export function currencyTerms(assets: AssetRegistry): TermsSource {
  return {
    kind: 'currency',
    // Wires are credited without a fee.
    without: ['inFee'],
    async all(reader) {
      const all = await reader.many(allCurrencyTerms, []);
      return all.map((found) => subjectOf(assets, found));
    },
    async lock(tx, key) {
      const [, asset = ''] = key.split('.');
      const found = await tx.maybe(lockCurrencyTerms, [asset]);
      return found && subjectOf(assets, found);
    },
    async put(tx, { asset }, terms) {
      const { inMin, inMax, outMin, outMax, outFee, takesIn, takesOut } = terms;
      const amounts = [inMin, inMax, outMin, outMax, outFee] as const;
      await tx.run(putCurrencyTerms, [asset, ...amounts, takesIn, takesOut]);
    },
    async setPaused(tx, { asset }, { direction, isPaused }) {
      await tx.run(pauseCurrency, [asset, direction, isPaused]);
    },
  };
}
