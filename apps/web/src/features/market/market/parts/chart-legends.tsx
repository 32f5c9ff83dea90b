/** The legends above the panes: values of the indicators, or of the candle at the crosshair. */
import { classNames, formatPrice, PriceText, useNumberLocale } from '@tern/ui';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CandleHistory } from '../candle-history.ts';
import type { Candle } from '../candle.ts';
import type { Legend } from '../chart/chart-handle.ts';
import { paneTops, type ChosenIndicators, type LegendItem, recipes } from '../chart/indicators.ts';
import { useClose, useRunning } from '../use-candle-history.ts';
import styles from './chart.module.css';
import { QuantityText } from './candle-reading.tsx';

const LINE_CLASSES = [styles.line0, styles.line1, styles.line2];

export interface LegendProps {
  market: Instrument;
  legend: Legend | undefined;
  chosen: ChosenIndicators;
}

/** The first candles have no average yet. */
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

/** Longer legends take two lines on the narrowest phones. */
const LONG_PRICE = 8;

export interface MainLegendProps extends Omit<LegendProps, 'chosen'> {
  /** The length of its newest price reserves the room. */
  history: CandleHistory;
}

export function MainLegend({ market, legend, history }: MainLegendProps) {
  const locale = useNumberLocale();
  const candle = legend?.pointed;
  const printed = formatPrice(useClose(history), { locale, places: market.pricePlaces });
  const room = classNames(styles.legend, printed.length > LONG_PRICE && styles.tall);
  // Screen readers use the surface below. The time is shown under the crosshair.
  if (!candle) {
    return (
      <div className={room} aria-hidden="true">
        {legend && <Items items={legend.main} />}
      </div>
    );
  }
  return (
    <div className={classNames(room, styles.ohlc)} aria-hidden="true">
      <Figures market={market} candle={candle} />
    </div>
  );
}

interface CandleFiguresProps {
  market: Instrument;
  /** The one at the crosshair; otherwise the running one. */
  candle: Candle | undefined;
  history: CandleHistory;
}

/** Open to close, in the row above a chart that fills the screen. */
export function CandleFigures({ market, candle, history }: CandleFiguresProps) {
  const running = useRunning(history);
  const shown = candle ?? running;
  return shown && <Figures market={market} candle={shown} />;
}

function Figures({ market, candle }: { market: Instrument; candle: Candle }) {
  const t = useT();
  const parts = [
    [t('market.openShort'), candle.open],
    [t('market.highShort'), candle.high],
    [t('market.lowShort'), candle.low],
    [t('market.closeShort'), candle.close],
  ] as const;
  return parts.map(([name, value]) => (
    <span key={name}>
      <b>{name}</b> <PriceText value={value} places={market.pricePlaces} />
    </span>
  ));
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
