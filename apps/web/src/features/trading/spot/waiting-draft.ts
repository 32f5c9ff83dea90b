/** A change of an order that waits, while it is typed: which parts it has, what is wrong, what would be sent. Pure. */
import { formatDecimal, isMultipleOf, notional, parseDecimal, type Price } from '@tern/money';
import {
  type ConditionalFaults,
  type ConditionalField,
  distanceFault,
  priceFault,
} from './conditional-draft.ts';
import type { Conditional, WaitingChanges } from './conditional-orders.ts';
import { type Market, readDraft } from './order-arithmetic.ts';
import { valueFault } from './order-bounds.ts';

/** Texts are drafts; of what the order does not have, "". The distance is in percent. */
export type WaitingDraft = Record<ConditionalField, string>;

export type WaitingTerms = Pick<
  Conditional,
  'kind' | 'triggerPrice' | 'rate' | 'limitPrice' | 'quantity' | 'sum' | 'pair' | 'attached'
>;

const PERCENT = 100n;
const isZero = (text: string) => (parseDecimal(text) ?? 0n) === 0n;
const isBySum = ({ sum }: WaitingTerms) => !isZero(sum);

/** The amount of an OCO is that of its limit order, that of an attached one what its order brings. */
export function waitingFields(order: WaitingTerms): ConditionalField[] {
  const way = order.kind === 'trailingStop' ? 'distance' : 'trigger';
  const fields: ConditionalField[] = [way];
  if (!isZero(order.limitPrice)) fields.push('limit');
  if (order.pair === undefined && order.attached === undefined) fields.push('amount');
  return fields;
}

/** `trigger`: another one than it has. */
export function waitingDraft(order: WaitingTerms, trigger?: string): WaitingDraft {
  const isTrailing = order.kind === 'trailingStop';
  return {
    trigger: isTrailing ? '' : (trigger ?? order.triggerPrice),
    distance: isTrailing ? formatDecimal((parseDecimal(order.rate) ?? 0n) * PERCENT) : '',
    limit: isZero(order.limitPrice) ? '' : order.limitPrice,
    amount: isBySum(order) ? order.sum : order.quantity,
  };
}

function amountFault(order: WaitingTerms, draft: WaitingDraft, market: Market) {
  const amount = readDraft(draft.amount);
  if (amount === undefined || amount <= 0n) {
    return { kind: isBySum(order) ? 'totalMissing' : 'quantityMissing' } as const;
  }
  if (isBySum(order)) return valueFault(amount, market);
  if (!isMultipleOf(amount, market.lotSize)) {
    return { kind: 'lotSize', limit: formatDecimal(market.lotSize) } as const;
  }
  const price = readDraft<Price>(draft.limit === '' ? draft.trigger : draft.limit);
  return price === undefined ? undefined : valueFault(notional(price, amount, 'down'), market);
}

/** What prevents it from being sent. Whether it is met already is left to the server: its price is newer. */
export function waitingFaults(
  order: WaitingTerms,
  draft: WaitingDraft,
  market: Market,
): ConditionalFaults {
  const faults: ConditionalFaults = {};
  for (const field of waitingFields(order)) {
    const fault = {
      trigger: () => priceFault(draft.trigger, market, 'triggerMissing'),
      distance: () => distanceFault(draft.distance),
      limit: () => priceFault(draft.limit, market, 'priceMissing'),
      amount: () => amountFault(order, draft, market),
    }[field]();
    if (fault !== undefined) faults[field] = fault;
  }
  return faults;
}

/** What differs from the order as it is. */
export function waitingChanges(order: WaitingTerms, draft: WaitingDraft): WaitingChanges {
  const changes: WaitingChanges = {};
  for (const field of waitingFields(order)) {
    const value = readDraft(draft[field]) ?? 0n;
    const exact = formatDecimal(field === 'distance' ? value / PERCENT : value);
    const name = NAMES[field] ?? (isBySum(order) ? 'sum' : 'quantity');
    if (parseDecimal(exact) !== parseDecimal(order[name])) changes[name] = exact;
  }
  return changes;
}

const NAMES = {
  trigger: 'triggerPrice',
  distance: 'rate',
  limit: 'limitPrice',
  amount: undefined,
} as const;

/** Only a smaller quantity or sum keeps its place. */
export function keepsPlace(order: WaitingTerms, changes: WaitingChanges): boolean {
  return Object.entries(changes).every(([name, value]) => {
    if (name !== 'quantity' && name !== 'sum') return false;
    return parseDecimal(value)! < parseDecimal(order[name])!;
  });
}
