/**
 * HTX's private socket `/ws/v2` (JSON text): what a program is told about its member's orders and balances
 * (ADR 21). Amounts are exact decimal text, times are epoch milliseconds.
 */
import type { HtxOrderState } from './rest.ts';

/** `orders#$symbol` or `orders#*`: an order was placed, traded or ended. */
export interface HtxOrderPush {
  eventType: 'creation' | 'trade' | 'cancellation';
  symbol: string;
  accountId: number;
  orderId: number;
  clientOrderId: string;
  orderSource: string;
  /** side-type: `buy-limit` */
  type: string;
  orderPrice: string;
  /** Not of a `buy-market`, which has `orderValue`. */
  orderSize?: string;
  orderValue?: string;
  orderStatus: HtxOrderState;
  orderCreateTime: number;
  /** Filled quantity so far. */
  execAmt?: string;
  /** What is left of the size, of a `buy-market` of the value; 0 once it is filled. */
  remainAmt?: string;
  tradePrice?: string;
  tradeVolume?: string;
  tradeId?: number;
  tradeTime?: number;
  /** True for the side that met the book. */
  aggressor?: boolean;
  lastActTime?: number;
}

/** `trade.clearing#$symbol#$mode`: mode 0 tells trades, mode 1 cancellations too. */
export interface HtxClearingPush {
  eventType: 'trade' | 'cancellation';
  symbol: string;
  accountId: number;
  orderId: number;
  clientOrderId: string;
  source: string;
  orderSide: 'buy' | 'sell';
  orderType: string;
  orderPrice: string;
  orderSize?: string;
  orderValue?: string;
  orderStatus: HtxOrderState;
  orderCreateTime: number;
  tradePrice?: string;
  tradeVolume?: string;
  tradeId?: number;
  tradeTime?: number;
  aggressor?: boolean;
  transactFee?: string;
  feeCurrency?: string;
  feeDeduct?: string;
  feeDeductType?: string;
  remainAmt?: string;
}

/**
 * `accounts.update#$mode`: mode 0 tells the balance, mode 1 whichever of the two has changed, mode 2
 * both. Right after the subscription it tells how things stand, with `changeType` null.
 */
export interface HtxAccountPush {
  currency: string;
  accountId: number;
  balance?: string;
  available?: string;
  changeType: 'order.place' | 'order.match' | 'order.cancel' | 'other' | null;
  accountType: 'trade';
  changeTime: number | null;
  /** Never falls; compare with `seq-num` of the balances. */
  seqNum: number;
}

export interface HtxPush {
  action: 'push';
  ch: string;
  data: HtxOrderPush | HtxClearingPush | HtxAccountPush;
}
