/** Ids in blocks from a database sequence: one call for many, ever rising within a desk. */
import type { Tx } from '../../../platform/database/database.ts';
import { ID_BLOCK, nextBlock } from '../store-desk.ts';

export class IdBlocks {
  private readonly of: 'orders' | 'trades';
  private readonly blocks: { next: number; end: number }[] = [];
  private left = 0;

  constructor(of: 'orders' | 'trades') {
    this.of = of;
  }

  has(count: number): boolean {
    return this.left >= count;
  }

  /** Makes sure that `count` ids can be taken without asking the database. */
  async reserve(tx: Tx, count: number): Promise<void> {
    const missing = Math.ceil((count - this.left) / ID_BLOCK[this.of]);
    if (missing <= 0) return;
    const firsts = await Promise.all(Array.from({ length: missing }, () => nextBlock(tx, this.of)));
    for (const first of firsts) {
      this.blocks.push({ next: first, end: first + ID_BLOCK[this.of] });
      this.left += ID_BLOCK[this.of];
    }
  }

  /** Fails with: a thrown error when nothing is reserved. */
  take(): number {
    const block = this.blocks[0];
    if (block === undefined) throw new Error(`no ids of ${this.of} are reserved`);
    const id = block.next++;
    if (block.next === block.end) this.blocks.shift();
    this.left -= 1;
    return id;
  }
}
