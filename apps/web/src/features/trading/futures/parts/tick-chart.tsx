/** The line of reference prices; for a contract also its entry, its end and the current result. */
import { formatPrice, useNumberLocale } from '@tern/ui';
import { useId } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { drawLine, type DrawnLine, type LinePoint, placeTag, TAG_HEIGHT } from '../price-line.ts';
import styles from './tick-chart.module.css';

const WIDTH = 375;
/** Between the right edge of the line and the prices next to it. */
const EDGE_GAP = 2;
const PAD = 16;
const FOOT = 18;

export interface ContractMarks {
  openAt: number;
  openPrice: string;
  dueAt: number;
  /** Time labels below the line. */
  openText: string;
  dueText: string;
}

export interface TickChartProps {
  points: readonly LinePoint[];
  /** Times of the left and right edge, milliseconds since 1970. */
  from: number;
  to: number;
  height: number;
  places: number | undefined;
  /** Colours the last price: the market's direction, or for a contract who is ahead. */
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
  const text = formatPrice(points.at(-1)?.price, { locale, places });
  const edge = placeTag(0, text, { width: WIDTH, height: room }).left - EDGE_GAP;
  const frame = { width: edge, height: room, from, to };
  const line = drawLine(points, frame, marks?.openPrice);
  const tag = line.last && placeTag(line.last.y, text, { width: WIDTH, height: room });
  const tone = TONES[`${direction}`];
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
          <path key={share} className={styles.grid} d={`M0 ${share * room}H${edge}`} />
        ))}
        {line.path !== '' && <path d={line.path + foot} fill={`url(#${id})`} />}
        <path className={styles.line} d={line.path} />
        {marks && <Marks marks={marks} line={line} room={room} tone={tone} />}
        {marks && <EntryPrice {...{ marks, line, places, edge, tag }} />}
        {line.last && tag && <LastPrice {...{ at: line.last, edge, tag, text, tone }} />}
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

type Tag = ReturnType<typeof placeTag>;

interface EntryPriceProps extends Pick<MarksProps, 'marks' | 'line'> {
  places: number | undefined;
  edge: number;
  tag: Tag | undefined;
}

/** Hidden where the label of the last price would cover it. */
function EntryPrice({ marks, line, places, edge, tag }: EntryPriceProps) {
  const locale = useNumberLocale();
  const y = line.y(marks.openPrice);
  if (tag && Math.abs(tag.middle - y) < TAG_HEIGHT - 2) return null;
  return (
    <text x={edge + 6} y={y + 4}>
      {formatPrice(marks.openPrice, { locale, places })}
    </text>
  );
}

interface LastPriceProps {
  at: { x: number; y: number };
  edge: number;
  tag: Tag;
  text: string;
  tone: string | undefined;
}

function LastPrice({ at, edge, tag, text, tone }: LastPriceProps) {
  const top = tag.middle - TAG_HEIGHT / 2;
  return (
    <g className={tone}>
      <path className={styles.reach} d={`M${at.x} ${at.y}H${edge}`} />
      <circle className={styles.halo} cx={at.x} cy={at.y} r={9} />
      <circle className={styles.dot} cx={at.x} cy={at.y} r={4} />
      <rect
        className={styles.tag}
        x={tag.left}
        y={top}
        width={tag.width}
        height={TAG_HEIGHT}
        rx={5}
      />
      <text className={styles.tagText} x={tag.left + tag.width / 2} y={tag.middle + 4}>
        {text}
      </text>
    </g>
  );
}
