/** Cancels an open order after confirmation. */
import { ConfirmDialog, type ConfirmDialogProps, formatPrice, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { cancelOrder, patchOrder, reloadOrders } from '../api.ts';
import { useStopOf } from '../conditional-orders.ts';
import { cancelOutcome } from '../order-outcome.ts';
import type { Order } from '../order-view.ts';
import { useOrderPlaces } from './order-card.tsx';
import { useShowOutcome } from '../show-outcome.ts';

/** `ask(order)` opens the dialog; render `dialog` once on the screen. */
export function useCancelOrder() {
  const showOutcome = useShowOutcome();
  const [asked, ask] = useState<Order>();
  const { submit, isBusy } = useSubmit<number, Order>({
    movesMoney: true,
    send: cancelOrder,
    onDone: (order) => {
      ask(undefined);
      patchOrder(order);
      showOutcome(order, cancelOutcome(order));
    },
    onFailed: () => {
      ask(undefined);
      // Already closed, or no answer: the list shows which.
      reloadOrders();
    },
  });
  const dialog = (
    <CancelQuestion
      isOpen={asked !== undefined}
      isBusy={isBusy}
      onConfirm={() => asked && submit(asked.ID)}
      onCancel={() => ask(undefined)}
    >
      {asked && <OrderDescription order={asked} />}
    </CancelQuestion>
  );
  return { ask, dialog };
}

/** Asks before an order of any kind is cancelled; its content says which. */
export function CancelQuestion(
  props: Pick<ConfirmDialogProps, 'isOpen' | 'isBusy' | 'onConfirm' | 'onCancel' | 'children'>,
) {
  const t = useT();
  return (
    <ConfirmDialog
      question={t('spot.cancelQuestion')}
      confirmLabel={t('spot.cancelOrder')}
      confirmKind="danger"
      cancelLabel={t('spot.keepIt')}
      busyLabel={t('spot.cancelling')}
      {...props}
    />
  );
}

function OrderDescription({ order }: { order: Order }) {
  const t = useT();
  const locale = useNumberLocale();
  const { base, quote, quantity, limitPrice } = order;
  const places = useOrderPlaces(order);
  const stop = useStopOf(order);
  const what = t('spot.cancelWhat', {
    pair: `${base}/${quote}`,
    quantity: `${formatPrice(quantity, { locale, places: places.quantity })} ${base}`,
    price: `${formatPrice(limitPrice, { locale, places: places.price })} ${quote}`,
  });
  return stop === undefined ? what : `${what} ${t('spot.ocoCancelsBoth')}`;
}
