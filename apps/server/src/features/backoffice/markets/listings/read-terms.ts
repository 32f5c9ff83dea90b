/** Reads a draft: exact amounts in place of typed texts, and the names of fields that cannot be. Pure. */
import {
  type Amount,
  type Decimal,
  fitsScale,
  ONE,
  parseDecimal,
  type Price,
  type Rate,
} from '@tern/money';
import type {
  CoinUse,
  ListingCoin,
  ListingDraft,
  ListingMarket,
  ListingNetwork,
} from '@tern/protocol/operator';

export interface CoinTerms {
  readonly code: string;
  readonly name: string;
  /** Names in other languages, without empty ones. */
  readonly names: ListingCoin['names'];
  /** Products that may use it; undefined in a draft that does not choose: all. */
  readonly uses: readonly CoinUse[] | undefined;
  /** Hash; undefined: it has none. */
  readonly picture: string | undefined;
  /** Decimal places. */
  readonly scale: number;
  readonly networks: readonly ListingNetwork[];
}

export interface MarketTermsRead {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickSize: Price;
  readonly lotSize: Amount;
  readonly minNotional: Amount;
  readonly maxNotional: Amount;
  readonly takerFee: Rate;
  readonly pricedBy: 'sources' | 'members';
}

export interface ReadTerms {
  /** Undefined where there is none, or a field of it is wrong. */
  readonly coin: CoinTerms | undefined;
  readonly market: MarketTermsRead | undefined;
  /** Epoch ms; undefined while it is not known. */
  readonly opensAt: number | undefined;
  /** `coin.code`, `networks.ERC20.depositMin`, `market.step`, in the order of the form. */
  readonly faults: readonly string[];
}

const CODE = /^[A-Z][A-Z0-9]{1,9}$/;
const SCALE_MAX = 18;
/** As the database has them. */
const JUMP = { min: 10n ** 16n, max: 5n * 10n ** 17n };
const WHOLE = /^\d{1,2}$/;

/** Positive, or undefined. */
function positive<T extends Decimal = Amount>(typed: string): T | undefined {
  const value = parseDecimal<T>(typed);
  return value === undefined || value <= 0n ? undefined : value;
}

/** 1, 0.1, 0.01: HTX's clients read steps as decimal places. */
const isPlace = (step: bigint | undefined): step is bigint =>
  step !== undefined && step <= ONE && /^10*$/.test(String(step));

/** Percent to a ratio; undefined for what is no number, or finer than a ratio can be. */
function rateOf(percent: string): Rate | undefined {
  const value = parseDecimal<Rate>(percent);
  return value === undefined || value < 0n || value % 100n !== 0n
    ? undefined
    : ((value / 100n) as Rate);
}

export function readTerms({ coin, market, startsAt }: ListingDraft): ReadTerms {
  const ofCoin = coin === null ? [] : coinFaults(coin);
  const ofMarket = market === null ? [] : marketFaults(market);
  const isNothing = coin === null && market === null;
  const at = Date.parse(startsAt);
  return {
    coin: coin === null || ofCoin.length > 0 ? undefined : coinOf(coin),
    market: market === null || ofMarket.length > 0 ? undefined : marketOf(market),
    opensAt: Number.isNaN(at) ? undefined : at,
    faults: [
      ...(isNothing ? ['market'] : []),
      ...ofCoin,
      ...ofMarket,
      ...(coin !== null && market !== null && market.base !== coin.code ? ['market.base'] : []),
    ],
  };
}

function coinOf(coin: ListingCoin): CoinTerms {
  const { code, name, networks, names = {}, uses, picture = '' } = coin;
  return {
    code,
    name,
    names,
    uses,
    picture: picture === '' ? undefined : picture,
    scale: Number(coin.scale),
    networks,
  };
}

function coinFaults({ code, name, names = {}, scale, networks }: ListingCoin): string[] {
  const isScale = WHOLE.test(scale) && Number(scale) <= SCALE_MAX;
  const codes = networks.map(({ network }) => network);
  return [
    ...(CODE.test(code) ? [] : ['coin.code']),
    ...(name.trim() === name && name !== '' ? [] : ['coin.name']),
    // An empty one would be shown as the name; without it members read the English one.
    ...Object.entries(names).flatMap(([lang, typed]) =>
      typed.trim() === typed && typed !== '' ? [] : [`coin.names.${lang}`],
    ),
    ...(isScale ? [] : ['coin.scale']),
    ...(networks.length > 0 && new Set(codes).size === codes.length ? [] : ['coin.networks']),
    ...networks.flatMap((each) => networkFaults(each, isScale ? Number(scale) : SCALE_MAX)),
  ];
}

/** As the database compares them: a fee below the minimum, a maximum not below it. */
function networkFaults(network: ListingNetwork, scale: number): string[] {
  const wrong = (field: keyof ListingNetwork, isRight: boolean) =>
    isRight ? [] : [`networks.${network.network}.${field}`];
  const amountOf = (field: keyof ListingNetwork) => {
    const value = parseDecimal(network[field]);
    return value !== undefined && value >= 0n && fitsScale(value, scale) ? value : undefined;
  };
  const side = (way: 'deposit' | 'withdraw') => {
    const [min, max, fee] = [amountOf(`${way}Min`), amountOf(`${way}Max`), amountOf(`${way}Fee`)];
    return [
      ...wrong(`${way}Min`, min !== undefined && min > 0n),
      ...wrong(`${way}Max`, max !== undefined && max >= (min ?? 0n)),
      ...wrong(`${way}Fee`, fee !== undefined && fee < (min ?? 0n)),
    ];
  };
  return [...side('deposit'), ...side('withdraw')];
}

function marketFaults(market: ListingMarket): string[] {
  const [step, lot] = [positive<Price>(market.step), positive(market.lot)];
  const [smallest, largest] = [positive(market.smallest), positive(market.largest)];
  const [farthest, jump] = [rateOf(market.farthest), rateOf(market.jump)];
  const isFee = (percent: string) => {
    const fee = rateOf(percent);
    return fee !== undefined && fee < ONE;
  };
  // Prices and quantities are whole numbers in the book; their product has to be exact.
  const isExact = step !== undefined && lot !== undefined && (step * lot) % ONE === 0n;
  return [
    ...(CODE.test(market.base) ? [] : ['market.base']),
    ...(CODE.test(market.currency) && market.currency !== market.base ? [] : ['market.currency']),
    ...(isPlace(step) && (isExact || lot === undefined) ? [] : ['market.step']),
    ...(isPlace(lot) ? [] : ['market.lot']),
    ...(smallest === undefined ? ['market.smallest'] : []),
    ...(largest !== undefined && largest > (smallest ?? 0n) ? [] : ['market.largest']),
    ...(farthest !== undefined && farthest > 0n && farthest < ONE ? [] : ['market.farthest']),
    ...(jump !== undefined && jump >= JUMP.min && jump <= JUMP.max ? [] : ['market.jump']),
    ...(isFee(market.maker) ? [] : ['market.maker']),
    ...(isFee(market.taker) ? [] : ['market.taker']),
  ];
}

function marketOf(market: ListingMarket): MarketTermsRead {
  return {
    symbol: `${market.base}${market.currency}`.toLowerCase(),
    base: market.base,
    quote: market.currency,
    tickSize: positive<Price>(market.step)!,
    lotSize: positive(market.lot)!,
    minNotional: positive(market.smallest)!,
    maxNotional: positive(market.largest)!,
    takerFee: rateOf(market.taker)!,
    pricedBy: market.feed,
  };
}
