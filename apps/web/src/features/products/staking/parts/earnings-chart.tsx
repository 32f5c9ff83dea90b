/** The earnings of each day as a line; press and drag, or arrow keys, choose a day. */
import { formatAmount, formatDate, formatPrice, useNumberLocale, VisuallyHidden } from '@tern/ui';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Curve, CurveDay } from '../api.ts';
import { type Chart, datedDays, dayAt, drawChart } from '../earnings-chart.ts';
import styles from './earnings-chart.module.css';

const HEIGHT = 208;
const FIRST_WIDTH = 375;
/** The width of a date below the plot. */
const DATE_ROOM = 62;

/** The width of the chart's box, so that texts keep their size. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || FIRST_WIDTH));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** How a key moves the chosen day; undefined for other keys. */
function stepOf(key: string, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    Home: -count,
    End: count,
  };
  return steps[key];
}

export interface EarningsChartProps {
  curve: Curve;
  /** Places shown of `curve.payCoin`. */
  places: number;
  /** Index of a day. */
  chosen: number;
  onChoose: (index: number) => void;
}

export function EarningsChart({ curve, places, chosen, onChoose }: EarningsChartProps) {
  const t = useT();
  const texts = useDayTexts(curve, places);
  const { box, width } = useWidth();
  const { days } = curve;
  const chart = drawChart(days, { width, height: HEIGHT });
  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onChoose(dayAt(chart, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, days.length);
    if (step === undefined) return;
    event.preventDefault();
    onChoose(Math.min(days.length - 1, Math.max(0, chosen + step)));
  };
  return (
    <>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={t('staking.earningsOfDays')}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={texts.spoken(days[chosen]!)}
        className={styles.box}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && choose(event)}
        onKeyDown={onKeyDown}
      >
        <svg width={width} height={HEIGHT} className={styles.chart} aria-hidden="true">
          <Plot chart={chart} width={width} average={curve.average} places={places} />
          <Chosen chart={chart} index={chosen} label={texts.date(days[chosen]!)} />
          {datedDays(chart, chosen, DATE_ROOM).map((index) => (
            <text
              key={index}
              x={chart.points[index]!.x}
              y={HEIGHT - 7}
              textAnchor={anchorOf(index, days.length)}
            >
              {texts.date(days[index]!)}
            </text>
          ))}
        </svg>
      </div>
      <VisuallyHidden>
        <DayTable curve={curve} texts={texts} />
      </VisuallyHidden>
    </>
  );
}

const anchorOf = (index: number, count: number) =>
  index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';

function useDayTexts({ payCoin }: Curve, places: number) {
  const t = useT();
  const locale = useNumberLocale();
  const dayOf = (day: CurveDay, detail: 'date' | 'day') =>
    formatDate(day.date, { locale, detail, timeZone: 'UTC' });
  const amount = (day: CurveDay) =>
    day.isPaid
      ? `${formatAmount(day.value, { locale, places })} ${payCoin}`
      : t('staking.notPaidYet');
  return {
    date: (day: CurveDay) => dayOf(day, 'date'),
    amount,
    spoken: (day: CurveDay) => `${dayOf(day, 'day')}, ${amount(day)}`,
  };
}

interface PlotProps {
  chart: Chart;
  width: number;
  average: string;
  places: number;
}

function Plot({ chart, width, average, places }: PlotProps) {
  const t = useT();
  const locale = useNumberLocale();
  const id = useId();
  const edge = width - 44;
  const mean = chart.y(Number(average));
  const count = chart.points.length;
  return (
    <>
      {chart.grid.map(({ y, label }, index) => (
        <g key={label}>
          <path className={index === 0 ? styles.zero : styles.grid} d={`M0 ${y}H${edge}`} />
          <text x={edge + 6} y={y + 4}>
            {formatPrice(label, { locale })}
          </text>
        </g>
      ))}
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop className={styles.fade} stopOpacity=".15" />
        <stop className={styles.fade} offset="1" stopOpacity="0" />
      </linearGradient>
      <path d={chart.area} fill={`url(#${id})`} />
      <path className={styles.average} d={`M${chart.left} ${mean}H${edge}`} />
      <text className={styles.averageText} x={chart.left} y={mean - 7}>
        {t('staking.average', { amount: formatAmount(average, { locale, places }) })}
      </text>
      <path className={styles.line} d={chart.line} />
      {chart.points.map(
        ({ x, y }) =>
          y !== undefined && (
            <circle key={x} className={styles.point} cx={x} cy={y} r={count > 45 ? 1.2 : 2} />
          ),
      )}
    </>
  );
}

interface ChosenProps {
  chart: Chart;
  index: number;
  label: string;
}

const TAG_WIDTH = 58;

/** The line, the knob and the date of the chosen day. */
function Chosen({ chart, index, label }: ChosenProps) {
  const { x, y } = chart.points[index]!;
  const middle = Math.max(x, TAG_WIDTH / 2 + 2);
  return (
    <g className={styles.chosen}>
      <path d={`M${x} ${chart.top - 10}V${chart.zero}`} />
      {y !== undefined && (
        <>
          <circle className={styles.halo} cx={x} cy={y} r={10} />
          <circle className={styles.knob} cx={x} cy={y} r={5.5} />
        </>
      )}
      <rect x={middle - TAG_WIDTH / 2} y={HEIGHT - 20} width={TAG_WIDTH} height={20} rx={6} />
      <text x={middle} y={HEIGHT - 6} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

/** The same figures for screen readers. */
function DayTable({ curve, texts }: { curve: Curve; texts: ReturnType<typeof useDayTexts> }) {
  const t = useT();
  return (
    <table>
      <caption>{t('staking.earningsOfDays')}</caption>
      <tbody>
        {curve.days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{texts.date(day)}</th>
            <td>{texts.amount(day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
