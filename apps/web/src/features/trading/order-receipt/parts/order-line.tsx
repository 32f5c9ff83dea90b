/** The order in two lines, with the way to its record. */
import { Card, CoinMark, Pressable, Text } from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { PlacedOrder } from '../view-model.ts';
import styles from './order-receipt.module.css';
import { useShownTexts } from './use-shown-texts.ts';

export function OrderLine({ order }: { order: PlacedOrder }) {
  const t = useT();
  const to = useLinks();
  const shown = useShownTexts(order);
  const logo = useInstrument(order.symbol)?.logo;
  const isByValue = Number(order.quantity) === 0;
  const terms = {
    quantity: shown.base(isByValue ? order.filledQuantity : order.quantity),
    price: shown.price(order.price),
  };
  const kind = order.isMarket ? 'Market' : 'Limit';
  return (
    <Card isPadded={false}>
      <Pressable
        className={styles.order ?? ''}
        {...to(pages.orderDetail, { id: String(order.id) })}
      >
        <CoinMark symbol={order.base} logo={logo} size={32} />
        <span className={styles.terms}>
          <Text as="span" size="label-strong">
            {t(`order-receipt.${order.isBuy ? 'buy' : 'sell'}${kind}`, terms)}
          </Text>
          <Text as="span" size="cap" tone="faint">
            {t('order-receipt.orderNo', {
              number: order.orderNo,
              time: shown.time(order.createdAt),
            })}
          </Text>
        </span>
        <span className={styles.filled}>
          <Text as="span" size="label-strong">
            {shown.quote(order.filledTotal)}
          </Text>
          <Text as="span" size="cap" tone="faint">
            {t(`order-receipt.${order.state}`)}
          </Text>
        </span>
      </Pressable>
    </Card>
  );
}
