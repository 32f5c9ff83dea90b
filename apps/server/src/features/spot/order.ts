/** A spot order as the matching engine keeps it, and the commands an engine takes. */
import type { Amount, Price, Rate } from '@tern/money';
import type { RequestKey } from '../../kernel/requests/idempotency.ts';
import type { Side } from './rules.ts';

export type OrderStatus = 'open' | 'filled' | 'cancelled';

/** Where an order came from: the app, or a program with an API key. */
export type OrderSource = 'app' | 'api';

/** Immutable: a change makes a new one, so that a rollback leaves the old ones. */
export interface Order {
  readonly id: number;
  readonly memberId: number;
  readonly instrumentId: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  /** What a market buy may spend, quote units. */
  readonly budget: Amount | undefined;
  readonly filledQuantity: Amount;
  /** Exact price × quantity over all fills; what was paid or received for them is `cashFor` of it. */
  readonly filledQuote: Amount;
  /** In the received asset: base for a buy, quote for a sell. */
  readonly fee: Amount;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
  readonly status: OrderStatus;
  /** Given by the member's program; unique among the member's orders. */
  readonly clientOrderId: string | undefined;
  readonly source: OrderSource;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One fill of two orders; a side of the house's liquidity has no order. */
export interface Trade {
  readonly id: number;
  readonly instrumentId: number;
  readonly makerOrderId: number | undefined;
  readonly takerOrderId: number | undefined;
  readonly takerSide: Side;
  readonly price: Price;
  readonly quantity: Amount;
  /** Exact price × quantity. */
  readonly quoteAmount: Amount;
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  readonly createdAt: number;
}

/** Other than good till cancelled. What may not trade is cancelled. */
export type TimeInForce = 'post-only' | 'immediate-or-cancel' | 'fill-or-kill';

/** An order on its way to the engine. */
export interface PlaceCommand {
  readonly kind: 'place';
  readonly memberId: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  readonly budget: Amount | undefined;
  /** Of a limit order; good till cancelled when absent. */
  readonly timeInForce?: TimeInForce | undefined;
  /** Comes with a `key` of its own, so that a repetition finds the first order. */
  readonly clientOrderId?: string | undefined;
  readonly source: OrderSource;
  readonly key: RequestKey | undefined;
}

export interface CancelCommand {
  readonly kind: 'cancel';
  readonly memberId: number;
  readonly orderId: number;
  readonly key: RequestKey | undefined;
}

export type MemberCommand = PlaceCommand | CancelCommand;
