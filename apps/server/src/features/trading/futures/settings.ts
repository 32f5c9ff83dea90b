/** Settings of timed contracts that operators may change; existing contracts are not affected. */
import { type Amount, decimal, parseDecimal, type Rate } from '@tern/money';
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

/** Shape in the table: `{"30": "0.8"}`. */
function parseOffers(value: unknown): readonly Offer[] {
  const pairs = Object.entries((value ?? {}) as Record<string, unknown>);
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
    unit: 'profit per stake, by duration in seconds',
    range:
      'ratios from 0.1 to 0.98 for durations of 1 to 86400 s: below, a win pays next to nothing; from 1 on, the exchange loses on a fair market',
    fallback: { 30: '0.8', 60: '0.82', 120: '0.85', 180: '0.87', 300: '0.9' },
    parse: parseOffers,
  }),
  stakes: settingOf({
    key: 'futures.stakes',
    unit: 'USDT, amounts to choose from',
    range: 'a list of amounts above zero',
    fallback: ['10', '50', '100', '500', '1000'],
    parse: parseStakes,
  }),
  stakeMin: amountsByAsset({
    key: 'futures.stakeMin',
    unit: 'smallest stake',
    fallback: { USDT: '10' },
    required: [STAKE_ASSET],
  }),
  stakeMax: amountsByAsset({
    key: 'futures.stakeMax',
    unit: 'largest stake',
    fallback: { USDT: '5000' },
    required: [STAKE_ASSET],
  }),
  exposureMax: amountsByAsset({
    key: 'futures.exposureMax',
    unit: 'most the exchange can lose on balance, per market and direction',
    fallback: { USDT: '100000' },
    required: [STAKE_ASSET],
  }),
  countriesOff: settingOf({
    key: 'futures.countriesOff',
    unit: 'phone country codes where contracts are off',
    range: 'a list of codes of 1 to 4 digits',
    fallback: OFF_BY_DEFAULT,
    parse: parseCountries,
  }),
};
