/** Cancels all open orders that the list shows, after a question with their number and what becomes available. */
import {
  type Amount,
  add,
  decimal,
  formatDecimal,
  notional,
  type Price,
  subtract,
  ZERO,
} from '@tern/money';
import { Button, ConfirmDialog, formatAmount, showToast, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { cancelOrders, loadOpenOrders, patchOrder, reloadOrders } from '../api.ts';
import type { OrderFilter } from '../order-pages.ts';
import type { Order } from '../order-view.ts';
import styles from './orders.module.css';

interface Asked {
  orders: Order[];
  /** More than can be cancelled at once. */
  total: number;
}

export function CancelAll({ filter }: { filter: OrderFilter }) {
  const t = useT();
  const [asked, setAsked] = useState<Asked>();
  const loading = useSubmit<OrderFilter, Asked>({
    send: loadOpenOrders,
    onDone: (open) => (open.orders.length > 0 ? setAsked(open) : reloadOrders()),
  });
  const leave = () => setAsked(undefined);
  const cancelling = useSubmit({
    movesMoney: true,
    send: (ids: number[], key) => cancelOrders(ids, key),
    onDone: ({ orders, closed, failed }, ids) => {
      leave();
      orders.forEach(patchOrder);
      reloadOrders();
      const figures = { count: orders.length, total: ids.length, closed, failed };
      if (failed > 0) return showToast(t('spot.someCancelled', figures), 'error');
      showToast(t(closed > 0 ? 'spot.othersClosed' : 'spot.allCancelled', figures), 'done');
    },
    onFailed: () => {
      leave();
      reloadOrders();
    },
  });
  const count = asked?.orders.length ?? 0;
  return (
    <div className={styles.all}>
      <Button
        isSmall
        isBusy={loading.isBusy}
        isDisabled={loading.isOff}
        onPress={() => loading.submit(filter)}
      >
        {t('spot.cancelAll')}
      </Button>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={t('spot.cancelAllQuestion', { count })}
        confirmLabel={t('spot.cancelOrders', { count })}
        confirmKind="danger"
        cancelLabel={t('spot.keepThem')}
        busyLabel={t('spot.cancelling')}
        isBusy={cancelling.isBusy}
        onConfirm={() => asked && cancelling.submit(asked.orders.map(({ ID }) => ID))}
        onCancel={leave}
      >
        {asked && <Released {...asked} />}
      </ConfirmDialog>
    </div>
  );
}

/** "7,545.69 USDT and 8.00 SOL become available." */
function Released({ orders, total }: Asked) {
  const t = useT();
  const locale = useNumberLocale();
  const sums = [...releasedBy(orders)].map(([asset, sum]) => {
    const text = formatDecimal(sum);
    const places = Math.max(2, text.split('.')[1]?.length ?? 0);
    return `${formatAmount(text, { locale, places })} ${asset}`;
  });
  return (
    <>
      <p>{t('spot.becomesAvailable', { sums: sums.join(', ') })}</p>
      {total > orders.length && <p>{t('spot.newestOf', { count: orders.length, total })}</p>}
    </>
  );
}

/** What open limit orders still reserve, by asset: of a buy the value of what is not filled, of a sell its quantity. */
function releasedBy(orders: readonly Order[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const { side, base, quote, limitPrice, quantity, filledQuantity } of orders) {
    const left = subtract(decimal<Amount>(quantity), decimal<Amount>(filledQuantity));
    const isBuy = side === 'buy';
    const asset = isBuy ? quote : base;
    const reserved = isBuy ? notional(decimal<Price>(limitPrice), left, 'up') : left;
    sums.set(asset, add(sums.get(asset) ?? ZERO, reserved));
  }
  return sums;
}
