/** What an order traded when it was placed: each fill, from whom, and their sums. */
import { Text } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type PlacedOrder, type ShownMatch, sumsOf } from '../view-model.ts';
import styles from './order-receipt.module.css';
import { useShownTexts } from './use-shown-texts.ts';

export function MatchList({ order, fills }: { order: PlacedOrder; fills: readonly ShownMatch[] }) {
  const t = useT();
  const shown = useShownTexts(order);
  const sums = sumsOf(fills);
  const fee = `${shown.fee(sums.fee)} ${order.feeAsset}`;
  return (
    <section className={styles.matches}>
      <ul>
        {fills.map(({ id, price, quantity, total, isOfExchange }) => (
          <li key={id}>
            <span>
              {t('order-receipt.fillAt', {
                quantity: shown.quantity(quantity),
                price: shown.price(price),
              })}
            </span>
            <span className={styles.from} data-exchange={isOfExchange}>
              {t(isOfExchange ? 'order-receipt.fromExchange' : 'order-receipt.fromMember')}
            </span>
            <span>{shown.quote(total)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.sums}>
        <Text as="span" size="label" tone="soft">
          {t('order-receipt.average', { price: shown.price(sums.average), fee })}
        </Text>
        <Text as="span" size="label-strong">
          {shown.quote(sums.total)}{' '}
          <Text as="span" size="label" tone="faint">
            {order.quote}
          </Text>
        </Text>
      </p>
    </section>
  );
}
