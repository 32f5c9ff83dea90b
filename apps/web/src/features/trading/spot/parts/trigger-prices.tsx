/** The prices around a trigger: the line with the level that waited, the price before it, and the one that met it. */
import { Card, DateText, formatPrice, Text, useNumberLocale } from '@tern/ui';
import type { TriggerReceipt } from '@tern/proofs';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Conditional } from '../conditional-orders.ts';
import styles from './trigger.module.css';

/** Prices before the one that met it, and after it. */
const BEFORE = 9;
const AFTER = 2;
const WIDTH = 320;
const HEIGHT = 110;
const PAD = 12;

interface Seen {
  readonly number: number;
  readonly at: number;
  readonly price: string;
}

const pricesOf = ({ chain, trades }: TriggerReceipt): readonly Seen[] =>
  trades?.list ?? (chain?.ticks ?? []).map(({ seq, at, price }) => ({ number: seq, at, price }));

export function TriggerPrices({ order, receipt }: { order: Conditional; receipt: TriggerReceipt }) {
  const t = useT();
  const locale = useNumberLocale();
  const places = useMarketOf(order.symbol)?.pricePlaces;
  const prices = pricesOf(receipt);
  const index = prices.findIndex(({ number }) => number === receipt.trigger.number);
  const [before, met] = [prices[index - 1], prices[index]];
  if (met === undefined) return null;
  const shown = prices.slice(Math.max(0, index - BEFORE), index + 1 + AFTER);
  const price = (value: string) => formatPrice(value, { locale, places });
  const number = (value: number) => formatPrice(String(value), { locale });
  return (
    <Card>
      <div className={styles.top}>
        <Text as="span" size="label" tone="faint">
          {t(order.watches === 'last' ? 'spot.byLast' : 'spot.eachSecond')}
        </Text>
        <Text as="span" size="label">
          {price(order.triggerPrice)}
        </Text>
      </div>
      <PriceLine shown={shown} met={met} level={order.triggerPrice} />
      <dl className={styles.cells}>
        {before && (
          <div>
            <dt>{t('spot.priceBefore', { number: number(before.number) })}</dt>
            <dd>{price(before.price)}</dd>
            <dd className={styles.when}>
              <DateText at={before.at} detail="second" />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('spot.priceMet', { number: number(met.number) })}</dt>
          <dd className={styles.met}>{price(met.price)}</dd>
          <dd className={styles.when}>
            <DateText at={met.at} detail="second" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** Its figures are beside it as text. */
function PriceLine({ shown, met, level }: { shown: readonly Seen[]; met: Seen; level: string }) {
  const values = [...shown.map(({ price }) => Number(price)), Number(level)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (WIDTH - 2 * PAD) / Math.max(1, shown.length - 1);
  const at = (index: number) => PAD + index * step;
  const y = (price: string) =>
    PAD + (HEIGHT - 2 * PAD) * (high === low ? 0.5 : (high - Number(price)) / (high - low));
  const metAt = shown.indexOf(met);
  const points = (from: number, to: number) =>
    shown
      .slice(from, to)
      .map(({ price }, index) => `${at(from + index)},${y(price)}`)
      .join(' ');
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className={styles.level} d={`M0 ${y(level)}H${WIDTH}`} />
      <polyline className={styles.later} points={points(metAt, shown.length)} />
      <polyline className={styles.earlier} points={points(0, metAt + 1)} />
      {shown.map(({ number, price }, index) => (
        <circle
          key={number}
          className={index > metAt ? styles.laterDot : styles.dot}
          cx={at(index)}
          cy={y(price)}
          r={2.5}
        />
      ))}
      <path className={styles.drop} d={`M${at(metAt)} ${y(met.price)}V${HEIGHT}`} />
      <circle className={styles.halo} cx={at(metAt)} cy={y(met.price)} r={11} />
      <circle className={styles.hit} cx={at(metAt)} cy={y(met.price)} r={5} />
    </svg>
  );
}
