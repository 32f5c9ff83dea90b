/** The price of a coin since the first buy, with a dot for each buy and the average as a line. */
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatPrice, useNumberLocale, VisuallyHidden } from '@tern/ui';
import { decimalText } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Buy, closesQuery, type Plan } from '../api.ts';
import { drawPrices } from '../price-line.ts';
import styles from './recurring-buy.module.css';

export interface PriceChartProps {
  coin: Plan['coins'][number];
  /** Newest first. */
  buys: readonly Buy[];
  /** Of prices; undefined while markets load. */
  places: number | undefined;
}

const WIDTH = 343;
const HEIGHT = 200;
/** The axis of prices. */
const AXIS = 60;
const DATES = 24;
/** Prices from before the first buy, so that its dot is no edge. */
const BEFORE_MS = 3_600_000;

export function PriceChart({ coin, buys, places }: PriceChartProps) {
  const t = useT();
  const locale = useNumberLocale();
  const first = buys.at(-1);
  const since = Date.parse(first?.dueAt ?? '') - BEFORE_MS;
  const closes = useQuery({ ...closesQuery(coin.symbol, since), enabled: first !== undefined });
  const own = buys
    .filter(({ status }) => status !== 'open')
    .map((buy) => {
      const part = buy.coins.find(({ symbol }) => symbol === coin.symbol);
      const price = part === undefined || part.price === '' ? undefined : Number(part.price);
      return { at: Date.parse(buy.dueAt), price };
    });
  const average = coin.averagePrice === '' ? undefined : Number(coin.averagePrice);
  const given = { closes: closes.data ?? [], buys: own, average };
  const box = { width: WIDTH - AXIS, height: HEIGHT - DATES };
  const { line, dots, grid, last, average: middle } = drawPrices(given, box);
  const print = (price: number) => formatPrice(decimalText(price), { locale, places });
  const date = (at: number | undefined) => formatDate(at, { locale, detail: 'date' });
  if (line === '') return null;
  const shown = (y: number) =>
    ![last?.y, middle].some((other) => Math.abs((other ?? -99) - y) < 13);
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {grid.map(({ y, price }) => (
          <g key={y}>
            <path className={styles.grid} d={`M0 ${y}H${WIDTH - AXIS}`} />
            {shown(y) && (
              <text x={WIDTH} y={y + 4}>
                {print(price)}
              </text>
            )}
          </g>
        ))}
        <path className={styles.price} d={line} />
        {middle !== undefined && (
          <g className={styles.average}>
            <path d={`M0 ${middle}H${WIDTH - AXIS}`} />
            {Math.abs((last?.y ?? -99) - middle) >= 13 && (
              <text x={WIDTH} y={middle + 4}>
                {print(average!)}
              </text>
            )}
          </g>
        )}
        {last !== undefined && (
          <text className={styles.last} x={WIDTH} y={last.y + 4}>
            {print(last.price)}
          </text>
        )}
        {dots.map(({ x, y, isBought }, at) => (
          <circle
            key={at}
            className={isBought ? styles.bought : styles.missed}
            cx={x}
            cy={y}
            r={4.5}
          />
        ))}
        <text className={styles.from} x={0} y={HEIGHT - 4}>
          {date(closes.data?.[0]?.at)}
        </text>
        <text x={WIDTH - AXIS} y={HEIGHT - 4}>
          {date(closes.data?.at(-1)?.at)}
        </text>
      </svg>
      <VisuallyHidden>
        <figcaption>{t('recurring-buy.chartName', { coin: coin.base })}</figcaption>
      </VisuallyHidden>
    </figure>
  );
}
