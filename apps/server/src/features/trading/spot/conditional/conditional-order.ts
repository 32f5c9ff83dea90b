/** A conditional order as the engine of its market sees it (ADR 73). */
import type { Condition, Operator } from '@tern/matching';
import { type Amount, type Price, type Rate, subtract } from '@tern/money';
import {
  attachedEnd,
  conditionalKind,
  conditionalStatus,
  triggerOperator,
  triggerPause,
  watchedPrice,
} from '@tern/protocol';
import type { OrderSource, TimeInForce } from '../order.ts';
import type { Side } from '../rules.ts';

/** Numbers in the database, the same as in the API. */
export const kindCodes = conditionalKind;
export const conditionalStatusCodes = conditionalStatus;
export const watchCodes = watchedPrice;
export const operatorCodes = triggerOperator;
export const pauseCodes = triggerPause;
export const attachedEndCodes = attachedEnd;

export type ConditionalKind = keyof typeof kindCodes;
/** Of which side of the price the trigger is on, the engine decides when it accepts the order. */
export type UnsidedKind = 'limit' | 'market';
export type ConditionalStatus = keyof typeof conditionalStatusCodes;
export type Watched = keyof typeof watchCodes;
export type PauseReason = keyof typeof pauseCodes;

/** A price with the number of its tick or trade. */
export interface NumberedPrice {
  readonly number: number;
  readonly price: Price;
}

/** The first price that met a condition. */
export interface Met extends NumberedPrice {
  /** Of the batch. */
  readonly at: number;
  readonly before: NumberedPrice | undefined;
  readonly afterPause: PauseReason | undefined;
}

/** Why a met condition placed nothing. */
export interface Rejection {
  /** Of the API. */
  readonly code: number;
  /** Of the asset that the order pays with; zero unless funds were missing. */
  readonly needed: Amount;
  readonly available: Amount;
}

/** What the member asked for. */
export interface ConditionalTerms {
  readonly kind: ConditionalKind;
  readonly side: Side;
  readonly watches: Watched;
  /** Undefined for a trailing stop. */
  readonly triggerPrice: Price | undefined;
  readonly rate: Rate | undefined;
  readonly startPrice: Price | undefined;
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  readonly budget: Amount | undefined;
  /** Of a limit order; good till cancelled when absent. */
  readonly timeInForce?: TimeInForce | undefined;
}

/** What a member may change while it waits, as far as the order has it. */
export type ChangeableTerms = Pick<
  ConditionalTerms,
  'triggerPrice' | 'rate' | 'startPrice' | 'limitPrice' | 'quantity' | 'budget'
>;

/** Of an order that is placed with a take profit, a stop loss or both: at least one of the prices is given. */
export interface AttachedTerms {
  readonly watches: Watched;
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
}

/** As they come with a command. */
export type GivenTerms = Omit<ConditionalTerms, 'kind'> & {
  readonly kind: ConditionalKind | UnsidedKind;
};

/** The other end of an OCO: a limit order in the book that has the same quantity. */
export interface Pair {
  readonly orderId: number;
  readonly price: Price;
  /** What it has filled is no longer left for the stop. */
  readonly filled: Amount;
}

/** Of a take profit or stop loss of an order, whose fills give its quantity or budget. Without one it has neither, and waits for no price. */
export interface Attached {
  readonly orderId: number;
  /** Why it ended; undefined: it has not, or was cancelled by itself. */
  readonly ended: keyof typeof attachedEndCodes | undefined;
}

/** Immutable, as orders are. */
export interface ConditionalOrder extends ConditionalTerms {
  readonly id: number;
  readonly memberId: number;
  readonly instrumentId: number;
  readonly operator: Operator;
  readonly bestPrice: Price | undefined;
  /** Among those that one price meets, the lower place comes first: its id, or one that a change has given it. */
  readonly place: number;
  readonly status: ConditionalStatus;
  readonly source: OrderSource;
  readonly clientOrderId: string | undefined;
  /** The number of the newest tick or trade when it was accepted. */
  readonly acceptedAfter: number | undefined;
  /** The newest price at that time. */
  readonly acceptedPrice: Price;
  readonly met: Met | undefined;
  readonly orderId: number | undefined;
  readonly rejection: Rejection | undefined;
  /** Of an OCO's stop only. */
  readonly pair?: Pair | undefined;
  readonly attached?: Attached | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A change of an order that waits (ADR 92). Its id is one of a trade. */
export interface ConditionalAmendment {
  readonly id: number;
  readonly conditionalId: number;
  readonly former: ChangeableTerms;
  readonly terms: ChangeableTerms;
  readonly place: number;
  readonly keepsPlace: boolean;
  /** The number of the last price that was compared with the former terms; 0: there was none. */
  readonly after: number;
  /** The newest price at that time, which does not meet the new terms. */
  readonly price: Price;
  readonly createdAt: number;
}

/** No price triggered anything between two numbers. */
export interface TriggerPause {
  readonly reason: PauseReason;
  /** The last price before it; 0: none is known. */
  readonly after: number;
  readonly until: number;
  readonly beganAt: number;
  readonly endedAt: number;
}

/** A reference price to compare, and the pause that ended with it. */
export interface WatchedTick extends NumberedPrice {
  readonly at: number;
  readonly pause: TriggerPause | undefined;
}

const isTakeProfit = (kind: ConditionalKind): boolean =>
  kind === 'takeProfitLimit' || kind === 'takeProfitMarket';

/** Stops and trailing stops of a sell wait for a lower price, take profits for a higher one; of a buy the other way round. */
export const operatorOf = (kind: ConditionalKind, side: Side): Operator =>
  (side === 'buy') === isTakeProfit(kind) ? 'lte' : 'gte';

/** A trigger on the far side of the price takes profit; at the price itself it is met already. */
export function kindAt(
  { kind, side, triggerPrice }: GivenTerms,
  current: Price | undefined,
): ConditionalKind {
  if (kind !== 'limit' && kind !== 'market') return kind;
  const isAbove = triggerPrice !== undefined && current !== undefined && triggerPrice > current;
  const takesProfit = isAbove === (side === 'sell');
  if (kind === 'limit') return takesProfit ? 'takeProfitLimit' : 'stopLimit';
  return takesProfit ? 'takeProfitMarket' : 'stopMarket';
}

/** Distances of trailing stops are whole parts of 10,000. */
export const RATE_STEP = 100_000_000_000_000n;

/** Rates are scaled by 10^18. */
const PER_MILLION = 1_000_000_000_000n;

/** What the order that it places buys or sells; undefined where that is a sum to spend. */
export const quantityLeft = ({ quantity, pair }: ConditionalOrder): Amount | undefined =>
  quantity === undefined || pair === undefined ? quantity : subtract(quantity, pair.filled);

/** Whether prices can meet it: of an attached one once its order is filled in part. */
export const isStarted = ({ quantity, budget }: ConditionalOrder): boolean =>
  quantity !== undefined || budget !== undefined;

/** As the trigger book takes it. */
export function conditionOf(order: ConditionalOrder, tickSize: bigint): Condition {
  const { id, place, operator, triggerPrice, rate, bestPrice, startPrice } = order;
  if (rate === undefined) return { kind: 'fixed', id, place, operator, price: triggerPrice! };
  const ratePpm = rate / PER_MILLION;
  return {
    kind: 'trailing',
    id,
    place,
    operator,
    ratePpm,
    tickSize,
    best: bestPrice,
    start: startPrice,
  };
}
