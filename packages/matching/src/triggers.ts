/** The contract of a trigger book, for the fast book and the naive reference model. */

/** The condition is met at a price at or above (`gte`) or at or below (`lte`) its own. */
export type Operator = 'gte' | 'lte';

interface Waiting {
  /** A safe integer, unique among waiting conditions. */
  readonly id: number;
  /** Unique as well; among those that one price meets, the lower place comes first: the order of acceptance, and of changes that took a new one. */
  readonly place: number;
  readonly operator: Operator;
}

/** Met at a fixed price. */
export interface FixedCondition extends Waiting {
  readonly kind: 'fixed';
  readonly price: bigint;
}

/**
 * Met when the price has turned by a rate from the best one since the begin: `lte` follows the price up and is met below the highest one,
 * `gte` follows it down and is met above the lowest one.
 */
export interface TrailingCondition extends Waiting {
  readonly kind: 'trailing';
  /** Parts per million of the best price, below a million. */
  readonly ratePpm: bigint;
  /** The tick size: the best price moves by at least one tick, and the trigger is a whole number of ticks. */
  readonly tickSize: bigint;
  /** Absent while the price has not reached `start`. */
  readonly best: bigint | undefined;
  /** Where following begins: at or above it for `lte`, at or below it for `gte`. Of no use once there is a best price. */
  readonly start: bigint | undefined;
}

export type Condition = FixedCondition | TrailingCondition;

/** What one price did. */
export interface Evaluation {
  /** Ids of the conditions that it met, in the order of their places; they no longer wait. */
  readonly met: readonly number[];
  /** Trailing conditions whose best price it became, by id. */
  readonly moved: readonly number[];
}

/** Conditions that wait for a price. Prices are exact integers in one unit; a condition is never met at the price at which it was added. */
export interface Triggers {
  /** @throws a RangeError for a repeated id, a price that is not positive, or a trailing condition with neither best nor start */
  add(condition: Condition): void;
  /** Whether it waited. */
  remove(id: number): boolean;
  /**
   * Gives a waiting condition other terms or another place. What a trailing one has followed to is part of them.
   * @throws a RangeError for one that does not wait, and those of `add`
   */
  replace(condition: Condition): void;
  /** A waiting condition as it is now. */
  get(id: number): Condition | undefined;
  /** The price that meets it now; undefined for a trailing condition that has not begun to follow. */
  priceOf(id: number): bigint | undefined;
  /** Number of waiting conditions. */
  readonly size: number;
  /** All of them in the order of their places. */
  all(): Condition[];
  /** Whether a price would meet or move anything; changes nothing. */
  isQuiet(price: bigint): boolean;
  evaluate(price: bigint): Evaluation;
  /** Begins a transaction: later changes can be rolled back. Several can be open, one on top of another. */
  begin(): void;
  /** Commits the oldest open transaction. @throws Error when none is open */
  commit(): void;
  /** Rolls back the newest open transaction. @throws Error when none is open */
  rollback(): void;
}

const MILLION = 1_000_000n;

/** The price that meets a trailing condition whose best price is `best`: rounded to a tick against the member, so never early. */
export function trailingPrice(
  { operator, ratePpm, tickSize }: Pick<TrailingCondition, 'operator' | 'ratePpm' | 'tickSize'>,
  best: bigint,
): bigint {
  const unit = MILLION * tickSize;
  if (operator === 'lte') return ((best * (MILLION - ratePpm)) / unit) * tickSize;
  return ((best * (MILLION + ratePpm) + unit - 1n) / unit) * tickSize;
}

/** @throws a RangeError */
export function assertCondition(condition: Condition): void {
  const prices =
    condition.kind === 'fixed'
      ? [condition.price]
      : [condition.best ?? condition.start ?? 0n, condition.ratePpm, condition.tickSize];
  if (prices.every((price) => price > 0n)) return;
  throw new RangeError(`condition ${condition.id} has no positive price`);
}
