/** An order's fills, newest first. */
import { DateText, PriceText, Section } from '@tern/ui';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Fill, Order } from '../order-view.ts';
import styles from './detail.module.css';
import { useOrderPlaces } from './order-card.tsx';

export function FillList({ order, fills }: { order: Order; fills: readonly Fill[] }) {
  const t = useT();
  const places = useOrderPlaces(order);
  return (
    <Section title={t('spot.fills')}>
      {fills.length === 0 && <p className={styles.none}>{t('spot.noFills')}</p>}
      <ul>
        {fills.map((fill) => (
          <li key={fill.ID} className={styles.fill}>
            <div className={styles.line}>
              <span>
                <ExactAmount value={fill.quantity} places={places.quantity} unit={order.base} />
                {' × '}
                <PriceText value={fill.price} places={places.price} />
              </span>
              <ExactAmount value={fill.total} places={places.total} unit={order.quote} />
            </div>
            <div className={styles.quiet}>
              <span>
                <DateText at={fill.CreatedAt} detail="second" />
                {' · '}
                {t(`spot.${fill.role}`)}
              </span>
              <span>
                {t('spot.fee')}{' '}
                <ExactAmount value={fill.fee} places={places.fee} unit={fill.feeAsset} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
