/** HTX's settings of symbols, currencies and chains: the reference data under short field names. */
import { add, formatDecimal, ONE, type Rate, subtract } from '@tern/money';
import type {
  HtxChainSettings,
  HtxCurrencySettings,
  HtxMarketSymbol,
  HtxSymbolSettings,
  HtxTradingCurrency,
  HtxTradingSymbol,
} from '@tern/protocol';
import type { Asset, AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { type AssetNetwork, chainName } from '../../../../kernel/networks/networks.ts';
import type { Exact } from '../../../market/feed/index.ts';
import { placesOf } from '../../../market/market-data/index.ts';
import { assetType, type MarketMoment, symbolRow } from './reference.ts';

/** HTX sorts by weight, the highest first. */
const WEIGHT_MAX = 100_000;

export interface Ranked<T> {
  of: T;
  /** Position in the list, from 0. */
  rank: number;
}

const displayName = ({ base, quote }: Instrument) => `${base}/${quote}`;

interface SymbolFacts {
  readonly assets: AssetRegistry;
  readonly now: number;
}

function symbolBasics({ of: instrument, rank }: Ranked<Instrument>, facts: SymbolFacts) {
  const { assets, now } = facts;
  const row = symbolRow(instrument, assets, { last: undefined, now });
  return {
    bc: row['base-currency'],
    bcdn: instrument.base,
    qc: row['quote-currency'],
    qcdn: instrument.quote,
    state: row.state,
    cd: false as const,
    te: row.state === 'online',
    toa: instrument.createdAt,
    sp: row['symbol-partition'],
    w: WEIGHT_MAX - rank,
    ttp: assets.get(instrument.quote).scale,
    tap: placesOf(instrument.lotSize),
    tpp: placesOf(instrument.tickSize),
    fp: assets.get(instrument.quote).scale,
    tags: row.tags,
    d: null,
    elr: null,
  };
}

export function symbolSettings(ranked: Ranked<Instrument>, facts: SymbolFacts): HtxSymbolSettings {
  const { symbol, state, createdAt } = ranked.of;
  return {
    symbol,
    sn: displayName(ranked.of),
    ...symbolBasics(ranked, facts),
    ve: true,
    we: false,
    dl: false,
    ce: state !== instrumentState.halted && state !== instrumentState.closed,
    tet: createdAt,
    tm: 'PRO',
  };
}

export function tradingSymbol(ranked: Ranked<Instrument>, facts: SymbolFacts): HtxTradingSymbol {
  const { symbol } = ranked.of;
  const dn = displayName(ranked.of);
  return { sc: symbol, dn, ...symbolBasics(ranked, facts), whe: false };
}

/** The bounds of the reference data under short field names. */
export function marketSymbol(
  instrument: Instrument,
  assets: AssetRegistry,
  moment: MarketMoment,
): Exact<HtxMarketSymbol> {
  const row = symbolRow(instrument, assets, moment);
  const { priceBand, marketBand } = instrument;
  return {
    symbol: row.symbol,
    state: row.state,
    bc: row['base-currency'],
    qc: row['quote-currency'],
    pp: row['price-precision'],
    ap: row['amount-precision'],
    vp: row['value-precision'],
    sp: row['symbol-partition'],
    minoa: row['min-order-amt'],
    maxoa: row['max-order-amt'],
    minov: row['min-order-value'],
    maxov: row['max-order-value'],
    lominoa: row['limit-order-min-order-amt'],
    lomaxoa: row['limit-order-max-order-amt'],
    lomaxba: row['limit-order-max-buy-amt'],
    lomaxsa: row['limit-order-max-sell-amt'],
    smminoa: row['sell-market-min-order-amt'],
    smmaxoa: row['sell-market-max-order-amt'],
    bmmaxov: row['buy-market-max-order-value'],
    blmlt: add(ONE as Rate, priceBand),
    slmgt: subtract(ONE as Rate, priceBand),
    mbormlt: marketBand,
    msormlt: marketBand,
    at: row['api-trading'],
    tags: row.tags,
  };
}

/** `quotes` are the quote currencies of all markets. */
interface CurrencyFacts {
  networks: readonly AssetNetwork[];
  quotes: ReadonlySet<string>;
}

const minimumOf = (amounts: readonly bigint[]) =>
  formatDecimal(amounts.reduce((left, right) => (right < left ? right : left), amounts[0] ?? 0n));

function currencyBasics({ of: asset, rank }: Ranked<Asset>, { networks, quotes }: CurrencyFacts) {
  const confirmations = Math.max(0, ...networks.map((network) => network.confirmations));
  return {
    dn: asset.code,
    fn: asset.name,
    wp: asset.scale,
    dma: minimumOf(networks.map(({ depositMin }) => depositMin)),
    wma: minimumOf(networks.map(({ withdrawMin }) => withdrawMin)),
    sp: String(asset.scale),
    w: WEIGHT_MAX - rank,
    qc: quotes.has(asset.code),
    state: 'online' as const,
    v: true as const,
    whe: false as const,
    cd: false as const,
    de: networks.some(({ takesDeposits }) => takesDeposits),
    cawt: networks.some(({ hasMemo }) => hasMemo),
    fc: confirmations,
    sc: confirmations,
    swd: null,
    wd: null,
    sdd: null,
    dd: null,
    svd: null,
    tags: '',
  };
}

const takesWithdrawals = (networks: readonly AssetNetwork[]) =>
  networks.some((network) => network.takesWithdrawals);

export function currencySettings(ranked: Ranked<Asset>, facts: CurrencyFacts): HtxCurrencySettings {
  const { code } = ranked.of;
  return {
    name: code.toLowerCase(),
    ...currencyBasics(ranked, facts),
    we: takesWithdrawals(facts.networks),
    iqc: facts.quotes.has(code),
    oe: 1,
    cp: 'all',
    ss: [],
    cao: false,
  };
}

export function tradingCurrency(ranked: Ranked<Asset>, facts: CurrencyFacts): HtxTradingCurrency {
  const wed = takesWithdrawals(facts.networks);
  const cc = ranked.of.code.toLowerCase();
  return { cc, ...currencyBasics(ranked, facts), wed, at: assetType(ranked.of) };
}

export function chainSettings(
  { of: network, rank }: Ranked<AssetNetwork>,
  { scale }: Asset,
): HtxChainSettings {
  const { asset, hasMemo, confirmations } = network;
  return {
    chain: chainName(network),
    code: chainName(network),
    currency: asset.toLowerCase(),
    ct: 'live',
    ac: network.network.toLowerCase(),
    default: rank === 0 ? 1 : 0,
    dma: formatDecimal(network.depositMin),
    wma: formatDecimal(network.withdrawMin),
    de: network.takesDeposits,
    we: network.takesWithdrawals,
    wp: scale,
    ft: 'fixed',
    dn: network.network,
    fn: network.name,
    awt: hasMemo,
    adt: hasMemo,
    ao: false,
    fc: confirmations,
    sc: confirmations,
    v: true,
    sda: null,
    swa: null,
  };
}
