/** Levels at which something happens, sorted so that the one that the price reaches first is at the end. */
import type { Operator } from './triggers.ts';

interface Level {
  readonly price: bigint;
  readonly ids: Set<number>;
}

export class TriggerLadder {
  private readonly operator: Operator;
  private readonly levels: Level[] = [];

  constructor(operator: Operator) {
    this.operator = operator;
  }

  isReached(price: bigint): boolean {
    const next = this.levels.at(-1);
    return next !== undefined && this.reaches(price, next.price);
  }

  /** Ids of every level that the price reaches; they stay. */
  reached(price: bigint): number[] {
    const ids: number[] = [];
    for (let at = this.levels.length - 1; at >= 0; at -= 1) {
      const level = this.levels[at]!;
      if (!this.reaches(price, level.price)) break;
      ids.push(...level.ids);
    }
    return ids;
  }

  add(price: bigint, id: number): void {
    const at = this.indexOf(price);
    const level = this.levels[at];
    if (level?.price === price) level.ids.add(id);
    else this.levels.splice(at, 0, { price, ids: new Set([id]) });
  }

  remove(price: bigint, id: number): void {
    const at = this.indexOf(price);
    const level = this.levels[at]!;
    level.ids.delete(id);
    if (level.ids.size === 0) this.levels.splice(at, 1);
  }

  private reaches(price: bigint, level: bigint): boolean {
    return this.operator === 'gte' ? price >= level : price <= level;
  }

  /** Where the level is, or belongs. */
  private indexOf(price: bigint): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.levels[middle]!.price;
      // The last level is the lowest one for `gte`, the highest one for `lte`.
      if (this.operator === 'gte' ? other > price : other < price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
