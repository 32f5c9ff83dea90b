/** Maps integer keys to small slot numbers; slots are reused, and matching allocates nothing. */

export const NONE = -1;

const TWO_TO_32 = 4294967296;

// Neighbouring keys share cache lines; the shifts spread keys with equal low bits.
function bucketOf(key: number, mask: number): number {
  const low = key | 0;
  const mixed = low ^ ((key / TWO_TO_32) | 0);
  return (mixed ^ (mixed >>> 11) ^ (mixed >>> 22)) & mask;
}

/**
 * A chained hash index over typed arrays. `detach` hides a key but keeps its slot, so that `attach` can bring it back;
 * only `free` releases the slot.
 */
export class SlotIndex {
  /** Key by slot. */
  keys: Float64Array;
  /** Attached keys. */
  count = 0;
  private chain: Int32Array;
  private heads: Int32Array;
  private mask: number;
  private used = 0;
  private freeHead = NONE;

  /** `capacity` is a power of two. */
  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
    this.chain = new Int32Array(capacity);
    this.heads = new Int32Array(capacity).fill(NONE);
    this.mask = capacity - 1;
  }

  get capacity(): number {
    return this.keys.length;
  }

  /** The slot of an attached key, or NONE. */
  find(key: number): number {
    const { keys, chain } = this;
    let slot = this.heads[bucketOf(key, this.mask)]!;
    while (slot !== NONE && keys[slot] !== key) slot = chain[slot]!;
    return slot;
  }

  /** A slot for a key that is not attached; the index may have grown (see `capacity`). */
  allocate(key: number): number {
    let slot = this.freeHead;
    if (slot !== NONE) {
      this.freeHead = this.chain[slot]!;
    } else {
      if (this.used === this.keys.length) this.grow();
      slot = this.used++;
    }
    this.keys[slot] = key;
    this.attach(slot);
    return slot;
  }

  attach(slot: number): void {
    const bucket = bucketOf(this.keys[slot]!, this.mask);
    this.chain[slot] = this.heads[bucket]!;
    this.heads[bucket] = slot;
    this.count++;
  }

  detach(slot: number): void {
    const { chain, heads } = this;
    const bucket = bucketOf(this.keys[slot]!, this.mask);
    let at = heads[bucket]!;
    if (at === slot) {
      heads[bucket] = chain[slot]!;
    } else {
      while (chain[at] !== slot) at = chain[at]!;
      chain[at] = chain[slot]!;
    }
    this.count--;
  }

  /** Releases a detached slot. */
  free(slot: number): void {
    this.chain[slot] = this.freeHead;
    this.freeHead = slot;
  }

  /** Slots that are neither attached nor free: 0 unless some are kept for a rollback. */
  countKept(): number {
    let kept = this.used - this.count;
    for (let slot = this.freeHead; slot !== NONE; slot = this.chain[slot]!) kept--;
    return kept;
  }

  private grow(): void {
    const oldHeads = this.heads;
    const oldChain = this.chain;
    const capacity = this.keys.length * 2;
    const keys = new Float64Array(capacity);
    keys.set(this.keys);
    this.keys = keys;
    this.chain = new Int32Array(capacity);
    this.heads = new Int32Array(capacity).fill(NONE);
    this.mask = capacity - 1;
    this.count = 0;
    // Only attached slots are in the chains, and detached ones must stay hidden. None is free, or the index would not
    // grow.
    for (let slot of oldHeads) {
      while (slot !== NONE) {
        const next = oldChain[slot]!;
        this.attach(slot);
        slot = next;
      }
    }
  }
}

/** Grows a typed array: copies it into a larger one. */
export function grown<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
