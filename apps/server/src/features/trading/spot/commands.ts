/** The commands that an engine accepts, and their answers. */
import type { Amount, Price } from '@tern/money';
import type { ConditionalOrderRow } from '@tern/protocol';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import type {
  AttachedTerms,
  ChangeableTerms,
  GivenTerms,
} from './conditional/conditional-order.ts';
import type { OrderRow } from './order-rows.ts';
import type { OrderSource, PlacedBy, TimeInForce } from './order.ts';
import type { Side } from './rules.ts';

/** A new order for the engine. */
export interface PlaceCommand {
  readonly kind: 'place';
  readonly memberId: number;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  readonly budget: Amount | undefined;
  /** Limit orders only; good till cancelled when absent. */
  readonly timeInForce?: TimeInForce | undefined;
  /** Comes with a `key` of its own, so that a retry finds the first order. */
  readonly clientOrderId?: string | undefined;
  readonly source: OrderSource;
  /** The conditional order that places it. */
  readonly conditional?: PlacedBy;
  /** A take profit and a stop loss for what it will have received. */
  readonly attached?: AttachedTerms | undefined;
  readonly key: RequestKey | undefined;
}

export interface CancelCommand {
  readonly kind: 'cancel';
  readonly memberId: number;
  readonly orderId: number;
  readonly key: RequestKey | undefined;
}

/** Changes an open limit order; what is undefined stays. */
export interface AmendCommand {
  readonly kind: 'amend';
  readonly memberId: number;
  readonly orderId: number;
  readonly limitPrice: Price | undefined;
  readonly quantity: Amount | undefined;
  readonly key: RequestKey | undefined;
}

/** A new conditional order for the engine. */
export interface PlaceConditionalCommand {
  readonly kind: 'place-conditional';
  readonly memberId: number;
  readonly terms: GivenTerms;
  /** Of an OCO: where the limit order of the same quantity is placed. */
  readonly targetPrice?: Price | undefined;
  readonly source: OrderSource;
  readonly clientOrderId?: string | undefined;
  readonly key: RequestKey | undefined;
}

export interface CancelConditionalCommand {
  readonly kind: 'cancel-conditional';
  readonly memberId: number;
  readonly conditionalId: number;
  readonly key: RequestKey | undefined;
}

/** Changes a conditional order that waits; what is undefined stays. */
export interface AmendConditionalCommand {
  readonly kind: 'amend-conditional';
  readonly memberId: number;
  readonly conditionalId: number;
  readonly to: ChangeableTerms;
  readonly key: RequestKey | undefined;
}

export type MemberCommand =
  | PlaceCommand
  | CancelCommand
  | AmendCommand
  | PlaceConditionalCommand
  | CancelConditionalCommand
  | AmendConditionalCommand;

/** `confirmation`: of a new order its number, signed; absent in the answer to a request that is repeated late. */
export interface OrderAnswer {
  readonly order: OrderRow;
  readonly confirmation?: string;
}

/** What a command is answered with once it has committed. */
export type AnswerTo<C extends MemberCommand> = C extends
  | PlaceCommand
  | CancelCommand
  | AmendCommand
  ? OrderAnswer
  : { conditional: ConditionalOrderRow };
