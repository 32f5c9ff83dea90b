/**
 * Notifies members of fills of their resting orders: one notice for the whole, and before it at most one for a part. What fills
 * the moment an order is placed is its answer. Derived from the journal, with a cursor of its own, so engines do nothing for it.
 */
import { formatDecimal } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { type NoticeGroup, notifyMany } from '../../../kernel/messaging/notifications.ts';
import { type DueDeps, processDue } from '../../../kernel/schedule/process-due.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { sideCodes, statusCodes } from './order.ts';
import { averagePrice } from './rules.ts';
import { type FilledOrder, readFills, takeDueFills } from './store-fill-notices.ts';

/** Postings in one run: in a rush the notices come later, and the engines keep the database to themselves. */
const LINES_MAX = 5_000;
const BATCH = 200;
/** Fills of a part within this time are one notice, or none if the rest is filled too. */
const PART_WAIT_MS = MINUTE_MS;

export async function notifyFills(
  deps: DueDeps & { instruments: InstrumentRegistry },
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction((tx) => tx.one(readFills, [LINES_MAX, now, now + PART_WAIT_MS]));
  await processDue(deps, BATCH, async (tx, { at, size }) => {
    const orders = await tx.many(takeDueFills, [at, size]);
    const groups = orders.flatMap((order) => noticeOf(order, deps.instruments));
    await notifyMany(tx, { about: 'spot', groups }, at);
    return orders.length;
  });
}

const kinds = {
  buy: { whole: 'spot.bought', part: 'spot.partlyBought' },
  sell: { whole: 'spot.sold', part: 'spot.partlySold' },
} as const;

/** None for an order that its member has cancelled since. */
function noticeOf(
  order: FilledOrder,
  instruments: InstrumentRegistry,
): NoticeGroup<(typeof kinds)['buy' | 'sell']['whole' | 'part']>[] {
  const { id, memberId, side, status, quantity: total, filledQuantity, filledQuote } = order;
  const instrument = instruments.findById(order.instrumentId);
  if (instrument === undefined) throw new Error(`order ${id} has no instrument`);
  if (status === statusCodes.cancelled) return [];
  const { base, quote, tickSize } = instrument;
  const average = averagePrice(filledQuote, filledQuantity);
  const values = {
    market: `${base}/${quote}`,
    base,
    quote,
    quantity: formatDecimal(filledQuantity),
    price: formatDecimal(average - (average % tickSize)),
  };
  const { whole, part } = side === sideCodes.buy ? kinds.buy : kinds.sell;
  const one = { memberIds: [memberId], aboutIds: [id] };
  return status === statusCodes.filled
    ? [{ ...one, kind: whole, values }]
    : [{ ...one, kind: part, values: { ...values, total: formatDecimal(total) } }];
}
