/** What several subjects share, made once: registries, prices, reviews, rails, confirmations, images. */
import type { Amount } from '@tern/money';
import { type AssetRegistry, loadAssets } from '../../kernel/catalog/assets.ts';
import { createCatalogue } from '../../kernel/catalog/catalogue.ts';
import { loadInstruments } from '../../kernel/catalog/instruments.ts';
import { createMarketHalts } from '../../kernel/catalog/market-halts.ts';
import { createMemberEventReader } from '../../kernel/events/member-event-reader.ts';
import { type OwnAccount, paperAccount } from '../../kernel/banks/bank-statement.ts';
import { createImages } from '../../kernel/images/images.ts';
import { residenceOf } from '../../features/account/identity/index.ts';
import { createProductRules } from '../../kernel/products/withheld.ts';
import { phoneCodesServed } from '../../kernel/licence/licence.ts';
import { networkTerms } from '../../kernel/networks/network-terms.ts';
import { createMarketTape } from '../../kernel/prices/market-tape.ts';
import { createReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import { createValuation } from '../../kernel/prices/valuation.ts';
import { createProductRegistry } from '../../kernel/products/product-registry.ts';
import { createEvmRail } from '../../adapters/evm-rail/evm-rail.ts';
import { createTronRail } from '../../adapters/tron-rail/tron-rail.ts';
import { paperRail } from '../../adapters/paper-rail.ts';
import { createRails, type Rails } from '../../kernel/rails/rail.ts';
import { createReviews } from '../../kernel/review/reviews.ts';
import { createConfirmations } from '../../kernel/second-factor/call-confirmations.ts';
import { createPasskeyCeremony } from '../../kernel/second-factor/passkey-ceremony.ts';
import { createPasskeyLogins } from '../../kernel/second-factor/passkey-logins.ts';
import { createTermsRegistry } from '../../kernel/terms/terms-registry.ts';
import type { Parts } from './parts.ts';

export type Kernel = Awaited<ReturnType<typeof composeKernel>>;

export async function composeKernel(parts: Parts) {
  const { database, lists = database } = parts;
  const assets = await loadAssets(database);
  const instruments = await loadInstruments(database);
  const prices = parts.pastPrices?.prices ?? createReferencePriceBoard();
  const valuation = createValuation({ assets, instruments });
  const passkeys = createPasskeyCeremony(parts.publicUrl);
  return {
    lists,
    assets,
    instruments,
    catalogue: createCatalogue({ ...parts, assets, instruments }),
    halts: createMarketHalts({ ...parts, instruments }),
    prices,
    valuation,
    productRules: createProductRules({ ...parts, residenceOf }),
    /** In USDT, at the present reference prices; undefined without a price. */
    worthOf: (asset: string, amount: Amount) =>
      valuation.worth(asset, amount, (symbol) => prices.latest(symbol)?.price),
    tape: createMarketTape(),
    events: createMemberEventReader(parts),
    passkeys,
    operatorPasskeys: createPasskeyCeremony(parts.consoleUrl ?? parts.publicUrl, 'operators'),
    confirmations: createConfirmations({ ...parts, passkeys }),
    passkeyLogins: createPasskeyLogins({ ...parts, passkeys }),
    reviews: createReviews(parts),
    rails: await openRails(parts, assets),
    terms: createTermsRegistry(networkTerms),
    products: createProductRegistry(),
    images: createImages(parts),
  };
}

/** Real money and paper never share a deployment. */
async function openRails(parts: Parts, assets: AssetRegistry): Promise<Rails> {
  const { evm: chains = [], tron, paperRail: paper = paperRail } = parts;
  if (chains.length === 0 && tron === undefined) return createRails([paper]);
  const deps = { ...parts, assets };
  return createRails(
    await Promise.all([
      ...chains.map((settings) => createEvmRail(deps, settings)),
      ...(tron === undefined ? [] : [createTronRail(deps, tron)]),
    ]),
  );
}

/** What real money and its licence demand of registrations, deposits and wires; paper money demands nothing. */
export const demandsOf = ({ mode, licence }: Pick<Parts, 'mode' | 'licence'>) => ({
  asksIdentity: mode !== 'paper',
  servedCodes: licence && phoneCodesServed(licence),
  bankAccounts: licence?.bankAccounts ?? new Map<string, string>(),
  operatorName: licence?.operator ?? 'Paper money',
  ownAccountOf: (currency: string): OwnAccount | undefined =>
    mode === 'paper' ? paperAccount(currency) : licence?.ownAccounts.get(currency),
});
