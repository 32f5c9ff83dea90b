/**
 * What an amendment makes of a conditional order that waits (ADR 92): less of the same keeps its place, anything else gets a new one. A
 * trailing stop keeps the best price that it has followed to.
 */
import { trailingPrice } from '@tern/matching';
import type { Price } from '@tern/money';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { checkChangedStop } from '../conditional/attached.ts';
import { checkConditional, met } from '../conditional/check-conditional.ts';
import {
  type ChangeableTerms,
  conditionOf,
  type ConditionalOrder,
} from '../conditional/conditional-order.ts';
import type { Order } from '../order.ts';

export interface AmendedConditional {
  readonly terms: ChangeableTerms;
  readonly keepsPlace: boolean;
  /** The newest price, which does not meet it. */
  readonly price: Price;
}

interface Known {
  readonly instrument: Instrument;
  /** The newest price of what it watches. */
  readonly current: Price | undefined;
  /** Of an attached one its order, while that is open. */
  readonly parent: Order | undefined;
}

type Part = keyof ChangeableTerms;

/** With the names of their fields. */
const PARTS: Readonly<Record<Part, string>> = {
  triggerPrice: 'triggerPrice',
  rate: 'rate',
  startPrice: 'startPrice',
  limitPrice: 'price',
  quantity: 'quantity',
  budget: 'total',
};

export const termsOf = (order: ChangeableTerms): ChangeableTerms => ({
  triggerPrice: order.triggerPrice,
  rate: order.rate,
  startPrice: order.startPrice,
  limitPrice: order.limitPrice,
  quantity: order.quantity,
  budget: order.budget,
});

/**
 * `given`: what is undefined stays. Undefined where nothing changes.
 * @throws not-available for what this order does not have or keeps, condition-met, and the refusals of a new order with these terms
 */
export function amendedConditional(
  former: ConditionalOrder,
  given: ChangeableTerms,
  { instrument, current, parent }: Known,
): AmendedConditional | undefined {
  const terms = changedTerms(former, given);
  const changed = (Object.keys(PARTS) as Part[]).filter((part) => terms[part] !== former[part]);
  if (changed.length === 0) return undefined;
  for (const part of changed) {
    if (mayChange(former, part)) continue;
    throw new Refusal('not-available', { fields: [PARTS[part]], text: 'order.amendFixed' });
  }
  const order = { ...former, ...terms };
  const price =
    former.attached === undefined
      ? checkWaiting(order, { instrument, current })
      : checkChangedStop(order, { instrument, current, parent });
  const isLess = (part: Part) => terms[part]! < former[part]!;
  const keepsPlace = changed.every((part) => AMOUNTS.includes(part) && isLess(part));
  return { terms, keepsPlace, price };
}

const AMOUNTS: readonly Part[] = ['quantity', 'budget'];

const changedTerms = (former: ChangeableTerms, given: ChangeableTerms): ChangeableTerms => ({
  triggerPrice: given.triggerPrice ?? former.triggerPrice,
  rate: given.rate ?? former.rate,
  startPrice: given.startPrice ?? former.startPrice,
  limitPrice: given.limitPrice ?? former.limitPrice,
  quantity: given.quantity ?? former.quantity,
  budget: given.budget ?? former.budget,
});

/** The amount of an OCO is that of its limit order, that of an attached one what its order brought. */
function mayChange(order: ConditionalOrder, part: Part): boolean {
  if (order[part] === undefined) return false;
  if (part === 'startPrice') return order.bestPrice === undefined;
  return !AMOUNTS.includes(part) || (order.pair === undefined && order.attached === undefined);
}

function checkWaiting(
  order: ConditionalOrder,
  { instrument, current }: Omit<Known, 'parent'>,
): Price {
  const { rate, bestPrice } = order;
  if (rate === undefined || bestPrice === undefined) {
    return checkConditional(order, { instrument, current });
  }
  // It has begun: where is of no use any more.
  const price = checkConditional({ ...order, startPrice: undefined }, { instrument, current });
  const condition = conditionOf(order, instrument.tickSize);
  if (condition.kind === 'fixed') return price;
  const turn = trailingPrice(condition, bestPrice);
  if (order.operator === 'lte' ? price <= turn : price >= turn) throw met('rate', price);
  return price;
}
