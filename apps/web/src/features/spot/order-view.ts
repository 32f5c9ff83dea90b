/** What an order row shows; pure. */
import { formatDecimal, formatFixed, parseDecimal, ratio, type Rate } from '@tern/money';
import type { OrderRow } from './order-pages.ts';

const BUY = 1;
const MARKET = 2;
const OPEN = 1;
const FILLED = 2;

export function isBuy({ side }: Pick<OrderRow, 'side'>): boolean {
  return side === BUY;
}

export function isMarketOrder({ type }: Pick<OrderRow, 'type'>): boolean {
  return type === MARKET;
}

export function isOpenOrder({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === OPEN;
}

export type OrderState = 'open' | 'partlyFilled' | 'filled' | 'cancelled';

/** An open order with fills is partly filled. */
export function stateOf({ status, dealNum }: Pick<OrderRow, 'status' | 'dealNum'>): OrderState {
  if (status === FILLED) return 'filled';
  if (status !== OPEN) return 'cancelled';
  return isNone(dealNum) ? 'open' : 'partlyFilled';
}

function isNone(amount: string): boolean {
  return (parseDecimal(amount) ?? 0n) === 0n;
}

/** Quantity in base; a market buy has only a budget in quote, so its filled quantity. */
export function quantityOf({ mnum, dealNum }: Pick<OrderRow, 'mnum' | 'dealNum'>): string {
  return isNone(mnum) ? dealNum : mnum;
}

/** Filled part in percent, cut to a whole number: "33". */
export function filledPercent(
  order: Pick<OrderRow, 'mnum' | 'musdt' | 'dealNum' | 'dealTotal'>,
): string {
  const isByTotal = isNone(order.mnum);
  const asked = parseDecimal(isByTotal ? order.musdt : order.mnum) ?? 0n;
  const got = parseDecimal(isByTotal ? order.dealTotal : order.dealNum) ?? 0n;
  return asked === 0n ? '0' : formatFixed(ratio(got * 100n, asked, 'truncate'), 0);
}

/** Undefined while nothing is filled, so that it prints as unknown, not as zero. */
export function averageOf({ averagePrice }: Pick<OrderRow, 'averagePrice'>): string | undefined {
  return isNone(averagePrice) ? undefined : averagePrice;
}

/** The fee ratio in percent: 0.001 is "0.1". */
export function feePercent({ feeRatio }: Pick<OrderRow, 'feeRatio'>): string | undefined {
  const rate = parseDecimal<Rate>(feeRatio);
  return rate === undefined ? undefined : formatDecimal(rate * 100n);
}
