/** One order of a list: its terms, its progress, and a link to its page. */
import {
  AmountText,
  Button,
  DateText,
  formatPrice,
  Inline,
  PercentText,
  Pill,
  type PillKind,
  Pressable,
  PriceText,
  Text,
  useNumberLocale,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type Conditional, useAttachedTo, useStopOf } from '../conditional-orders.ts';
import {
  averageOf,
  filledPercent,
  type Order,
  type OrderState,
  quantityOf,
  stateOf,
} from '../order-view.ts';
import styles from './orders.module.css';

const STATE_PILL: Record<OrderState, PillKind> = {
  open: 'neutral',
  partlyFilled: 'review',
  filled: 'done',
  cancelled: 'neutral',
};

export function OrderStatePill({ order }: { order: Order }) {
  const t = useT();
  const state = stateOf(order);
  return <Pill kind={STATE_PILL[state]}>{t(`spot.${state}`)}</Pill>;
}

export function SidePill({ order }: { order: Order }) {
  const t = useT();
  return order.side === 'buy' ? (
    <Pill kind="up">{t('spot.buy')}</Pill>
  ) : (
    <Pill kind="down">{t('spot.sell')}</Pill>
  );
}

/** Decimal places of the order's market, or defaults while it is unknown. */
export function useOrderPlaces(order: Order) {
  const instrument = useMarketOf(order.symbol);
  const total = useCoinPlaces(order.quote);
  const fee = useCoinPlaces(order.feeAsset);
  return {
    price: instrument?.pricePlaces,
    quantity: instrument?.lotPlaces ?? 8,
    total,
    fee,
  };
}

export interface OrderCardProps {
  order: Order;
  /** Shown while the order is open. */
  onCancel: (order: Order) => void;
  onAmend: (order: Order) => void;
}

export function OrderCard({ order, onCancel, onAmend }: OrderCardProps) {
  const t = useT();
  const to = useLinks();
  const isOpen = order.status === 'open';
  const stop = useStopOf(order);
  const attached = useAttachedTo(order);
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <SidePill order={order} />
        <Pressable className={styles.link} {...to(pages.orderDetail, { id: String(order.ID) })}>
          {order.base}/{order.quote}
        </Pressable>
        <Text as="span" size="label" tone="faint">
          {t(stop === undefined ? `spot.${order.type}` : 'spot.oco')}
        </Text>
        <span className={styles.end}>
          {isOpen ? (
            <Inline gap={8}>
              {/* The stop of an OCO has the same quantity, so its limit order stays as it is. */}
              {stop === undefined && (
                <Button isSmall onPress={() => onAmend(order)}>
                  {t('spot.amend')}
                </Button>
              )}
              <Button isSmall onPress={() => onCancel(order)}>
                {t('spot.cancel')}
              </Button>
            </Inline>
          ) : (
            <OrderStatePill order={order} />
          )}
        </span>
      </div>
      <div className={styles.when}>
        <DateText at={order.CreatedAt} detail="second" />
        {isOpen && stateOf(order) === 'partlyFilled' && (
          <span>
            {t('spot.filled')} <PercentText percent={filledPercent(order)} />
          </span>
        )}
      </div>
      {isOpen ? <OpenNumbers order={order} /> : <DoneNumbers order={order} />}
      {stop && <OrStop stop={stop} />}
      {attached.length > 0 && <AttachedPrices stops={attached} />}
    </article>
  );
}

/** The other end of an OCO. */
function OrStop({ stop: { symbol, isAbove, triggerPrice } }: { stop: Conditional }) {
  const t = useT();
  const locale = useNumberLocale();
  const price = formatPrice(triggerPrice, { locale, places: useMarketOf(symbol)?.pricePlaces });
  return (
    <div className={styles.more}>
      <Text size="cap" tone="soft">
        {t(isAbove ? 'spot.orStopAbove' : 'spot.orStopBelow', { price })}
      </Text>
    </div>
  );
}

/** "Take profit 67,000.0 · Stop loss 62,000.0" */
function AttachedPrices({ stops }: { stops: readonly Conditional[] }) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useMarketOf(stops[0]!.symbol)?.pricePlaces;
  const texts = stops.map(({ kind, triggerPrice }) => {
    const price = formatPrice(triggerPrice, { locale, places });
    return t(kind === 'takeProfit' ? 'spot.takeProfitAt' : 'spot.stopLossAt', { price });
  });
  return (
    <div className={styles.more}>
      <Text size="cap" tone="soft">
        {texts.sort().join(' · ')}
      </Text>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OpenNumbers({ order }: { order: Order }) {
  const t = useT();
  const places = useOrderPlaces(order);
  return (
    <dl className={styles.figures}>
      <Figure name={t('spot.price')}>
        <PriceText value={order.limitPrice} places={places.price} />
      </Figure>
      <Figure name={t('spot.quantity')}>
        <AmountText value={order.quantity} places={places.quantity} />
      </Figure>
      <Figure name={t('spot.totalIn', { unit: order.quote })}>
        <AmountText value={order.total} places={places.total} />
      </Figure>
    </dl>
  );
}

function DoneNumbers({ order }: { order: Order }) {
  const t = useT();
  const places = useOrderPlaces(order);
  const isCancelled = order.status === 'cancelled';
  return (
    <dl className={styles.figures}>
      <Figure name={t('spot.price')}>
        {order.type === 'market' ? (
          t('spot.market')
        ) : (
          <PriceText value={order.limitPrice} places={places.price} />
        )}
      </Figure>
      <Figure name={t('spot.quantity')}>
        <AmountText value={quantityOf(order)} places={places.quantity} />
      </Figure>
      {/* Its own total stands beside its own price and quantity, also where nothing was filled. */}
      {isCancelled && (
        <Figure name={t('spot.totalIn', { unit: order.quote })}>
          <AmountText value={order.total} places={places.total} />
        </Figure>
      )}
      <Figure name={t('spot.filled')}>
        <AmountText value={order.filledQuantity} places={places.quantity} />
      </Figure>
      <Figure name={t('spot.averagePrice')}>
        <PriceText value={averageOf(order)} places={places.price} />
      </Figure>
      <Figure name={isCancelled ? t('spot.dealTotal') : t('spot.totalIn', { unit: order.quote })}>
        <AmountText value={order.filledTotal} places={places.total} />
      </Figure>
      <Figure name={t('spot.feeIn', { unit: order.feeAsset })}>
        <AmountText value={order.fee} places={places.fee} />
      </Figure>
    </dl>
  );
}
