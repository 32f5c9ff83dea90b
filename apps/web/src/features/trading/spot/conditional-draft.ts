/** The draft of an order that waits for a price: its faults, and what is sent. Pure. */
import { formatDecimal, isMultipleOf, notional, parseDecimal, type Price } from '@tern/money';
import { type Market, readDraft, type Side } from './order-arithmetic.ts';
import { type Fault, valueFault } from './order-bounds.ts';

export const conditionalKinds = ['stopLimit', 'stopMarket', 'takeProfit', 'trailingStop'] as const;
export type ConditionalKind = (typeof conditionalKinds)[number];
export type WatchedPrice = 'reference' | 'last';

/** Texts are drafts: "", "1.", "0.50". */
export interface ConditionalDraft {
  side: Side;
  kind: ConditionalKind;
  watches: WatchedPrice;
  trigger: string;
  /** Of a trailing stop, in percent. */
  distance: string;
  /** Of a stop limit. */
  limit: string;
  /** Quantity in base; of a market buy the sum to spend in quote. */
  amount: string;
}

export type ConditionalField = 'trigger' | 'distance' | 'limit' | 'amount';
export type ConditionalFault = Fault | { kind: 'triggerMissing' } | { kind: 'distance' };
export type ConditionalFaults = Partial<Record<ConditionalField, ConditionalFault>>;

export const emptyConditional = (side: Side, kind: ConditionalKind): ConditionalDraft => ({
  side,
  kind,
  // One odd trade cannot move it.
  watches: 'reference',
  trigger: '',
  distance: '',
  limit: '',
  amount: '',
});

/** A distance in percent, as the server has it. */
export const DISTANCE = { min: '0.1', max: '20', step: '0.01' };
const PERCENT = 100n;

export const isTrailing = ({ kind }: Pick<ConditionalDraft, 'kind'>) => kind === 'trailingStop';
const hasLimit = ({ kind }: Pick<ConditionalDraft, 'kind'>) => kind === 'stopLimit';

/** A market buy names the sum to spend. */
export const isBySum = (draft: Pick<ConditionalDraft, 'kind' | 'side'>) =>
  draft.side === 'buy' && !hasLimit(draft);

/** Whether it waits for a price at or above its trigger; of a trailing stop, once it has turned. */
export const waitsAbove = ({ side, kind }: Pick<ConditionalDraft, 'side' | 'kind'>): boolean =>
  (side === 'buy') === (kind !== 'takeProfit');

/** `missing`: what is wrong where no price is typed. */
export function priceFault(
  text: string,
  { tickSize }: Pick<Market, 'tickSize'>,
  missing: 'triggerMissing' | 'priceMissing',
): Fault | { kind: 'triggerMissing' } | undefined {
  const price = readDraft<Price>(text);
  if (price === undefined || price <= 0n) return { kind: missing };
  if (isMultipleOf(price, tickSize)) return undefined;
  return { kind: 'tickSize', limit: formatDecimal(tickSize) };
}

/** Of a distance in percent. */
export function distanceFault(text: string): ConditionalFault | undefined {
  const value = readDraft(text);
  const [min, max, step] = [DISTANCE.min, DISTANCE.max, DISTANCE.step].map(
    (each) => parseDecimal(each)!,
  );
  const isFine =
    value !== undefined && value >= min! && value <= max! && isMultipleOf(value, step!);
  return isFine ? undefined : { kind: 'distance' };
}

function amountFault(draft: ConditionalDraft, market: Market): ConditionalFault | undefined {
  const amount = readDraft(draft.amount);
  const { side } = draft;
  if (amount === undefined || amount <= 0n) {
    if (side === 'sell') return { kind: 'saleMissing' };
    return { kind: isBySum(draft) ? 'totalMissing' : 'quantityMissing' };
  }
  if (!isBySum(draft) && !isMultipleOf(amount, market.lotSize)) {
    return { kind: 'lotSize', limit: formatDecimal(market.lotSize) };
  }
  const price = readDraft<Price>(hasLimit(draft) ? draft.limit : draft.trigger);
  const value = isBySum(draft) ? amount : price && notional(price, amount, 'down');
  return value === undefined ? undefined : valueFault(value, market);
}

/** What prevents it from being sent. Whether the trigger is met already is left to the server: its price is newer. */
export function conditionalFaults(draft: ConditionalDraft, market: Market): ConditionalFaults {
  const trigger = isTrailing(draft)
    ? undefined
    : priceFault(draft.trigger, market, 'triggerMissing');
  const distance = isTrailing(draft) ? distanceFault(draft.distance) : undefined;
  const limit = hasLimit(draft) ? priceFault(draft.limit, market, 'priceMissing') : undefined;
  const amount = amountFault(draft, market);
  return {
    ...(trigger && { trigger }),
    ...(distance && { distance }),
    ...(limit && { limit }),
    ...(amount && { amount }),
  };
}

interface Figures {
  rate?: string;
  triggerPrice?: string;
  limitPrice?: string;
  sum?: string;
  quantity?: string;
}

/** The figures of a draft as exact decimal texts; what is not typed yet is "0". */
export function figuresOf(draft: ConditionalDraft): Figures {
  const exact = (text: string) => formatDecimal(readDraft(text) ?? 0n);
  const rate = formatDecimal((readDraft(draft.distance) ?? 0n) / PERCENT);
  return {
    ...(isTrailing(draft) ? { rate } : { triggerPrice: exact(draft.trigger) }),
    ...(hasLimit(draft) ? { limitPrice: exact(draft.limit) } : {}),
    ...(isBySum(draft) ? { sum: exact(draft.amount) } : { quantity: exact(draft.amount) }),
  };
}
