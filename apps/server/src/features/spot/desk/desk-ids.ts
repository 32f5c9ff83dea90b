/** The ids a desk gives to its orders and trades, drawn ahead of need so that no batch has to wait for them. */
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { IdBlocks } from './id-blocks.ts';

/** Order ids beyond those a batch needs. */
const SPARE = 500;
/** More quotes than the house ever has. */
const QUOTES_MAX = 64;

export class DeskIds {
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

  /** Draws more while batches go on, once few are left. */
  drawAhead({ database, log }: { database: Database; log: Log }, resting: number): void {
    if (this.isDrawing || this.has(SPARE, resting)) return;
    this.isDrawing = true;
    database
      .transaction((tx) => this.draw(tx, SPARE, resting))
      .catch((error: unknown) => log.warn({ err: error }, 'ids could not be drawn ahead'))
      .finally(() => {
        this.isDrawing = false;
      });
  }
}

/** A fill either ends a resting order or ends an incoming one. */
const fillsMax = (commands: number, resting: number) => resting + commands + QUOTES_MAX;
