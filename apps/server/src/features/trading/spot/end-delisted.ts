/** Cancels what is open in delisted markets, so that every hold is returned (ADR 95). */
import { instrumentState } from '../../../kernel/catalog/instruments.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { cancelOrder } from './cancel-order.ts';
import { cancelConditional } from './conditional/place-conditional.ts';
import type { Engines } from './engines.ts';
import { openOf } from './store-delisted.ts';

/** In one run; the rest follows in the next one. */
const CANCELLED_MAX = 200;

export async function endDelisted(deps: {
  database: Database;
  log: Log;
  engines: Engines;
}): Promise<void> {
  const { database, log, engines } = deps;
  const closed = engines.instruments.all.filter(({ state }) => state === instrumentState.closed);
  for (const { id, symbol } of closed) {
    const orders = await database.many(openOf, [id, CANCELLED_MAX]);
    // Conditional orders first: one of a pair cancels the other.
    for (const order of orders) {
      try {
        await cancel(database, engines, order);
      } catch (error) {
        if (error instanceof Refusal && error.is('order-closed')) continue;
        log.warn({ err: error, symbol, order: order.id }, 'an order of a delisted market is open');
      }
    }
  }
}

async function cancel(
  reader: Reader,
  engines: Engines,
  { id, memberId, waits }: { id: number; memberId: number; waits: boolean },
): Promise<void> {
  const own = { memberId, key: undefined };
  if (waits) await cancelConditional(reader, engines, { ...own, conditionalId: id });
  else await cancelOrder(reader, engines, { ...own, orderId: id });
}
