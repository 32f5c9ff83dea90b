/** What happened to the orders in each open step, in order, so that it can be walked back. */
import { widened } from './widened.ts';

export const ADDED = 0;
export const REDUCED = 1;
export const REMOVED = 2;
/** Removed, and its price level with it. */
export const REMOVED_WITH_LEVEL = 3;

const ENTRIES_AT_START = 256;

export class UndoLog {
  length = 0;
  /** Where each open step begins, oldest first. */
  private readonly steps: number[] = [];
  private acts = new Uint8Array(ENTRIES_AT_START);
  private slots = new Int32Array(ENTRIES_AT_START);
  private lots = new Float64Array(ENTRIES_AT_START);

  get isOpen(): boolean {
    return this.steps.length > 0;
  }

  open(): void {
    this.steps.push(this.length);
  }

  /** Where the entries of the oldest step end. */
  endOfOldest(): number {
    return this.steps[1] ?? this.length;
  }

  /** Where the entries of the newest step begin. */
  startOfNewest(): number {
    return this.steps.at(-1) ?? 0;
  }

  /** `lots` matters for REDUCED only. */
  write(act: number, slot: number, lots: number): void {
    const entry = this.length++;
    if (entry === this.acts.length) this.grow();
    this.acts[entry] = act;
    this.slots[entry] = slot;
    this.lots[entry] = lots;
  }

  actAt(entry: number): number {
    return this.acts[entry]!;
  }

  slotAt(entry: number): number {
    return this.slots[entry]!;
  }

  lotsAt(entry: number): number {
    return this.lots[entry]!;
  }

  /** Forgets the oldest step; the entries of the later ones move to the front. */
  closeOldest(): void {
    const end = this.endOfOldest();
    for (const array of [this.acts, this.slots, this.lots]) array.copyWithin(0, end, this.length);
    this.length -= end;
    this.steps.shift();
    for (let step = 0; step < this.steps.length; step++) this.steps[step]! -= end;
  }

  /** Forgets the newest step. */
  closeNewest(): void {
    this.length = this.startOfNewest();
    this.steps.pop();
  }

  private grow(): void {
    const capacity = this.acts.length * 2;
    this.acts = widened(this.acts, new Uint8Array(capacity));
    this.slots = widened(this.slots, new Int32Array(capacity));
    this.lots = widened(this.lots, new Float64Array(capacity));
  }
}
