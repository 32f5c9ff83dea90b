/**
 * HTX's private socket `/ws/v2` (JSON text): updates of a member's orders and balances
 * (ADR 21). Amounts are exact decimal text, times are epoch milliseconds.
 */
import type { HtxOrderState } from './rest.ts';

/** `orders#$symbol` or `orders#*`: an order was placed, traded, amended or cancelled. */
export interface HtxOrderPush {
  eventType: 'creation' | 'trade' | 'amendment' | 'cancellation';
  symbol: string;
  accountId: number;
  orderId: number;
  clientOrderId: string;
  orderSource: string;
  /** side-type: `buy-limit` */
  type: string;
  orderPrice: string;
  /** Absent for a `buy-market`, which has `orderValue`. */
  orderSize?: string;
  orderValue?: string;
  orderStatus: HtxOrderState;
  orderCreateTime: number;
  /** Filled quantity so far. */
  execAmt?: string;
  /** The remaining size, or value of a `buy-market`; 0 once filled. */
  remainAmt?: string;
  tradePrice?: string;
  tradeVolume?: string;
  tradeId?: number;
  tradeTime?: number;
  /** True for the taker. */
  aggressor?: boolean;
  lastActTime?: number;
}

/** On `orders#` too: a conditional order whose trigger failed, or that was cancelled before it. */
export interface HtxConditionalPush {
  eventType: 'trigger' | 'deletion';
  orderStatus: 'rejected' | 'canceled';
  symbol: string;
  accountId: number;
  /** Of a stop limit. */
  orderId?: number;
  clientOrderId: string;
  orderSource: string;
  orderSide: 'buy' | 'sell';
  /** side-type: `sell-stop-limit` */
  type: string;
  /** 0 for a market order. */
  orderPrice: string;
  orderSize?: string;
  orderValue?: string;
  stopPrice: string;
  orderCreateTime: number;
  lastActTime: number;
  errCode?: number;
  errMessage?: string;
}

/** `trade.clearing#$symbol#$mode`: mode 0 sends trades, mode 1 also cancellations. */
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
 * `accounts.update#$mode`: mode 0 sends `balance`, mode 1 the one of `balance` and `available` that changed,
 * mode 2 both. The first message after subscribing is the current state, with `changeType` null.
 */
export interface HtxAccountPush {
  currency: string;
  accountId: number;
  balance?: string;
  available?: string;
  changeType: 'order.place' | 'order.match' | 'order.cancel' | 'other' | null;
  accountType: 'trade';
  changeTime: number | null;
  /** Never decreases; compare with `seq-num` of the balances. */
  seqNum: number;
}

/** Of a push of orders and trades. HTX has it for balances only. */
interface Numbered {
  /** Never decreases; a subscription that names it gets all pushes from this number on. */
  seqNum: number;
}

export interface HtxPush {
  action: 'push';
  ch: string;
  data: HtxAccountPush | ((HtxOrderPush | HtxConditionalPush | HtxClearingPush) & Numbered);
}
