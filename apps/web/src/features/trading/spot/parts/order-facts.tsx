/** Head and facts of one order. */
import {
  Card,
  CoinMark,
  DateText,
  formatPercent,
  Inline,
  KeyValue,
  KeyValues,
  PercentText,
  Pill,
  PriceText,
  useNumberLocale,
} from '@tern/ui';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import {
  averageOf,
  feePercent,
  filledPercent,
  type Order,
  quantityOf,
  stateOf,
} from '../order-view.ts';
import { OrderStatePill, SidePill, useOrderPlaces } from './order-card.tsx';
import styles from './detail.module.css';

export function OrderHead({ order }: { order: Order }) {
  const t = useT();
  const logo = useInstrument(order.symbol)?.logo;
  useContactReference(order.orderNo);
  return (
    <div className={styles.head}>
      <CoinMark symbol={order.base} logo={logo} size={40} />
      <div>
        <h2 className={styles.pair}>
          {order.base}/{order.quote}
        </h2>
        <Inline gap={6} isWrapped top={4}>
          <SidePill order={order} />
          <OrderStatePill order={order} />
          <Pill kind="sim">{t('common.paper')}</Pill>
        </Inline>
      </div>
    </div>
  );
}

export function OrderFacts({ order }: { order: Order }) {
  return (
    <div className={styles.card}>
      <Card>
        <KeyValues>
          <OrderTerms order={order} />
          <OrderFills order={order} />
        </KeyValues>
      </Card>
    </div>
  );
}

/** The order's terms. */
function OrderTerms({ order }: { order: Order }) {
  const t = useT();
  const places = useOrderPlaces(order);
  const isMarket = order.type === 'market';
  const limitPrice = (
    <>
      <PriceText value={order.limitPrice} places={places.price} /> {order.quote}
    </>
  );
  return (
    <>
      <KeyValue name={t('spot.orderType')} value={t(isMarket ? 'spot.market' : 'spot.limit')} />
      <KeyValue name={t('spot.price')} value={isMarket ? t('spot.marketPrice') : limitPrice} />
      <KeyValue
        name={t('spot.quantity')}
        value={<ExactAmount value={quantityOf(order)} places={places.quantity} unit={order.base} />}
      />
      <KeyValue
        name={t('spot.tradeValue')}
        value={<ExactAmount value={order.total} places={places.total} unit={order.quote} />}
      />
    </>
  );
}

/** The order's fills and dates. */
function OrderFills({ order }: { order: Order }) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useOrderPlaces(order);
  const part = stateOf(order) !== 'filled' && (
    <>
      {' · '}
      <PercentText percent={filledPercent(order)} places={0} />
    </>
  );
  return (
    <>
      <KeyValue
        name={t('spot.filled')}
        value={
          <>
            <ExactAmount value={order.filledQuantity} places={places.quantity} unit={order.base} />
            {part}
          </>
        }
      />
      <KeyValue
        name={t('spot.dealTotal')}
        value={<ExactAmount value={order.filledTotal} places={places.total} unit={order.quote} />}
      />
      <KeyValue
        name={t('spot.averagePrice')}
        value={<PriceText value={averageOf(order)} places={places.price} />}
      />
      <KeyValue
        name={t('spot.feeAt', { ratio: formatPercent(feePercent(order), locale, 3) })}
        value={<ExactAmount value={order.fee} places={places.fee} unit={order.feeAsset} />}
      />
      <KeyValue
        name={t('spot.placedAt')}
        value={<DateText at={order.CreatedAt} detail="second" />}
      />
      <KeyValue
        name={t('spot.changedAt')}
        value={<DateText at={order.UpdatedAt} detail="second" />}
      />
      <KeyValue
        name={t('spot.orderNo')}
        value={<Copyable text={order.orderNo} label={t('spot.copyOrderNo')} />}
      />
    </>
  );
}
