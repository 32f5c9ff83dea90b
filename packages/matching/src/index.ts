/** The matching door: the order book and what it takes and answers. Imports nothing. */
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
