/** The chart for screen readers: the trend as a sentence, and the latest candles as a table; traded quantities as text. */
import {
  formatDate,
  formatPrice,
  PriceText,
  useNumberLocale,
  useSpokenChange,
  AmountText,
  VolumeText,
} from '@tern/ui';
import { memo } from 'react';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CandleHistory } from '../candle-history.ts';
import type { Series } from '../candle-series.ts';
import { type Interval, isDaily, zoneOf } from '../intervals.ts';
import { trendOf } from '../candle.ts';
import styles from './chart.module.css';

/** About as many as the chart first shows. */
const ROWS = 45;

export interface CandleReadingProps {
  /** Id of the sentence that describes the chart. */
  id: string;
  market: Instrument;
  history: CandleHistory;
}

export function CandleReading({ id, market, history }: CandleReadingProps) {
  const { candles, interval } = history;
  // Screen readers must not lose their place: closed candles never change, so the running one is left out.
  const end = candles.length - 1;
  const shown = candles.slice(Math.max(0, end - ROWS), end);
  return <Reading id={id} market={market} interval={interval} candles={shown} />;
}

interface ReadingProps {
  id: string;
  market: Instrument;
  interval: Interval;
  candles: Series;
}

const sameRun = (left: ReadingProps, right: ReadingProps) =>
  left.market.symbol === right.market.symbol &&
  left.interval === right.interval &&
  left.candles.at(-1)?.start === right.candles.at(-1)?.start &&
  left.candles.length === right.candles.length;

const Reading = memo(function Reading({ id, market, interval, candles }: ReadingProps) {
  const t = useT();
  const locale = useNumberLocale();
  const spokenChange = useSpokenChange();
  const { base, quote, pricePlaces, lotPlaces } = market;
  const trend = trendOf(candles);
  const price = (value: string) => formatPrice(value, { locale, places: pricePlaces });
  const detail = isDaily(interval) ? 'day' : 'minute';
  return (
    <div className={styles.reading}>
      <p id={id}>
        {trend &&
          t('market.trend', {
            count: trend.count,
            change: spokenChange(trend.change),
            from: price(trend.from),
            to: price(trend.to),
            high: price(trend.high),
            low: price(trend.low),
          })}
      </p>
      <table>
        <caption>
          {t('market.chartOf', {
            pair: `${base}/${quote}`,
            interval: t(`market.of${interval}`),
          })}
        </caption>
        <Heads unit={base} />
        <tbody>
          {candles.toReversed().map((candle) => (
            <tr key={candle.start}>
              <th scope="row">
                {formatDate(candle.start, { locale, detail, timeZone: zoneOf(interval) })}
              </th>
              {([candle.open, candle.high, candle.low, candle.close] as const).map(
                (value, column) => (
                  <td key={column}>
                    <PriceText value={value} places={pricePlaces} />
                  </td>
                ),
              )}
              <td>
                <QuantityText value={candle.amount} places={lotPlaces} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}, sameRun);

function Heads({ unit }: { unit: string }) {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">{t('market.time')}</th>
        <th scope="col">{t('market.open')}</th>
        <th scope="col">{t('market.high')}</th>
        <th scope="col">{t('market.low')}</th>
        <th scope="col">{t('market.close')}</th>
        <th scope="col">{t('market.traded', { unit })}</th>
      </tr>
    </thead>
  );
}

/** From here on shortened with K, M and B. */
const LONG_DIGITS = 6;
const FEW_DIGITS = 3;

interface QuantityTextProps {
  value: string | undefined;
  /** The maximum shown: the lot's places. */
  places: number;
}

/** A traded quantity, shortened for narrow columns: 117.03, 28,514.2, 302.17M. */
export function QuantityText({ value, places }: QuantityTextProps) {
  const digits = value?.split('.')[0]?.length ?? 0;
  if (digits > LONG_DIGITS) return <VolumeText value={value} />;
  return <AmountText value={value} places={Math.min(places, digits > FEW_DIGITS ? 1 : 2)} />;
}
