/** Settings of timed contracts that operators may change; existing contracts are not affected. */
import { type Amount, decimal, formatDecimal, parseDecimal, type Rate } from '@tern/money';
import { amountsByAsset, settingOf } from '../../../kernel/settings/settings.ts';
import { STAKE_ASSET } from './contract.ts';
import { OFF_BY_DEFAULT } from './countries.ts';

/** An offered duration, and the profit per stake of a win. */
export interface Offer {
  readonly seconds: number;
  readonly ratio: Rate;
}

const DAY_SECONDS = 86_400;

/**
 * Below, a win would pay less than a tenth of the stake, which no member would expect of a contract; at 1 and above, the exchange
 * would lose on a fair market.
 */
const RATIO_MIN = decimal<Rate>('0.1');
const RATIO_MAX = decimal<Rate>('0.98');

/** The durations offered, shortest first, with the ratios of all markets and those of single ones. */
interface Offers {
  readonly usual: readonly Offer[];
  /** By symbol and duration in seconds. */
  readonly markets: ReadonlyMap<string, ReadonlyMap<number, Rate>>;
}

const MARKETS = 'markets';
const SYMBOL = /^[a-z0-9]{2,20}$/;

/** @throws Error outside of the range, or for a duration that is spelled in two ways */
function ratiosIn(document: unknown): Offer[] {
  const pairs = Object.entries((document ?? {}) as Record<string, unknown>);
  const offers = pairs.map(([seconds, ratio]) => ({
    seconds: Number(seconds),
    ratio: decimal<Rate>(String(ratio)),
  }));
  const isSound = ({ seconds, ratio }: Offer) =>
    Number.isInteger(seconds) &&
    seconds > 0 &&
    seconds <= DAY_SECONDS &&
    ratio >= RATIO_MIN &&
    ratio <= RATIO_MAX;
  // "30" and "3e1" would be one duration with two ratios.
  const isOneSpelling = pairs.every(([seconds]) => String(Number(seconds)) === seconds);
  if (offers.length === 0 || !isOneSpelling || !offers.every(isSound)) {
    throw new Error('setting futures.ratios is not a ratio for each duration in seconds');
  }
  return offers.sort((left, right) => left.seconds - right.seconds);
}

/** Shape in the table: `{"30": "0.8", "markets": {"btcusdt": {"30": "0.75"}}}`; a market adds no duration. */
function parseOffers(value: unknown): Offers {
  const { [MARKETS]: given = {}, ...rest } = (value ?? {}) as Record<string, unknown>;
  const usual = ratiosIn(rest);
  const markets = Object.entries(given as Record<string, unknown>).map(([symbol, ratios]) => {
    const own = ratiosIn(ratios);
    const isKnown = own.every((each) => usual.some(({ seconds }) => seconds === each.seconds));
    if (!SYMBOL.test(symbol) || !isKnown)
      throw new Error('setting futures.ratios has a market or a duration that is not offered');
    return [symbol, new Map(own.map(({ seconds, ratio }) => [seconds, ratio]))] as const;
  });
  return { usual, markets: new Map(markets) };
}

/** The offers of a market before its movement is looked at: its own ratio, else that of all markets. */
export function ratedFor({ usual, markets }: Offers, symbol: string): readonly Offer[] {
  const own = markets.get(symbol);
  return usual.map((offer) => ({ ...offer, ratio: own?.get(offer.seconds) ?? offer.ratio }));
}

function parseStakes(value: unknown): readonly Amount[] {
  const stakes = Array.isArray(value) ? value.map((each) => parseDecimal(String(each))) : [];
  if (stakes.length === 0 || stakes.some((stake) => stake === undefined || stake <= 0n)) {
    throw new Error('setting futures.stakes is not a list of amounts');
  }
  return stakes as Amount[];
}

function parseCountries(value: unknown): ReadonlySet<string> {
  if (!Array.isArray(value) || value.some((code) => !/^\d{1,4}$/.test(String(code)))) {
    throw new Error('setting futures.countriesOff is not a list of phone country codes');
  }
  return new Set(value.map(String));
}

export const futuresSettings = {
  offers: settingOf({
    key: 'futures.ratios',
    name: 'Payout ratio',
    effect: 'What a win pays on top of the stake, by market and duration.',
    form: { kind: 'ratios', min: formatDecimal(RATIO_MIN), max: formatDecimal(RATIO_MAX) },
    range:
      'ratios from 0.1 to 0.98 for durations of 1 to 86400 s, in a market only those of all markets: below, a win pays next to nothing; from 1 on, the exchange loses on a fair market',
    fallback: { 30: '0.8', 60: '0.82', 120: '0.85', 180: '0.87', 300: '0.9' },
    parse: parseOffers,
  }),
  stakes: settingOf({
    key: 'futures.stakes',
    name: 'Suggested stakes',
    effect: 'Members choose from these amounts, or type their own.',
    form: { kind: 'list', unit: STAKE_ASSET },
    range: 'a list of amounts above zero',
    fallback: ['10', '50', '100', '500', '1000'],
    parse: parseStakes,
  }),
  stakeMin: amountsByAsset({
    key: 'futures.stakeMin',
    name: 'Smallest stake',
    effect: 'A stake below this amount is refused.',
    fallback: { USDT: '10' },
    required: [STAKE_ASSET],
  }),
  stakeMax: amountsByAsset({
    key: 'futures.stakeMax',
    name: 'Largest stake',
    effect: 'A stake above this amount is refused.',
    fallback: { USDT: '5000' },
    required: [STAKE_ASSET],
  }),
  exposureMax: amountsByAsset({
    key: 'futures.exposureMax',
    name: 'Exposure per market and direction',
    effect: 'Contracts that could cost the exchange more than this on balance are refused.',
    fallback: { USDT: '100000' },
    required: [STAKE_ASSET],
  }),
  countriesOff: settingOf({
    key: 'futures.countriesOff',
    name: 'Countries without contracts, by phone',
    effect:
      'Members without a verified residence who have a phone number of these country codes are not offered contracts.',
    form: { kind: 'list' },
    range: 'a list of codes of 1 to 4 digits',
    fallback: OFF_BY_DEFAULT,
    parse: parseCountries,
  }),
};
