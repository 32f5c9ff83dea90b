/** The draft of an OCO: its faults, what each end brings, and what is sent. Pure. */
import {
  type Amount,
  formatDecimal,
  isMultipleOf,
  notional,
  type Price,
  subtract,
} from '@tern/money';
import { priceFault, type WatchedPrice } from './conditional-draft.ts';
import {
  availableFor,
  type OrderContext,
  orderSums,
  readDraft,
  type Side,
} from './order-arithmetic.ts';
import { type Fault, valueFault } from './order-bounds.ts';

/** Texts are drafts: "", "1.", "0.50". */
export interface OcoDraft {
  side: Side;
  watches: WatchedPrice;
  /** Of the limit order. */
  target: string;
  stop: string;
  /** Of the order that the stop places; empty: at market. */
  limit: string;
  /** In base. */
  amount: string;
}

export type OcoField = 'target' | 'stop' | 'limit' | 'amount';
export type OcoFault = Fault | { kind: 'triggerMissing' } | { kind: 'targetAbove' | 'targetBelow' };
export type OcoFaults = Partial<Record<OcoField, OcoFault>>;

export const emptyOco = (side: Side): OcoDraft => ({
  side,
  // One odd trade cannot move it.
  watches: 'reference',
  target: '',
  stop: '',
  limit: '',
  amount: '',
});

/** A sale has its target above its stop; a purchase below. */
function endsFault({ side, target, stop }: OcoDraft): OcoFault | undefined {
  const [high, low] = side === 'sell' ? [target, stop] : [stop, target];
  if (readDraft(high)! > readDraft(low)!) return undefined;
  return { kind: side === 'sell' ? 'targetAbove' : 'targetBelow' };
}

function amountFault(draft: OcoDraft, context: OrderContext): OcoFault | undefined {
  const { market } = context;
  const { side } = draft;
  const amount = readDraft(draft.amount);
  if (amount === undefined || amount <= 0n) {
    return { kind: side === 'sell' ? 'saleMissing' : 'quantityMissing' };
  }
  if (!isMultipleOf(amount, market.lotSize)) {
    return { kind: 'lotSize', limit: formatDecimal(market.lotSize) };
  }
  const prices = [draft.target, draft.limit === '' ? draft.stop : draft.limit];
  for (const text of prices) {
    const price = readDraft<Price>(text);
    const fault = price && valueFault(notional(price, amount, 'down'), market);
    if (fault) return fault;
  }
  return balanceFault(draft, amount, context);
}

/** The limit order reserves: of a sale the quantity, of a purchase its cost at the target. */
function balanceFault(
  { side, target }: OcoDraft,
  amount: Amount,
  context: OrderContext,
): Fault | undefined {
  const available = availableFor(side, context);
  const price = readDraft<Price>(target);
  if (available === undefined || price === undefined) return undefined;
  const cost = side === 'sell' ? amount : notional(price, amount, 'up');
  if (cost <= available) return undefined;
  const { base, quote } = context.market;
  return {
    kind: 'balance',
    limit: formatDecimal(available),
    asset: side === 'sell' ? base : quote,
  };
}

/** What prevents it from being sent. Whether an end is met already is left to the server: its price is newer. */
export function ocoFaults(draft: OcoDraft, context: OrderContext): OcoFaults {
  const { market } = context;
  const stop = priceFault(draft.stop, market, 'triggerMissing');
  const ownTarget = priceFault(draft.target, market, 'priceMissing');
  const target = ownTarget ?? (stop === undefined ? endsFault(draft) : undefined);
  const limit = draft.limit === '' ? undefined : priceFault(draft.limit, market, 'priceMissing');
  const amount = amountFault(draft, context);
  return {
    ...(target && { target }),
    ...(stop && { stop }),
    ...(limit && { limit }),
    ...(amount && { amount }),
  };
}

interface OcoFigures {
  targetPrice: string;
  triggerPrice: string;
  limitPrice?: string;
  quantity: string;
}

/** The figures of a draft as exact decimal texts; what is not typed yet is "0". */
export function ocoFigures(draft: OcoDraft): OcoFigures {
  const exact = (text: string) => formatDecimal(readDraft(text) ?? 0n);
  return {
    targetPrice: exact(draft.target),
    triggerPrice: exact(draft.stop),
    ...(draft.limit === '' ? {} : { limitPrice: exact(draft.limit) }),
    quantity: exact(draft.amount),
  };
}

/** What an end brings after its fee, and the fee: of a sale in quote, of a purchase in base. `price`: a draft. */
export function outcomeAt(price: string, { side, amount }: OcoDraft, context: OrderContext) {
  return orderSums({ side, type: 'limit', price, amount, share: undefined }, context);
}

/** What the limit order reserves, in the asset that it pays with; "0" while a figure is missing. */
export function reservedBy(draft: OcoDraft, context: OrderContext): string {
  const { side, target } = draft;
  if (side === 'sell') return ocoFigures(draft).quantity;
  return formatDecimal(outcomeAt(target, draft, context)?.total ?? 0n);
}

/** What its limit order has left for the stop. Exact decimal texts. */
export const leftOf = (quantity: string, filled: string): string =>
  formatDecimal(subtract(readDraft(quantity)!, readDraft(filled)!));
