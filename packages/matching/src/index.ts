/** Matching: the order book and its inputs and outputs. Imports nothing. */
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
export { OrderBook } from './order-book.ts';
