/** The changes of each open transaction in order, for undo. */
import { grown } from './slot-index.ts';

export const ADDED = 0;
export const REDUCED = 1;
export const REMOVED = 2;
/** Removed, and its price level with it. */
export const REMOVED_WITH_LEVEL = 3;

const ENTRIES_AT_START = 256;

export class UndoLog {
  length = 0;
  /** Where each open transaction begins, oldest first. */
  private readonly starts: number[] = [];
  private acts = new Uint8Array(ENTRIES_AT_START);
  private slots = new Int32Array(ENTRIES_AT_START);
  private lots = new Float64Array(ENTRIES_AT_START);

  get isOpen(): boolean {
    return this.starts.length > 0;
  }

  open(): void {
    this.starts.push(this.length);
  }

  /** Where the entries of the oldest transaction end. */
  endOfOldest(): number {
    return this.starts[1] ?? this.length;
  }

  /** Where the entries of the newest transaction begin. */
  startOfNewest(): number {
    return this.starts.at(-1) ?? 0;
  }

  /** `lots` is used for REDUCED only. */
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

  /** Drops the oldest transaction; the entries of later ones move to the front. */
  closeOldest(): void {
    const end = this.endOfOldest();
    for (const array of [this.acts, this.slots, this.lots]) array.copyWithin(0, end, this.length);
    this.length -= end;
    this.starts.shift();
    for (let index = 0; index < this.starts.length; index++) this.starts[index]! -= end;
  }

  /** Drops the newest transaction. */
  closeNewest(): void {
    this.length = this.startOfNewest();
    this.starts.pop();
  }

  private grow(): void {
    const capacity = this.acts.length * 2;
    this.acts = grown(this.acts, new Uint8Array(capacity));
    this.slots = grown(this.slots, new Int32Array(capacity));
    this.lots = grown(this.lots, new Float64Array(capacity));
  }
}
