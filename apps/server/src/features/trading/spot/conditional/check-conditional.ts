/** Checks a new conditional order: its trigger, and the order that it would place, as if the price were at the trigger. */
import { type Amount, fitsScale, formatDecimal, isMultipleOf, type Price, ZERO } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { Refusal, refusalFromJson, tooManyPlaces } from '../../../../kernel/requests/refusal.ts';
import { refusalOf } from '../engine/check-order.ts';
import { limitOrderFault, marketSellFault, notionalFault } from '../rules.ts';
import { type ConditionalTerms, operatorOf, RATE_STEP } from './conditional-order.ts';

/** Parts of a hundred, and a step of a hundredth of one. */
const RATE = { min: 0.1, max: 20, step: 0.01 } as const;
const RATE_MIN = 10n * RATE_STEP;
const RATE_MAX = 2_000n * RATE_STEP;

/**
 * `current`: the newest price of what the order watches, which is returned.
 * @throws market-closed, no-price (also for a market order where only members make the price), price-missing, amount-missing, out-of-bounds, below-minimum, above-maximum, condition-met
 */
export function checkConditional(
  terms: ConditionalTerms,
  { instrument, current }: { instrument: Instrument; current: Price | undefined },
): Price {
  // Outside the session it can wait; nothing triggers there.
  if (instrument.state !== instrumentState.normal) throw new Refusal('market-closed');
  if (current === undefined) throw new Refusal('no-price');
  // What it places would need a price that nobody named.
  if (instrument.pricedBy === 'members' && terms.limitPrice === undefined) {
    throw new Refusal('no-price');
  }
  const isTrailing = terms.kind === 'trailingStop';
  const at = isTrailing
    ? checkTrailing(terms, { instrument, current })
    : checkTrigger(terms, { instrument, current });
  checkOrder(terms, { instrument, at });
  return current;
}

/** The same for the stop of an OCO, whose limit price is another field than that of its limit order. */
export function checkStopOfPair(
  terms: ConditionalTerms,
  given: { instrument: Instrument; current: Price | undefined },
): Price {
  try {
    return checkConditional(terms, given);
  } catch (error) {
    if (!(error instanceof Refusal) || error.detail.fields?.[0] !== 'price') throw error;
    const detail = { ...error.detail, fields: ['stopLimitPrice'] };
    throw refusalFromJson({ code: error.code, detail });
  }
}

function checkTrigger(
  { kind, side, triggerPrice }: ConditionalTerms,
  { instrument, current }: { instrument: Instrument; current: Price },
): Price {
  if (triggerPrice === undefined || triggerPrice <= 0n) {
    throw new Refusal('price-missing', { fields: ['triggerPrice'], text: 'order.triggerMissing' });
  }
  checkTick(triggerPrice, 'triggerPrice', instrument);
  const isMet =
    operatorOf(kind, side) === 'gte' ? current >= triggerPrice : current <= triggerPrice;
  if (isMet) throw met('triggerPrice', current);
  return triggerPrice;
}

/** The value of what it sells or buys is estimated at the current price: where it will be met is not known. */
function checkTrailing(
  { kind, side, rate, startPrice }: ConditionalTerms,
  { instrument, current }: { instrument: Instrument; current: Price },
): Price {
  if (rate === undefined || rate < RATE_MIN || rate > RATE_MAX || rate % RATE_STEP !== 0n) {
    throw new Refusal('out-of-bounds', { fields: ['rate'], text: 'order.rate', values: RATE });
  }
  if (startPrice === undefined) return current;
  checkTick(startPrice, 'startPrice', instrument);
  // It begins where the price goes first: up for what is met on the way down.
  const hasBegun = operatorOf(kind, side) === 'lte' ? current >= startPrice : current <= startPrice;
  if (hasBegun) throw met('startPrice', current);
  return startPrice;
}

/** `current`: the price that meets it already. */
export const met = (field: string, current: Price) =>
  new Refusal('condition-met', {
    fields: [field],
    text: 'order.triggerMet',
    values: { price: formatDecimal(current) },
    data: { price: formatDecimal(current) },
  });

/** @throws out-of-bounds */
export function checkTick(price: Price, field: string, { tickSize }: Instrument): void {
  if (isMultipleOf(price, tickSize)) return;
  throw new Refusal('out-of-bounds', {
    fields: [field],
    text: 'order.tick',
    values: { step: formatDecimal(tickSize) },
    data: { bound: { name: 'tickSize', limit: formatDecimal(tickSize) } },
  });
}

/** The bounds of the market around the trigger; when it is met they are checked again, around the price of that time. */
function checkOrder(
  terms: ConditionalTerms,
  { instrument, at }: { instrument: Instrument; at: Price },
): void {
  const { kind, side, limitPrice, quantity, budget } = terms;
  // The stop of an OCO buys a quantity, also at market.
  if (side === 'buy' && !isLimit(kind) && quantity === undefined) {
    checkBudget(budget, { instrument, at });
    return;
  }
  if (quantity === undefined || quantity <= ZERO) {
    throw new Refusal('amount-missing', { fields: ['quantity'], text: 'order.quantityMissing' });
  }
  if (!isLimit(kind)) {
    const fault = marketSellFault(instrument, at, quantity);
    if (fault !== undefined) throw refusalOf(fault, at, { instrument });
    return;
  }
  if (limitPrice === undefined || limitPrice <= 0n) {
    throw new Refusal('price-missing', { fields: ['price'] });
  }
  const fault = limitOrderFault(instrument, at, { side, price: limitPrice, quantity });
  if (fault !== undefined) throw refusalOf(fault, at, { instrument });
}

function checkBudget(
  budget: Amount | undefined,
  { instrument, at }: { instrument: Instrument; at: Price },
): void {
  if (budget === undefined || budget <= ZERO) {
    throw new Refusal('amount-missing', { fields: ['total'], text: 'order.totalMissing' });
  }
  if (!fitsScale(budget, instrument.quoteScale)) {
    throw tooManyPlaces('total', instrument.quoteScale);
  }
  const fault = notionalFault(instrument, budget);
  if (fault !== undefined) throw refusalOf(fault, at, { instrument });
}

const isLimit = (kind: ConditionalTerms['kind']) =>
  kind === 'stopLimit' || kind === 'takeProfitLimit';
