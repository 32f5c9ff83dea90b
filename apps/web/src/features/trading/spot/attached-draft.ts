/** The draft of a take profit and a stop loss of an order: its faults, and what each would bring. Pure. */
import { formatDecimal, type Price, ratio } from '@tern/money';
import { priceFault, type WatchedPrice } from './conditional-draft.ts';
import {
  countedPrice,
  type Market,
  type OrderContext,
  type OrderDraft,
  orderSums,
  percentOf,
  readDraft,
} from './order-arithmetic.ts';
import type { Fault } from './order-bounds.ts';

/** Texts are drafts: "", "1.", "0.50". One of the prices may stay empty. */
export interface AttachedDraft {
  isOn: boolean;
  watches: WatchedPrice;
  takeProfit: string;
  stopLoss: string;
}

export const attachedFields = ['takeProfit', 'stopLoss'] as const;
export type AttachedField = (typeof attachedFields)[number];
export type AttachedFault =
  | Fault
  | { kind: 'attachedMissing' }
  | { kind: 'triggerMissing' }
  | { kind: 'mustBeAbove' | 'mustBeBelow'; limit: string };
export type AttachedFaults = Partial<Record<AttachedField, AttachedFault>>;

export const emptyAttached: AttachedDraft = {
  isOn: false,
  // One odd trade cannot move it.
  watches: 'reference',
  takeProfit: '',
  stopLoss: '',
};

/** What prevents them from being sent with their order. Whether one is met already is left to the server: its price is newer. */
export function attachedFaults(
  attached: AttachedDraft,
  draft: OrderDraft,
  market: Market,
): AttachedFaults {
  if (attachedFields.every((field) => attached[field] === '')) {
    return { takeProfit: { kind: 'attachedMissing' } };
  }
  const faults: AttachedFaults = {};
  for (const field of attachedFields) {
    if (attached[field] === '') continue;
    const fault =
      priceFault(attached[field], market, 'triggerMissing') ?? sideFault(field, attached, draft);
    if (fault) faults[field] = fault;
  }
  return faults;
}

/** The price of a limit order lies between them. */
function sideFault(
  field: AttachedField,
  attached: AttachedDraft,
  { side, type, price = '' }: OrderDraft,
): AttachedFault | undefined {
  const own = type === 'limit' ? readDraft<Price>(price) : undefined;
  const trigger = readDraft<Price>(attached[field]);
  if (!own || !trigger) return undefined;
  const isAbove = (side === 'buy') === (field === 'takeProfit');
  if (isAbove ? trigger > own : trigger < own) return undefined;
  return { kind: isAbove ? 'mustBeAbove' : 'mustBeBelow', limit: formatDecimal(own) };
}

/** If the whole order is filled at its price and one of them at its trigger. */
export interface AttachedResult {
  /** After the fees of both, in `unit`; below zero for a loss. */
  readonly gain: bigint;
  readonly unit: string;
  /** From the price of the order, in percent. */
  readonly change: string;
}

/** Undefined while a figure is missing. `price`: a draft. */
export function resultAt(
  price: string,
  draft: OrderDraft,
  context: OrderContext,
): AttachedResult | undefined {
  const sums = orderSums(draft, context);
  const trigger = readDraft<Price>(price);
  const entry = countedPrice(draft, context);
  if (!sums || !trigger || !entry) return undefined;
  const { base, quote, lotSize } = context.market;
  const change = formatDecimal(percentOf(ratio(trigger - entry, entry, 'truncate')));
  const { received } = sums;
  if (draft.side === 'buy') {
    const amount = formatDecimal(received - (received % lotSize));
    const sold = { side: 'sell', type: 'limit', price, amount, share: undefined } as const;
    const back = orderSums(sold, context);
    return back && { gain: back.received - sums.total, unit: quote, change };
  }
  const amount = formatDecimal(received);
  const bought = { side: 'buy', type: 'market', price, amount, share: undefined } as const;
  const back = orderSums(bought, { ...context, last: trigger });
  return back && { gain: back.received - sums.quantity, unit: base, change };
}

/** What is sent with the order; a price that is not typed is absent. */
export interface AttachedPlacement {
  watches: WatchedPrice;
  takeProfit?: string;
  stopLoss?: string;
}

/** Only for a draft without faults; undefined while it is off. */
export function attachedPlacement({ isOn, watches, ...prices }: AttachedDraft) {
  if (!isOn) return undefined;
  const placement: AttachedPlacement = { watches };
  for (const field of attachedFields) {
    const price = readDraft<Price>(prices[field]);
    if (price !== undefined) placement[field] = formatDecimal(price);
  }
  return placement;
}
