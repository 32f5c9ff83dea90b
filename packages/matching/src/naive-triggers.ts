/** The naive reference model of the trigger book: asks every condition about every price. */
import {
  assertCondition,
  type Condition,
  type Evaluation,
  trailingPrice,
  type Triggers,
} from './triggers.ts';

export class NaiveTriggers implements Triggers {
  private waiting: readonly Condition[] = [];
  /** What waited at the begin of each open transaction, oldest first. */
  private readonly former: (readonly Condition[])[] = [];

  get size(): number {
    return this.waiting.length;
  }

  add(condition: Condition): void {
    assertCondition(condition);
    if (this.get(condition.id) !== undefined) throw new RangeError('already waits');
    this.waiting = [...this.waiting, condition].sort((left, right) => left.place - right.place);
  }

  remove(id: number): boolean {
    const before = this.size;
    this.waiting = this.waiting.filter((each) => each.id !== id);
    return this.size < before;
  }

  replace(condition: Condition): void {
    assertCondition(condition);
    if (!this.remove(condition.id)) throw new RangeError('does not wait');
    this.add(condition);
  }

  get(id: number): Condition | undefined {
    return this.waiting.find((each) => each.id === id);
  }

  priceOf(id: number): bigint | undefined {
    const condition = this.get(id);
    if (condition === undefined || condition.kind === 'fixed') return condition?.price;
    return condition.best === undefined ? undefined : trailingPrice(condition, condition.best);
  }

  all(): Condition[] {
    return [...this.waiting];
  }

  isQuiet(price: bigint): boolean {
    return this.waiting.every((each) => !this.isMet(each, price) && !isMoved(each, price));
  }

  evaluate(price: bigint): Evaluation {
    const met = this.waiting.filter((each) => this.isMet(each, price));
    const left = this.waiting.filter((each) => !met.includes(each));
    const moved: Condition[] = left.filter((each) => isMoved(each, price));
    this.waiting = left.map((each) =>
      each.kind === 'trailing' && moved.includes(each) ? { ...each, best: price } : each,
    );
    return { met: met.map(({ id }) => id), moved: moved.map(({ id }) => id) };
  }

  begin(): void {
    this.former.push(this.waiting);
  }

  commit(): void {
    if (this.former.shift() === undefined) throw new Error('the trigger book has not begun');
  }

  rollback(): void {
    const former = this.former.pop();
    if (former === undefined) throw new Error('the trigger book has not begun');
    this.waiting = former;
  }

  private isMet({ id, operator }: Condition, price: bigint): boolean {
    const own = this.priceOf(id);
    if (own === undefined) return false;
    return operator === 'gte' ? price >= own : price <= own;
  }
}

/** Whether a trailing condition begins to follow, or goes on by a tick or more. */
function isMoved(condition: Condition, price: bigint): boolean {
  if (condition.kind === 'fixed') return false;
  const { operator, best, start, tickSize } = condition;
  if (operator === 'lte') return best === undefined ? price >= start! : price - best >= tickSize;
  return best === undefined ? price <= start! : best - price >= tickSize;
}
