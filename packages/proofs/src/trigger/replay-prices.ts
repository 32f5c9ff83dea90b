/** Compares prices with the condition that an order had at their time again, in their order, as the rule of conditional orders says. */
import { decimal, ONE, type Price } from '@tern/money';
import type { HeldCondition, ReadCondition, ReadReceipt, SeenPrice } from './read-receipt.ts';

type Trailing = Extract<ReadCondition, { rate: unknown }>;

/** What the prices that count do to the condition. */
export interface Replayed {
  /** Those after acceptance, up to the one that is said to have met it, without those of pauses. */
  readonly counted: readonly SeenPrice[];
  /** The first of them that met it. */
  readonly first: SeenPrice | undefined;
  /** The last of them before that one. */
  readonly before: SeenPrice | undefined;
  /** The best price of a trailing stop when it was met. */
  readonly best: Price | undefined;
  /** Whether the document has every price since the order was accepted. */
  readonly isWhole: boolean;
}

/** Price that meets a trailing stop: rounded to a tick against the member, so never early. */
function turningPrice({ operator, rate, tickSize }: Trailing, best: Price): Price {
  const unit = ONE * tickSize;
  const price =
    operator === 'lte'
      ? ((best * (ONE - rate)) / unit) * tickSize
      : ((best * (ONE + rate) + unit - 1n) / unit) * tickSize;
  return price as Price;
}

/** Shape: a receipt in which the ticks or trades are in order. */
export function replayPrices(read: ReadReceipt): Replayed {
  const { receipt, condition, conditions, prices } = read;
  const { trigger, pauses, trades } = receipt;
  const [{ after: acceptedAfter, condition: first }] = conditions;
  const counted = prices.filter(
    ({ number }) =>
      number > acceptedAfter &&
      number <= trigger.number &&
      !pauses.some((pause) => pause.afterNumber < number && number < pause.untilNumber),
  );
  const isWhole =
    trades === null
      ? prices[0] !== undefined && prices[0].number <= acceptedAfter + 1
      : trades.isWhole;
  if (isWhole || !('rate' in condition)) {
    const best = 'rate' in first ? first.best : undefined;
    return { counted, isWhole, ...meet(conditions, { best, prices: counted }) };
  }
  // Earlier prices are not known, so it is followed from where it had got to, and only from there on.
  const best = trigger.bestPrice === null ? undefined : decimal<Price>(trigger.bestPrice);
  const since = counted.findLastIndex(({ price }) => price === best) + 1;
  const isPassed =
    best !== undefined && counted.some(({ price }) => isBeyond(condition, best, price));
  const met = meet(conditions, { best, prices: counted.slice(since) });
  return { counted, isWhole, ...met, best: isPassed ? undefined : met.best };
}

/** Shape: oldest first. The best price is that at the first price that meets it; a change of the order keeps it. */
function meet(
  conditions: readonly HeldCondition[],
  { best: from, prices }: { best: Price | undefined; prices: readonly SeenPrice[] },
): Pick<Replayed, 'first' | 'before' | 'best'> {
  let best = from;
  let before: SeenPrice | undefined;
  for (const seen of prices) {
    const { condition } = conditions.findLast(({ after }) => after < seen.number)!;
    if (isMet(condition, best, seen.price)) return { first: seen, before, best };
    if ('rate' in condition && isMoved(condition, best, seen.price)) best = seen.price;
    before = seen;
  }
  return { first: undefined, before, best };
}

/** Whether a price meets it; `best` of a trailing stop at that time. */
export function isMet(condition: ReadCondition, best: Price | undefined, price: Price): boolean {
  if ('price' in condition) return reaches(condition.operator, price, condition.price);
  return best !== undefined && reaches(condition.operator, price, turningPrice(condition, best));
}

const reaches = (operator: 'gte' | 'lte', price: Price, level: Price) =>
  operator === 'gte' ? price >= level : price <= level;

/** Whether it begins to follow, or follows on by a tick or more. */
function isMoved(condition: Trailing, best: Price | undefined, price: Price): boolean {
  if (best !== undefined) return isBeyond(condition, best, price);
  const { operator, start } = condition;
  return start !== undefined && reaches(operator === 'lte' ? 'gte' : 'lte', price, start);
}

function isBeyond({ operator, tickSize }: Trailing, best: Price, price: Price): boolean {
  return operator === 'lte' ? price - best >= tickSize : best - price >= tickSize;
}
