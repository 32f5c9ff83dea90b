/** The words over the panes: the values of the indicators, or of the candle under the crosshair. */
import { classNames, formatDate, PriceText, useNumberLocale } from '@tern/ui';
import type { Instrument } from '../../../kernel/quotes/quote.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Legend } from '../chart/candle-chart.ts';
import { paneTops } from '../chart/chart-frame.ts';
import { type ChosenIndicators, type LegendItem, recipes } from '../chart/indicators.ts';
import { type Interval, isDaily, zoneOf } from '../intervals.ts';
import styles from './chart.module.css';
import { QuantityText } from './quantity-text.tsx';

const LINE_CLASSES = [styles.line0, styles.line1, styles.line2];

export interface LegendProps {
  market: Instrument;
  legend: Legend | undefined;
  chosen: ChosenIndicators;
}

/** Without a value there is nothing to say: the first candles have no average yet. */
function Items({ items }: { items: readonly LegendItem[] }) {
  return items.map(
    ({ name, value, places }, index) =>
      value !== undefined && (
        <span key={name ?? index} className={LINE_CLASSES[index]}>
          {name} <PriceText value={value} places={places} />
        </span>
      ),
  );
}

export function MainLegend({ market, interval, legend }: LegendProps & { interval: Interval }) {
  const t = useT();
  const locale = useNumberLocale();
  const candle = legend?.pointed;
  // Taps and readers have the surface below; this is for eyes.
  if (!candle) {
    return (
      <div className={styles.legend} aria-hidden="true">
        {legend && <Items items={legend.main} />}
      </div>
    );
  }
  const { pricePlaces } = market;
  const detail = isDaily(interval) ? 'day' : 'short';
  const when = formatDate(candle.start, { locale, detail, timeZone: zoneOf(interval) });
  const parts = [
    [t('market.openShort'), candle.open],
    [t('market.highShort'), candle.high],
    [t('market.lowShort'), candle.low],
    [t('market.closeShort'), candle.close],
  ] as const;
  return (
    <div className={classNames(styles.legend, styles.ohlc)} aria-hidden="true">
      <span>{when}</span>
      {parts.map(([name, value]) => (
        <span key={name}>
          <b>{name}</b> <PriceText value={value} places={pricePlaces} />
        </span>
      ))}
    </div>
  );
}

export function PaneLegends({ market, legend, chosen }: LegendProps) {
  const tops = paneTops(chosen);
  const { sub, hasVolume } = chosen;
  if (!legend) return null;
  return (
    <>
      {hasVolume && (
        <div className={styles.paneLegend} style={{ top: tops.volume }} aria-hidden="true">
          VOL
          <span>
            <QuantityText value={legend.volume} places={market.lotPlaces} />
          </span>
        </div>
      )}
      {sub && (
        <div className={styles.paneLegend} style={{ top: tops.sub }} aria-hidden="true">
          {`${sub} ${recipes[sub].params.join(' ')}`}
          <Items items={legend.sub} />
        </div>
      )}
    </>
  );
}
