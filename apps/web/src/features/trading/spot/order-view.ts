/** What an order row shows; pure. */
import { formatDecimal, formatFixed, parseDecimal, ratio, type Rate } from '@tern/money';
import type { OrderType, Side } from './order-arithmetic.ts';

export type OrderStatus = 'open' | 'filled' | 'cancelled';

/** An order in the app's own terms; `api.ts` translates the API. Amounts are decimal texts. */
export interface Order {
  ID: number;
  CreatedAt: string;
  UpdatedAt: string;
  orderNo: string;
  symbol: string;
  base: string;
  quote: string;
  side: Side;
  type: OrderType;
  status: OrderStatus;
  /** 0 for a market order. */
  limitPrice: string;
  /** In base; 0 for a market buy, which has a budget. */
  quantity: string;
  /** In quote: the order's value, or the budget of a market buy. */
  total: string;
  filledQuantity: string;
  filledTotal: string;
  averagePrice: string;
  fee: string;
  feeAsset: string;
  feeRatio: string;
}

export interface Fill {
  ID: number;
  CreatedAt: string;
  price: string;
  quantity: string;
  total: string;
  fee: string;
  feeAsset: string;
  role: 'maker' | 'taker';
}

export type OrderState = OrderStatus | 'partlyFilled';

/** An open order with fills is partly filled. */
export function stateOf({
  status,
  filledQuantity,
}: Pick<Order, 'status' | 'filledQuantity'>): OrderState {
  return status === 'open' && !isNone(filledQuantity) ? 'partlyFilled' : status;
}

function isNone(amount: string): boolean {
  return (parseDecimal(amount) ?? 0n) === 0n;
}

/** Quantity in base; a market buy has only a budget in quote, so its filled quantity. */
export function quantityOf({
  quantity,
  filledQuantity,
}: Pick<Order, 'quantity' | 'filledQuantity'>): string {
  return isNone(quantity) ? filledQuantity : quantity;
}

/** Filled part in percent, cut to a whole number: "33". */
export function filledPercent(
  order: Pick<Order, 'quantity' | 'total' | 'filledQuantity' | 'filledTotal'>,
): string {
  const isByTotal = isNone(order.quantity);
  const asked = parseDecimal(isByTotal ? order.total : order.quantity) ?? 0n;
  const got = parseDecimal(isByTotal ? order.filledTotal : order.filledQuantity) ?? 0n;
  return asked === 0n ? '0' : formatFixed(ratio(got * 100n, asked, 'truncate'), 0);
}

/** Undefined while nothing is filled, so that it prints as unknown, not as zero. */
export function averageOf({ averagePrice }: Pick<Order, 'averagePrice'>): string | undefined {
  return isNone(averagePrice) ? undefined : averagePrice;
}

/** The fee ratio in percent: 0.001 is "0.1". */
export function feePercent({ feeRatio }: Pick<Order, 'feeRatio'>): string | undefined {
  const rate = parseDecimal<Rate>(feeRatio);
  return rate === undefined ? undefined : formatDecimal(rate * 100n);
}
