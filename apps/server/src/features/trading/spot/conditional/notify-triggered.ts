/** Tells members at once what came of a conditional order whose price was reached: placed, or not and why. */
import { formatDecimal } from '@tern/money';
import { refusals } from '@tern/protocol';
import type { Instrument, InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { type NoticeGroup, notifyMany } from '../../../../kernel/messaging/notifications.ts';
import { type DueDeps, processDue } from '../../../../kernel/schedule/process-due.ts';
import type { ConditionalOrder } from './conditional-order.ts';
import { conditionalOf, takeTriggerNotices } from './store.ts';

const BATCH = 200;

type Kinds = 'spot.conditionalTriggered' | 'spot.conditionalShort' | 'spot.conditionalRefused';

export function notifyTriggered(
  deps: DueDeps & { instruments: InstrumentRegistry },
): Promise<void> {
  return processDue(deps, BATCH, async (tx, { at, size }) => {
    const orders = (await tx.many(takeTriggerNotices, [size])).map(conditionalOf);
    const groups = orders.map((order) =>
      noticeOf(order, deps.instruments.findById(order.instrumentId)!),
    );
    await notifyMany(tx, { about: 'spot', groups }, at);
    return orders.length;
  });
}

/** A triggered one leads to the order that it placed. */
function noticeOf(
  { memberId, side, met, orderId, rejection }: ConditionalOrder,
  { base, quote }: Instrument,
): NoticeGroup<Kinds> {
  const values = { market: `${base}/${quote}`, price: formatDecimal(met!.price), quote };
  const one = { memberIds: [memberId], aboutIds: [orderId ?? 0] };
  if (rejection === undefined) return { ...one, kind: 'spot.conditionalTriggered', values };
  if (rejection.code !== refusals['insufficient-balance']) {
    return { ...one, kind: 'spot.conditionalRefused', values };
  }
  const { needed, available } = rejection;
  const coin = side === 'buy' ? quote : base;
  const figures = { needed: formatDecimal(needed), available: formatDecimal(available), coin };
  return { ...one, kind: 'spot.conditionalShort', values: { ...values, ...figures } };
}
