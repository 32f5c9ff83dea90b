/** Matching: the order book and the trigger book, their inputs and outputs. Imports nothing. */
export type {
  Book,
  BudgetOrder,
  IncomingOrder,
  LimitOrder,
  MarketOrder,
  Placement,
  RestingOrder,
  Side,
  StopReason,
} from './book.ts';
export {
  CommandReplay,
  quoteId,
  type ReplayedFill,
  type ReplayedOrder,
  type ReplayedQuote,
  type ReplayedType,
  type BookedOrder,
} from './command-replay.ts';
export { NaiveBook } from './naive-book.ts';
export { OrderBook } from './order-book.ts';
export { TriggerBook } from './trigger-book.ts';
export {
  type Condition,
  type FixedCondition,
  type Operator,
  trailingPrice,
  type TrailingCondition,
  type Triggers,
} from './triggers.ts';
