/** What an order book takes, answers and promises; both the fast book and its naive twin keep to it. */

export type Side = 'buy' | 'sell';

interface Incoming {
  /** Any safe integer, also negative; unique among resting orders. */
  readonly id: number;
  /** Any safe integer; orders of one owner never trade with each other. */
  readonly owner: number;
}

/** Trades at `priceTicks` or better; what is left rests. */
export interface LimitOrder extends Incoming {
  readonly kind: 'limit';
  readonly side: Side;
  readonly priceTicks: number;
  readonly lots: number;
}

/** Trades now, never beyond `priceTicks` (the protection bound); what is left is dropped. */
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
 * Why an order went no further. `none`: carried out in full (a limit order that rests counts, and
 * so does a budget that buys no further lot). `self-trade`: the next maker has the same owner.
 * `bound`: the next price lies beyond a market order's bound. `no-liquidity`: nobody is left.
 */
export type StopReason = 'none' | 'self-trade' | 'no-liquidity' | 'bound';

/** The outcome of one `place`; the book reuses it, so read it before the next call. */
export interface Placement {
  readonly fillCount: number;
  readonly filledLots: number;
  /** Ticks × lots over all fills; exact while below 2^53, which the caller sees to. */
  readonly filledQuote: number;
  /** What now rests in the book; 0 for anything but a limit order. */
  readonly restingLots: number;
  readonly stopReason: StopReason;
  fillMakerId(fill: number): number;
  fillMakerOwner(fill: number): number;
  /** The maker's price: the one that rested first sets it. */
  fillPriceTicks(fill: number): number;
  fillLots(fill: number): number;
  /** Lots the maker has left after this fill; 0 means it is done and gone from the book. */
  fillMakerRemaining(fill: number): number;
}

/** Price-time priority over integer ticks and lots (`rules §3`). */
export interface Book {
  /**
   * Matches, then rests what a limit order has left. Self-trade prevention cancels the newest: the
   * incoming remainder is dropped where it would meet its owner; fills before that stand.
   * Fails with: a RangeError for a repeated id or for ticks, lots or budget that are not positive safe integers.
   */
  place(order: IncomingOrder): Placement;
  /** The lots released; 0 when no such order rests. */
  cancel(id: number): number;
  has(id: number): boolean;
  get(id: number): RestingOrder | undefined;
  /** Number of resting orders. */
  readonly size: number;
  bestBid(): number | undefined;
  bestAsk(): number | undefined;
  /** The best `levels` prices of a side, best first, as [priceTicks, lots]. */
  depth(side: Side, levels: number): [number, number][];
  /** All orders of a side in the order in which they would trade. */
  orders(side: Side): Generator<RestingOrder>;
  /** Begins a step: from here every change can be taken back. Steps may stand on steps that are still open. */
  begin(): void;
  /** Keeps the oldest open step for good. Fails with: an Error when none is open. */
  commit(): void;
  /**
   * Takes the newest open step back: exactly the book of its `begin`, places in the queue included.
   * Fails with: an Error when none is open.
   */
  rollback(): void;
  /** Asserts the inner invariants. Fails with: an Error that names the broken one. */
  check(): void;
}
