/** Take profit and stop loss attached to an order: what they are, what they must be like, and what the fills of the order give them. */
import { type Amount, formatDecimal, notional, ONE, type Price, subtract, ZERO } from '@tern/money';
import { type Instrument, instrumentState } from '../../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { PlaceCommand } from '../commands.ts';
import { refusalOf } from '../engine/check-order.ts';
import type { Order } from '../order.ts';
import { cashFor, notionalFault, type Side } from '../rules.ts';
import { checkTick, met } from './check-conditional.ts';
import { type AttachedTerms, type ConditionalOrder, operatorOf } from './conditional-order.ts';

/** One of the two. */
export interface AttachedStop {
  readonly field: 'takeProfit' | 'stopLoss' | 'triggerPrice';
  readonly kind: 'takeProfitMarket' | 'stopMarket';
  /** Against its order. */
  readonly side: Side;
  readonly triggerPrice: Price;
}

/** In the order in which they are accepted. */
export function attachedStops({ takeProfit, stopLoss }: AttachedTerms, of: Side): AttachedStop[] {
  const side = of === 'buy' ? 'sell' : 'buy';
  const stops: AttachedStop[] = [];
  if (takeProfit !== undefined) {
    stops.push({ field: 'takeProfit', kind: 'takeProfitMarket', side, triggerPrice: takeProfit });
  }
  if (stopLoss !== undefined) {
    stops.push({ field: 'stopLoss', kind: 'stopMarket', side, triggerPrice: stopLoss });
  }
  return stops;
}

type Priced = Pick<PlaceCommand, 'side' | 'limitPrice' | 'quantity' | 'budget'>;
interface Known {
  readonly instrument: Instrument;
  /** The newest price of what they watch. */
  readonly current: Price | undefined;
}

/**
 * `current` is returned.
 * @throws price-missing, no-price, out-of-bounds, condition-met, below-minimum, above-maximum
 */
export function checkAttached(
  terms: AttachedTerms,
  order: Priced,
  { instrument, current }: Known,
): Price {
  const stops = attachedStops(terms, order.side);
  if (stops.length === 0) {
    throw new Refusal('price-missing', { fields: ['takeProfit'], text: 'order.attachedMissing' });
  }
  if (current === undefined) throw new Refusal('no-price');
  for (const stop of stops) checkStop(stop, order, { instrument, current });
  return current;
}

function checkStop(
  stop: AttachedStop,
  order: Priced,
  { instrument, current }: Known & { readonly current: Price },
): void {
  checkTick(stop.triggerPrice, stop.field, instrument);
  if (order.limitPrice !== undefined) assertBeyond(stop, order.limitPrice);
  if (!isBeyond(stop, current)) throw met(stop.field, current);
  const value = valueAt(stop.triggerPrice, order, { instrument, current });
  const fault = value === undefined ? undefined : notionalFault(instrument, value);
  if (fault !== undefined) throw refusalOf(fault, stop.triggerPrice, { instrument });
}

/**
 * Checks one that was changed: as a new one beside its order while that is open, afterwards for what it has. `current` is returned.
 * @throws market-closed, no-price, out-of-bounds, condition-met, below-minimum, above-maximum
 */
export function checkChangedStop(
  { kind, side, triggerPrice, quantity, budget }: ConditionalOrder,
  { instrument, current, parent }: Known & { readonly parent: Order | undefined },
): Price {
  if (instrument.state !== instrumentState.normal) throw new Refusal('market-closed');
  if (current === undefined) throw new Refusal('no-price');
  const stop: AttachedStop = {
    field: 'triggerPrice',
    kind: kind === 'stopMarket' ? kind : 'takeProfitMarket',
    side,
    triggerPrice: triggerPrice!,
  };
  const known = { instrument, current };
  if (parent?.status === 'open') {
    checkStop(stop, parent, known);
    return current;
  }
  checkTick(stop.triggerPrice, stop.field, instrument);
  if (!isBeyond(stop, current)) throw met(stop.field, current);
  const value = budget ?? notional(stop.triggerPrice, quantity!, 'down');
  const fault = notionalFault(instrument, value);
  if (fault !== undefined) throw refusalOf(fault, stop.triggerPrice, { instrument });
  return current;
}

/** Between a take profit and a stop loss lies the price of their order. @throws out-of-bounds */
export function assertBeyond(
  stop: Pick<AttachedStop, 'field' | 'kind' | 'side' | 'triggerPrice'>,
  limitPrice: Price,
): void {
  if (isBeyond(stop, limitPrice)) return;
  const price = formatDecimal(limitPrice);
  const isAbove = operatorOf(stop.kind, stop.side) === 'gte';
  throw new Refusal('out-of-bounds', {
    fields: [stop.field],
    text: isAbove ? 'order.attachedAbove' : 'order.attachedBelow',
    values: { price },
    data: { bound: { name: 'price', limit: price } },
  });
}

/** Whether a price does not meet it. */
const isBeyond = ({ kind, side, triggerPrice }: Omit<AttachedStop, 'field'>, price: Price) =>
  operatorOf(kind, side) === 'gte' ? triggerPrice > price : triggerPrice < price;

/** What it sells or spends if the whole order is filled at its price or the current one; undefined without an amount. */
function valueAt(
  trigger: Price,
  { side, limitPrice, quantity, budget }: Priced,
  { instrument, current }: { instrument: Instrument; current: Price },
): Amount | undefined {
  const left = ONE - instrument.takerFee;
  const price = limitPrice ?? current;
  if (side === 'sell') {
    if (quantity === undefined) return undefined;
    return ((notional(price, quantity, 'down') * left) / ONE) as Amount;
  }
  const bought = budget === undefined ? quantity : (((budget * ONE) / price) as Amount);
  if (bought === undefined) return undefined;
  const kept = (bought * left) / ONE;
  return notional(trigger, (kept - (kept % instrument.lotSize)) as Amount, 'down');
}

/**
 * What the fills of an order have brought, less fees: the whole lots that it bought, or what it received for what it sold. Undefined: nothing
 * that could be sold or spent.
 */
export function broughtBy(
  { side, filledQuantity, filledQuote, fee }: Order,
  { lotSize, quoteScale }: Pick<Instrument, 'lotSize' | 'quoteScale'>,
): Pick<ConditionalOrder, 'quantity' | 'budget'> | undefined {
  if (side === 'sell') {
    const budget = subtract(cashFor('sell', filledQuote, quoteScale), fee);
    return budget > ZERO ? { quantity: undefined, budget } : undefined;
  }
  const bought = subtract(filledQuantity, fee);
  const quantity = (bought - (bought % lotSize)) as Amount;
  return quantity > ZERO ? { quantity, budget: undefined } : undefined;
}
