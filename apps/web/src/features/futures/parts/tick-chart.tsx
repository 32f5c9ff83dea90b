/** The line of reference prices; under a contract also its entry, its end and where it stands. */
import { formatPrice, useNumberLocale } from '@tern/ui';
import { useId } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { drawLine, type DrawnLine, type LinePoint } from '../price-line.ts';
import styles from './tick-chart.module.css';

const WIDTH = 375;
/** The right edge of the line; beside it stand prices. */
const EDGE = 311;
const PAD = 16;
const FOOT = 18;

export interface ContractMarks {
  openAt: number;
  openPrice: string;
  dueAt: number;
  /** Times as they are printed under the line. */
  openText: string;
  dueText: string;
}

export interface TickChartProps {
  points: readonly LinePoint[];
  /** Moments at the two edges, milliseconds since 1970. */
  from: number;
  to: number;
  height: number;
  places: number | undefined;
  /** Colours the last price. */
  direction: -1 | 0 | 1;
  marks?: ContractMarks;
}

const TONES = { '1': styles.up, '-1': styles.down, '0': styles.flat } as const;

export function TickChart(props: TickChartProps) {
  const { points, from, to, height, places, direction, marks } = props;
  const t = useT();
  const locale = useNumberLocale();
  const id = useId();
  const room = height - PAD - FOOT;
  const frame = { width: EDGE, height: room, from, to };
  const line = drawLine(points, frame, marks ? [marks.openPrice] : []);
  const text = formatPrice(points.at(-1)?.price, { locale, places });
  const foot = `L${line.last?.x ?? 0} ${room}L${line.first?.x ?? 0} ${room}Z`;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={t('futures.lineLast', { price: text })}
    >
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop className={styles.fade} stopOpacity=".13" />
        <stop className={styles.fade} offset="1" stopOpacity="0" />
      </linearGradient>
      <g transform={`translate(0 ${PAD})`}>
        {[0.12, 0.4, 0.68, 0.96].map((share) => (
          <path key={share} className={styles.grid} d={`M0 ${share * room}H${EDGE}`} />
        ))}
        {line.path !== '' && <path d={line.path + foot} fill={`url(#${id})`} />}
        <path className={styles.line} d={line.path} />
        {marks && <Marks marks={marks} line={line} room={room} tone={TONES[`${direction}`]} />}
        {marks && <EntryPrice marks={marks} line={line} places={places} />}
        {line.last && <LastPrice at={line.last} text={text} tone={TONES[`${direction}`]} />}
      </g>
    </svg>
  );
}

interface MarksProps {
  marks: ContractMarks;
  line: DrawnLine;
  room: number;
  tone: string | undefined;
}

function Marks({ marks, line, room, tone }: MarksProps) {
  const { openAt, openPrice, dueAt, openText, dueText } = marks;
  const [x, y, end] = [line.x(openAt), line.y(openPrice), line.x(dueAt)];
  const last = line.last ?? { x, y };
  const top = Math.min(y, last.y);
  return (
    <g className={tone}>
      <rect className={styles.lead} x={x} y={top} width={end - x} height={Math.abs(y - last.y)} />
      <path className={styles.entry} d={`M${x} ${y}H${end}`} />
      <circle className={styles.start} cx={x} cy={y} r={4.5} />
      <path className={styles.end} d={`M${end} ${-PAD + 6}V${room}`} />
      <text className={styles.time} x={x} y={room + 14}>
        {openText}
      </text>
      <text className={styles.time} x={end} y={room + 14}>
        {dueText}
      </text>
    </g>
  );
}

/** Left out where the last price would lie upon it. */
function EntryPrice({
  marks,
  line,
  places,
}: Omit<MarksProps, 'room' | 'tone'> & { places: number | undefined }) {
  const locale = useNumberLocale();
  const y = line.y(marks.openPrice);
  if (line.last && Math.abs(line.last.y - y) < 18) return null;
  return (
    <text x={EDGE + 6} y={y + 4}>
      {formatPrice(marks.openPrice, { locale, places })}
    </text>
  );
}

/** Longer prices take a smaller face, so that they stay in their tag. */
const LONG = 9;

function LastPrice({
  at,
  text,
  tone,
}: {
  at: { x: number; y: number };
  text: string;
  tone: string | undefined;
}) {
  return (
    <g className={tone}>
      <path className={styles.reach} d={`M${at.x} ${at.y}H${EDGE}`} />
      <circle className={styles.halo} cx={at.x} cy={at.y} r={9} />
      <circle className={styles.dot} cx={at.x} cy={at.y} r={4} />
      <rect className={styles.tag} x={EDGE + 2} y={at.y - 10} width={60} height={20} rx={5} />
      <text
        className={styles.tagText}
        x={EDGE + 32}
        y={at.y + 4}
        textLength={text.length > LONG ? 54 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {text}
      </text>
    </g>
  );
}
