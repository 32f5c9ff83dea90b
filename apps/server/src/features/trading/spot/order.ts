/** A spot order as the matching engine sees it. */
import type { Amount, Price, Rate } from '@tern/money';
import { spotOrderType, spotSide, spotStatus } from '@tern/protocol';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import type { Side } from './rules.ts';

/** Numbers in the database, the same as in the API. */
export const sideCodes = spotSide;
export const typeCodes = spotOrderType;
export const statusCodes = spotStatus;
export const sourceCodes = { app: 1, api: 2, algo: 3 } as const;
export const timeInForceCodes = {
  'post-only': 1,
  'immediate-or-cancel': 2,
  'fill-or-kill': 3,
} as const satisfies Record<TimeInForce, number>;

export type OrderStatus = 'open' | 'filled' | 'cancelled';

/** Placed in the app, by an API client, or by one through HTX's calls of conditional orders. */
export type OrderSource = keyof typeof sourceCodes;

/** Immutable: a change makes a new object, so a rollback returns to the old one. */
export interface Order {
  readonly id: number;
  /** Of the command that placed it, in the record of its market; 0: from before there was a record. */
  readonly number: number;
  readonly memberId: number;
  readonly instrumentId: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  /** The most a market buy may spend, in quote units. */
  readonly budget: Amount | undefined;
  readonly filledQuantity: Amount;
  /** Exact price × quantity over all fills; `cashFor` gives the amount paid or received for them. */
  readonly filledQuote: Amount;
  /** In the asset received: base for a buy, quote for a sell. */
  readonly fee: Amount;
  /** The part of what it received that it took from the book. Undefined: each of its fills is rounded for itself (ADR 79). */
  readonly receivedAsTaker: Amount | undefined;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
  readonly status: OrderStatus;
  /** Chosen by the member's program; unique among the member's orders. */
  /** Its place in the queue of its price, lower is earlier: its id until it is amended. */
  readonly place: number;
  readonly clientOrderId: string | undefined;
  readonly source: OrderSource;
  /** Of a limit order; good till cancelled when undefined. */
  readonly timeInForce: TimeInForce | undefined;
  /** The conditional order that placed it. */
  readonly conditional: PlacedBy | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** API clients know an order by what they placed. */
export interface PlacedBy {
  readonly id: number;
  readonly clientOrderId: string | undefined;
}

/** What an order pays of what it receives: where it waited in the book, and where it filled immediately. */
export interface OrderFees {
  readonly maker: Rate;
  readonly taker: Rate;
}

/** What a new order pays in a market. `at`: when it is accepted, epoch ms. */
export type FeesOf = (memberId: number, instrument: Instrument, at: number) => OrderFees;

/** A match of two orders; the exchange's side has no order. */
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

/** The name of a number of the API. @throws Error for a number that the schemas do not allow */
export function nameOf<const Codes extends Record<string, number>>(
  codes: Codes,
  code: number,
): keyof Codes {
  const found = Object.entries(codes).find(([, each]) => each === code);
  if (found === undefined) throw new Error(`no order has the number ${code} there`);
  return found[0];
}

/** A change of an open order, with what was filled before. Its id is one of a trade. */
export interface Amendment {
  readonly id: number;
  readonly memberId: number;
  readonly orderId: number;
  readonly former: { readonly price: Price; readonly quantity: Amount };
  readonly price: Price;
  readonly quantity: Amount;
  readonly filledQuantity: Amount;
  readonly filledQuote: Amount;
  readonly place: number;
  readonly keepsPlace: boolean;
  /** Whether something of it rested then. */
  readonly rests: boolean;
  readonly createdAt: number;
}

/** Conditions other than good till cancelled. An order that may not trade is cancelled. */
export type TimeInForce = 'post-only' | 'immediate-or-cancel' | 'fill-or-kill';

/** How it takes part, as the record of its market says it. */
export const typeOf = ({
  type,
  timeInForce,
  budget,
}: Pick<Order, 'type' | 'budget'> & { timeInForce?: Order['timeInForce'] }) =>
  type === 'limit' ? (timeInForce ?? 'limit') : budget === undefined ? 'market' : 'budget';
