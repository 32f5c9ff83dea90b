/** How far the term of an order is, and what it has paid; or what it waits for, or how it ended. */
import {
  AmountText,
  Card,
  DateText,
  Figures,
  formatAmount,
  formatDate,
  ProgressBar,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type StakeOrder, yieldCoin } from '../products.ts';
import styles from './order.module.css';
import { useOrderTexts } from './order-texts.ts';

export function OrderProgress({ order }: { order: StakeOrder }) {
  const t = useT();
  if (order.startAt === null) {
    const isOver = order.status !== 'in-term';
    return (
      <Card>
        <Text size="label" tone="soft">
          {isOver ? <Outcome order={order} /> : t('staking.orderWaits')}
        </Text>
      </Card>
    );
  }
  return (
    <Card>
      <Term order={order} />
      <div className={styles.sums}>
        <Sums order={order} />
      </div>
      {order.status !== 'in-term' && (
        <p className={styles.outcome}>
          <Outcome order={order} />
        </p>
      )}
    </Card>
  );
}

function Term({ order }: { order: StakeOrder }) {
  const t = useT();
  const texts = useOrderTexts();
  const label = texts.progress(order);
  const left = order.days - order.paidDays;
  return (
    <>
      <div className={styles.line}>
        <Text as="b" size="label-strong" tone="main">
          {label}
        </Text>
        {order.status === 'in-term' && <span>{t('staking.daysLeft', { count: left })}</span>}
      </div>
      <ProgressBar value={order.paidDays} max={order.days} label={label} />
      <div className={styles.dates}>
        <DateText at={order.startAt} detail="day" />
        <DateText at={order.expireAt} detail="day" />
      </div>
    </>
  );
}

function Sums({ order }: { order: StakeOrder }) {
  const t = useT();
  const { coin, paid, toCome, expected, status, frozen } = order;
  const unit = yieldCoin(order);
  const paidPlaces = useCoinPlaces(coin);
  const places = useCoinPlaces(unit);
  const yields = (value: string) => (
    <AmountText value={value} places={exactPlaces(value, places)} unit={unit} />
  );
  const paidFigure = {
    label: t('staking.paidSoFar'),
    value: <AmountText value={paid} places={exactPlaces(paid, paidPlaces)} unit={coin} isGain />,
  };
  const frozenFigure = {
    label: t('staking.frozen'),
    value: <AmountText value={frozen} places={exactPlaces(frozen, paidPlaces)} unit={coin} />,
  };
  const isFrozen = order.isFrozen && status === 'in-term';
  return (
    <Figures
      isRow
      items={[
        paidFigure,
        ...(isFrozen ? [frozenFigure] : []),
        ...(status === 'in-term' ? [{ label: t('staking.toCome'), value: yields(toCome) }] : []),
        { label: t('staking.expected'), value: yields(expected) },
      ]}
    />
  );
}

/** What the member has after the end of the order. */
function Outcome({ order }: { order: StakeOrder }) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useCoinPlaces(order.payCoin);
  const { endedAt, penaltyPaid, returned, payCoin, status, returnsPrincipal, startAt } = order;
  const date = formatDate(endedAt, { locale, detail: 'day' });
  const print = (value: string) =>
    `${formatAmount(value, { locale, places: exactPlaces(value, places) })} ${payCoin}`;
  if (status === 'redeemed' && startAt !== null && !returnsPrincipal) {
    return t('staking.gaveUpOn', { date });
  }
  if (status === 'redeemed') {
    return startAt === null
      ? t('staking.wasRefunded', { date, amount: print(returned) })
      : t('staking.wasRedeemed', {
          date,
          penalty: print(penaltyPaid),
          returned: print(returned),
        });
  }
  return returnsPrincipal
    ? t('staking.wasReturned', { date, amount: print(returned) })
    : t('staking.hasEnded', { date });
}
