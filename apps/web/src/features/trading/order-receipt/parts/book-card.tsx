/** The book around an order before and after it: the price in the middle, what it changed in strong letters. */
import { Text } from '@tern/ui';
import type { OpenedOrderReceipt } from '@tern/proofs';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { PlacedOrder } from '../view-model.ts';
import styles from './order-receipt.module.css';
import { useShownTexts } from './use-shown-texts.ts';

interface BookCardProps {
  book: NonNullable<OpenedOrderReceipt['book']>;
  order: PlacedOrder;
}

/** Of the widest bar. */
const WIDEST = 90;

export function BookCard({ book: { levels }, order }: BookCardProps) {
  const t = useT();
  const { price, quantity } = useShownTexts(order);
  const most = Math.max(...levels.flatMap(({ before, after }) => [Number(before), Number(after)]));
  const bar = (value: string) => ({ inlineSize: `${(WIDEST * Number(value)) / (most || 1)}%` });
  return (
    <>
      <table className={styles.book}>
        <thead>
          <tr>
            <th scope="col">{t('order-receipt.before')}</th>
            <th scope="col">{t('order-receipt.price')}</th>
            <th scope="col">{t('order-receipt.after')}</th>
          </tr>
        </thead>
        <tbody>
          {levels.map(({ side, price: at, before, after }) => (
            <tr key={`${side} ${at}`} data-side={side} data-changed={before !== after}>
              <td>
                <s style={bar(before)} />
                {before === '0' ? '–' : quantity(before)}
              </td>
              <th scope="row">{price(at)}</th>
              <td>
                <s style={bar(after)} />
                {after === '0' ? t('order-receipt.noneLeft') : quantity(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="cap" tone="faint" top={6}>
        {t('order-receipt.quantities', { asset: order.base })}
      </Text>
    </>
  );
}
