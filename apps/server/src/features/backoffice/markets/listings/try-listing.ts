/** Tries a listing: asks its sources, replays its orders, and looks up what is taken. */
import { exchangeAccounts } from '@tern/ledger';
import { ZERO } from '@tern/money';
import type { ListingCheck, ListingDraft } from '@tern/protocol/operator';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { pictureBytes } from '../../../../kernel/catalog/coin-pictures.ts';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { allNetworks, rivalListing } from '../../../../kernel/catalog/market-listings.ts';
import { exchangeBalances } from '../../../../kernel/ledger/exchange-days.ts';
import type { Images } from '../../../../kernel/images/images.ts';
import { isTokenContract } from '../../../../kernel/networks/networks.ts';
import type { Rails } from '../../../../kernel/rails/rail.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Pricing } from '../../../market/pricing/index.ts';
import { checksOf, type Tried } from './check-listing.ts';
import { type CoinTerms, type MarketTermsRead, type ReadTerms, readTerms } from './read-terms.ts';
import { replayOrders } from './replay-orders.ts';

export interface TryDeps {
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
  readonly rails: Pick<Rails, 'carry'>;
  readonly pricing: Pick<Pricing, 'askSources' | 'liveSourceNames'>;
  readonly images: Pick<Images, 'storeIcon' | 'iconBytesOf'>;
  readonly mode: 'paper' | 'live';
}

interface Tries {
  /** 0 for one that is not saved. */
  readonly id: number;
  readonly draft: ListingDraft;
  /** Epoch ms; undefined: it is due, so that its time may have passed. */
  readonly now: number | undefined;
}

/** With what needs the network: each source has a few seconds. Not within a transaction. */
export async function tryListing(
  deps: TryDeps,
  reader: Reader,
  given: Tries,
): Promise<ListingCheck[]> {
  const terms = readTerms(given.draft);
  const { market } = terms;
  const answers =
    market?.pricedBy === 'sources' ? await deps.pricing.askSources(market) : undefined;
  return checksOf(terms, given.draft, {
    ...(await lookUp(deps, reader, { ...given, terms })),
    answers,
  });
}

/** Without asking the sources: for a decision, which is a transaction. They are asked once more before it opens. */
export async function checkListing(
  deps: TryDeps,
  reader: Reader,
  given: Tries,
): Promise<ListingCheck[]> {
  const terms = readTerms(given.draft);
  return checksOf(terms, given.draft, await lookUp(deps, reader, { ...given, terms }));
}

async function lookUp(
  deps: TryDeps,
  reader: Reader,
  { id, terms, now }: Tries & { terms: ReadTerms },
): Promise<Tried> {
  const { assets, instruments } = deps;
  const { coin, market } = terms;
  const names = assets.all.flatMap((asset) => [
    asset.code,
    asset.name,
    ...Object.values(asset.names),
  ]);
  const rival = await reader.one(rivalListing, [id, coin?.code ?? '', market?.symbol ?? '']);
  const isTraded = market !== undefined && instruments.find(market.symbol) !== undefined;
  return {
    takenNames: new Set(names.map((name) => name.toLowerCase())),
    currencyScale: market && assets.find(market.quote)?.scale,
    isTraded,
    hasRival: rival.isThere,
    hasBase: coin !== undefined || (market !== undefined && assets.find(market.base) !== undefined),
    carried: await carriedOf(deps, reader, coin),
    hasPicture: await hasPicture(deps, reader, coin?.picture),
    takenContracts: await contractsOf(reader, coin),
    answers: undefined,
    liquidity: await liquidityOf(deps, reader, market),
    replayed: market && replayOrders(market),
    now,
  };
}

async function carriedOf(
  { rails }: TryDeps,
  reader: Reader,
  coin: CoinTerms | undefined,
): Promise<ReadonlySet<string>> {
  if (coin === undefined) return new Set();
  const known = await reader.many(allNetworks, []);
  return new Set(known.map(({ code }) => code).filter((code) => rails.carry(coin.code, code)));
}

async function hasPicture(
  deps: TryDeps,
  reader: Reader,
  picture: string | undefined,
): Promise<boolean | undefined> {
  if (picture === undefined) return undefined;
  return (await pictureBytes(deps, reader, picture)) !== undefined;
}

async function contractsOf(reader: Reader, coin: CoinTerms | undefined): Promise<string[]> {
  const taken: string[] = [];
  for (const { network, contract } of coin?.networks ?? []) {
    if (contract !== '' && (await isTokenContract(reader, network, contract))) taken.push(contract);
  }
  return taken;
}

/** What the exchange's own quotes could sell and buy with. */
async function liquidityOf(
  { mode }: TryDeps,
  reader: Reader,
  market: MarketTermsRead | undefined,
): Promise<Tried['liquidity']> {
  if (mode === 'live' || market?.pricedBy !== 'sources') return undefined;
  const of = async (asset: string) =>
    (await exchangeBalances(reader, asset)).get(exchangeAccounts.liquidity) ?? ZERO;
  return { base: await of(market.base), quote: await of(market.quote) };
}
