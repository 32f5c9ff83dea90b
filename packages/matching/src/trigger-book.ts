/**
 * The trigger book: conditions that wait for a price, in ladders, so that a price that meets nothing costs four comparisons. No clock; what
 * a price meets is returned in the order of places.
 */
import { TriggerLadder } from './trigger-ladder.ts';
import {
  assertCondition,
  type Condition,
  type Evaluation,
  type Operator,
  trailingPrice,
  type TrailingCondition,
  type Triggers,
} from './triggers.ts';

/** A condition before a change; undefined: it did not wait. */
interface Change {
  readonly id: number;
  readonly before: Condition | undefined;
}

export class TriggerBook implements Triggers {
  private readonly waiting = new Map<number, Condition>();
  /** Prices that meet a condition. */
  private readonly meets = ladders();
  /** Prices that move a trailing condition: its start, or one tick beyond its best price. */
  private readonly moves = ladders();
  /** Of each open transaction, oldest first. */
  private readonly changes: Change[][] = [];

  get size(): number {
    return this.waiting.size;
  }

  add(condition: Condition): void {
    assertCondition(condition);
    if (this.waiting.has(condition.id)) {
      throw new RangeError(`condition ${condition.id} already waits`);
    }
    this.put(condition.id, condition);
  }

  remove(id: number): boolean {
    if (!this.waiting.has(id)) return false;
    this.put(id, undefined);
    return true;
  }

  replace(condition: Condition): void {
    assertCondition(condition);
    if (!this.waiting.has(condition.id)) {
      throw new RangeError(`condition ${condition.id} does not wait`);
    }
    this.put(condition.id, condition);
  }

  get(id: number): Condition | undefined {
    return this.waiting.get(id);
  }

  priceOf(id: number): bigint | undefined {
    const condition = this.waiting.get(id);
    return condition && meetingPrice(condition);
  }

  all(): Condition[] {
    return [...this.waiting.values()].sort(byPlace);
  }

  isQuiet(price: bigint): boolean {
    const { meets, moves } = this;
    return ![meets.gte, meets.lte, moves.gte, moves.lte].some((ladder) => ladder.isReached(price));
  }

  evaluate(price: bigint): Evaluation {
    if (this.isQuiet(price)) return NOTHING;
    const { meets, moves } = this;
    const met = this.inPlace([...meets.gte.reached(price), ...meets.lte.reached(price)]);
    const moved = this.inPlace([...moves.gte.reached(price), ...moves.lte.reached(price)]);
    for (const id of met) this.put(id, undefined);
    for (const id of moved) {
      this.put(id, { ...(this.waiting.get(id) as TrailingCondition), best: price });
    }
    return { met, moved };
  }

  begin(): void {
    this.changes.push([]);
  }

  commit(): void {
    if (this.changes.shift() === undefined) throw new Error('the trigger book has not begun');
  }

  rollback(): void {
    const changes = this.changes.pop();
    if (changes === undefined) throw new Error('the trigger book has not begun');
    for (const { id, before } of changes.reverse()) this.exchange(id, before);
  }

  private inPlace(ids: readonly number[]): number[] {
    const conditions = ids.map((id) => this.waiting.get(id)!);
    return conditions.sort(byPlace).map(({ id }) => id);
  }

  private put(id: number, condition: Condition | undefined): void {
    this.changes.at(-1)?.push({ id, before: this.waiting.get(id) });
    this.exchange(id, condition);
  }

  private exchange(id: number, condition: Condition | undefined): void {
    const former = this.waiting.get(id);
    if (former !== undefined) this.eachLevel(former, (ladder, price) => ladder.remove(price, id));
    if (condition === undefined) {
      this.waiting.delete(id);
      return;
    }
    this.waiting.set(id, condition);
    this.eachLevel(condition, (ladder, price) => ladder.add(price, id));
  }

  private eachLevel(condition: Condition, apply: (ladder: TriggerLadder, at: bigint) => void) {
    const meeting = meetingPrice(condition);
    if (meeting !== undefined) apply(this.meets[condition.operator], meeting);
    if (condition.kind === 'fixed') return;
    // What is met on the way down follows the price up.
    if (condition.operator === 'lte') apply(this.moves.gte, movingPrice(condition, 1n));
    else apply(this.moves.lte, movingPrice(condition, -1n));
  }
}

const NOTHING: Evaluation = { met: [], moved: [] };

const ladders = (): Record<Operator, TriggerLadder> => ({
  gte: new TriggerLadder('gte'),
  lte: new TriggerLadder('lte'),
});

const byPlace = (left: Condition, right: Condition) => left.place - right.place;

function meetingPrice(condition: Condition): bigint | undefined {
  if (condition.kind === 'fixed') return condition.price;
  return condition.best === undefined ? undefined : trailingPrice(condition, condition.best);
}

function movingPrice({ best, start, tickSize }: TrailingCondition, direction: bigint): bigint {
  return best === undefined ? start! : best + direction * tickSize;
}
