/** What happened to the orders since `begin`, in order, so that it can be walked back. */
import { widened } from './widened.ts';

export const ADDED = 0;
export const REDUCED = 1;
export const REMOVED = 2;
/** Removed, and its price level with it. */
export const REMOVED_WITH_LEVEL = 3;

const ENTRIES_AT_START = 256;

export class UndoLog {
  isOpen = false;
  length = 0;
  private acts = new Uint8Array(ENTRIES_AT_START);
  private slots = new Int32Array(ENTRIES_AT_START);
  private lots = new Float64Array(ENTRIES_AT_START);

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

  close(): void {
    this.isOpen = false;
    this.length = 0;
  }

  private grow(): void {
    const capacity = this.acts.length * 2;
    this.acts = widened(this.acts, new Uint8Array(capacity));
    this.slots = widened(this.slots, new Int32Array(capacity));
    this.lots = widened(this.lots, new Float64Array(capacity));
  }
}
