/** The contract of an order book, for the fast book and the naive reference model. */

export type Side = 'buy' | 'sell';

interface Incoming {
  /** Any safe integer, also negative; unique among resting orders. */
  readonly id: number;
  /** Any safe integer; orders of one owner never trade with each other. */
  readonly owner: number;
}

/** Trades at `priceTicks` or better; the remainder rests. */
export interface LimitOrder extends Incoming {
  readonly kind: 'limit';
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
}

/** Trades now, never beyond `priceTicks` (the protection bound); the remainder is dropped. */
export interface MarketOrder extends Incoming {
  readonly kind: 'market';
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
}

/** A market buy that spends at most `budget` (ticks × lots), whole lots only. */
export interface BudgetOrder extends Incoming {
  readonly kind: 'budget';
  readonly side: 'buy';
  readonly priceTicks: number;
  readonly budget: number;
}

export type IncomingOrder = LimitOrder | MarketOrder | BudgetOrder;

export interface RestingOrder {
  readonly id: number;
  readonly owner: number;
  readonly side: Side;
  readonly priceTicks: number;
  /** Lots still open. */
  readonly lots: number;
}

/**
 * Why matching stopped. `none`: completed (also a limit order that rests, and a budget that buys no further lot).
 * `self-trade`: the next maker has the same owner. `bound`: the next price is beyond a market order's bound.
 * `no-liquidity`: no maker is left.
 */
export type StopReason = 'none' | 'self-trade' | 'no-liquidity' | 'bound';

/** The outcome of one `place`; the book reuses it, so read it before the next call. */
export interface Placement {
  readonly fillCount: number;
  readonly filledLots: number;
  /** Ticks × lots over all fills; exact below 2^53, which the caller must ensure. */
  readonly filledQuote: number;
  /** Lots that now rest in the book; 0 for anything but a limit order. */
  readonly restingLots: number;
  readonly stopReason: StopReason;
  fillMakerId(fill: number): number;
  fillMakerOwner(fill: number): number;
  /** The price of the maker, the order that rested first. */
  fillPriceTicks(fill: number): number;
  fillLots(fill: number): number;
  /** Lots that the maker has left after this fill; 0 means that it is filled and removed. */
  fillMakerRemaining(fill: number): number;
}

/** Price-time priority over integer ticks and lots. */
export interface Book {
  /**
   * Matches, then rests the remainder of a limit order. Self-trade prevention cancels the newest: the incoming
   * remainder is dropped before it would match an order of its owner; earlier fills remain.
   * @throws a RangeError for a repeated id or for ticks, lots or budget that are not positive safe integers
   */
  place(order: IncomingOrder): Placement;
  /** Returns the released lots; 0 when no such order rests. */
  cancel(id: number): number;
  /**
   * Leaves an order only `lots`; it keeps its place.
   * @throws a RangeError unless it rests with more than these, and they are a positive safe integer
   */
  reduce(id: number, lots: number): void;
  has(id: number): boolean;
  get(id: number): RestingOrder | undefined;
  /** Number of resting orders. */
  readonly size: number;
  bestBid(): number | undefined;
  bestAsk(): number | undefined;
  /** The best `levels` prices of a side, best first, as [priceTicks, lots]. */
  depth(side: Side, levels: number): [number, number][];
  /** All orders of a side in matching order. */
  orders(side: Side): Generator<RestingOrder>;
  /** Begins a transaction: later changes can be rolled back. Several can be open, one on top of another. */
  begin(): void;
  /** Commits the oldest open transaction. @throws Error when none is open */
  commit(): void;
  /**
   * Rolls back the newest open transaction: exactly the book of its `begin`, including queue positions.
   * @throws Error when none is open
   */
  rollback(): void;
  /** Asserts the internal invariants. @throws Error that names the broken one */
  check(): void;
}
