/** The sums of a swap, rounded as the server rounds, and its cost against the market. Pure. */
import {
  add,
  type Amount,
  decimal,
  divideInteger,
  formatDecimal,
  notional,
  ONE,
  parseDecimal,
  type Price,
  portion,
  quantize,
  type Rate,
  ratio,
  stepOf,
  subtract,
  ZERO,
} from '@tern/money';
import { leastReceived } from '../../../kernel/rate.tsx';
import type { Swap, SwapTerms } from './api.ts';

/** Decimal texts. */
export interface SwapSums {
  given: string;
  /** In the asset received. */
  fee: string;
  received: string;
  /** The minimum accepted. */
  minReceived: string;
  /** Received per unit paid, all costs included. */
  allIn: string;
  /** In USDT at market prices. */
  worthGiven: string;
  worthReceived: string;
  /** Loss against the market in percent points, negative, two places. */
  loss: string;
  cost: SwapCost;
}

/** In USDT, rounded to `places`; `whole` is the sum of both. */
export interface SwapCost {
  /** Two; four if the total would print as zero. */
  places: number;
  spread: string;
  fee: string;
  whole: string;
}

export interface Places {
  from: number;
  to: number;
}

const worth = (amount: bigint, usdt: string) =>
  notional(decimal<Price>(usdt), amount as Amount, 'down');
const TENTH = ONE / 10n;

/** Rounded to the nearest: a cost is neither understated nor exaggerated. */
function nearest(amount: bigint, places: number): Amount {
  const half = stepOf(places) / 2n;
  return quantize((amount + half) as Amount, places, 'down');
}

const costPlaces = (cost: bigint) => (cost < TENTH ? 4 : 2);

/** For an amount paid; undefined without one. */
export function sumsGiven(amount: string, terms: SwapTerms, places: Places): SwapSums | undefined {
  const given = parseDecimal<Amount>(amount);
  if (given === undefined || given <= ZERO) return undefined;
  const { fromUsdt, toUsdt } = terms;
  const gross = quantize(notional(decimal<Price>(terms.rate), given, 'down'), places.to, 'down');
  const fee = quantize(portion(gross, decimal<Rate>(terms.feeRatio), 'up'), places.to, 'up');
  const received = gross > fee ? subtract(gross, fee) : ZERO;
  const atMarket = notional(decimal<Price>(terms.reference), given, 'up');
  const lostWorth = worth(subtract(atMarket, received), toUsdt);
  const digits = costPlaces(lostWorth);
  const whole = nearest(lostWorth, digits);
  const feeCost = nearest(worth(fee, toUsdt), digits);
  const lost = atMarket === ZERO ? 0n : ((received - atMarket) * 100n * ONE) / atMarket;
  return {
    given: formatDecimal(given),
    fee: formatDecimal(fee),
    received: formatDecimal(received),
    minReceived: leastReceived(formatDecimal(received), places.to),
    allIn: formatDecimal(ratio<Rate>(received, given, 'down')),
    worthGiven: formatDecimal(worth(given, fromUsdt)),
    worthReceived: formatDecimal(worth(received, toUsdt)),
    loss: formatDecimal(nearest(lost, 2)),
    cost: {
      places: digits,
      spread: formatDecimal(subtract(whole, feeCost)),
      fee: formatDecimal(feeCost),
      whole: formatDecimal(whole),
    },
  };
}

/** What a unit paid brings before an amount is typed: the same rate as with one, all costs included. */
export const allInOf = ({ rate, feeRatio }: SwapTerms): string =>
  formatDecimal(
    divideInteger(decimal<Rate>(rate) * (ONE - decimal<Rate>(feeRatio)), ONE, 'down') as Rate,
  );

/** The smallest amount to pay to receive at least `wanted`; undefined without one. */
export function givenFor(wanted: string, terms: SwapTerms, places: Places): string | undefined {
  const received = parseDecimal<Amount>(wanted);
  if (received === undefined || received <= ZERO) return undefined;
  const kept = ONE - decimal<Rate>(terms.feeRatio);
  const gross = quantize(divideInteger(received * ONE, kept, 'up') as Amount, places.to, 'up');
  const given = divideInteger(gross * ONE, decimal<Rate>(terms.rate), 'up') as Amount;
  return formatDecimal(quantize(given, places.from, 'up'));
}

/** Of a completed swap: its all-in rate, and the market price it was based on. */
export function ratesOf({ given, received, rate, spread }: Swap) {
  const market = divideInteger(decimal<Rate>(rate) * ONE, ONE - decimal<Rate>(spread), 'up');
  return {
    allIn: formatDecimal(ratio<Rate>(decimal(received), decimal(given), 'down')),
    market: formatDecimal(market),
  };
}

/** The spread's part of the cost, in the asset received. */
export function spreadOf(swap: Swap, places: number): string {
  const { given, received, fee } = swap;
  const atMarket = notional(decimal<Price>(ratesOf(swap).market), decimal<Amount>(given), 'up');
  const kept = subtract(atMarket, add(decimal<Amount>(received), decimal<Amount>(fee)));
  return formatDecimal(quantize(kept, places, 'up'));
}

/** The cost against the market in USDT, with the places to show. */
export function costOf(swap: Swap, toUsdt: string): { value: string; places: number } {
  const atMarket = notional(
    decimal<Price>(ratesOf(swap).market),
    decimal<Amount>(swap.given),
    'up',
  );
  const cost = worth(subtract(atMarket, decimal<Amount>(swap.received)), toUsdt);
  const places = costPlaces(cost);
  return { value: formatDecimal(nearest(cost, places)), places };
}

export type SwapFault = { kind: 'missing' } | { kind: 'balance' | 'min' | 'max'; limit: string };

/** Why a swap cannot be sent; the server decides. */
export function swapFault(amount: string, terms: SwapTerms): SwapFault | undefined {
  const given = parseDecimal<Amount>(amount);
  if (given === undefined || given <= ZERO) return { kind: 'missing' };
  if (given > decimal<Amount>(terms.available)) return { kind: 'balance', limit: terms.available };
  if (given < decimal<Amount>(terms.min)) return { kind: 'min', limit: terms.min };
  if (given > decimal<Amount>(terms.max)) return { kind: 'max', limit: terms.max };
  return undefined;
}
