/** Ids of orders and trades, drawn from database sequences in blocks ahead of need, so that no batch waits for them. */
import type { Database, Tx } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { ID_BLOCK, nextBlock } from '../store-engine.ts';

/** Order ids drawn beyond those a batch needs. */
const SPARE = 500;
/** More quotes than the exchange ever has. */
const QUOTES_MAX = 64;

export class EngineIds {
  readonly orders = new IdBlocks('orders');
  readonly trades = new IdBlocks('trades');
  private isDrawing = false;

  has(commands: number, resting: number): boolean {
    return this.orders.has(commands) && this.trades.has(fillsMax(commands, resting));
  }

  async draw(tx: Tx, commands: number, resting: number): Promise<void> {
    await Promise.all([
      this.orders.reserve(tx, commands + SPARE),
      this.trades.reserve(tx, 2 * fillsMax(commands, resting)),
    ]);
  }

  /** Draws more in the background once few are left. */
  drawAhead(
    { database, log }: { database: Database; log: Log },
    resting: number,
    triggers: number,
  ): void {
    const commands = SPARE + triggers;
    if (this.isDrawing || this.has(commands, resting)) return;
    this.isDrawing = true;
    database
      .transaction((tx) => this.draw(tx, commands, resting))
      .catch((error: unknown) => log.warn({ err: error }, 'ids could not be drawn ahead'))
      .finally(() => {
        this.isDrawing = false;
      });
  }
}

/** A fill either ends a resting order or ends an incoming one. An amendment has an id of its own. */
const fillsMax = (commands: number, resting: number) => resting + 2 * commands + QUOTES_MAX;

/** Blocks of ids: one database call for many, ascending within an engine. */
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

  /** Ensures that `count` ids can be taken without a query. */
  async reserve(tx: Tx, count: number): Promise<void> {
    const missing = Math.ceil((count - this.left) / ID_BLOCK[this.of]);
    if (missing <= 0) return;
    const firsts = await Promise.all(Array.from({ length: missing }, () => nextBlock(tx, this.of)));
    for (const first of firsts) {
      this.blocks.push({ next: first, end: first + ID_BLOCK[this.of] });
      this.left += ID_BLOCK[this.of];
    }
  }

  /** @throws Error when nothing is reserved */
  take(): number {
    const block = this.blocks[0];
    if (block === undefined) throw new Error(`no ids of ${this.of} are reserved`);
    const id = block.next++;
    if (block.next === block.end) this.blocks.shift();
    this.left -= 1;
    return id;
  }
}
