/** The line of worth and the steps of money put in; pressed and held, or moved by keys, it reads out a day. */
import { formatAxis, useNumberLocale } from '@tern/ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { datedPoints, linesOf, pathsOf, type WorthPoint } from '../worth-view.ts';
import { useDayText } from '../use-day-text.ts';
import styles from './worth-over-time.module.css';

export interface WorthChartProps {
  points: readonly WorthPoint[];
  /** What the chart shows in words. */
  label: string;
  /** The point that is held, in words. */
  heldText: string | undefined;
  held: number | undefined;
  onHold: (index: number | undefined) => void;
  isHidden: boolean;
}

export function WorthChart(props: WorthChartProps) {
  const { points, label, held, heldText, onHold, isHidden } = props;
  const locale = useNumberLocale();
  const dayText = useDayText();
  const lines = linesOf(points);
  const paths = pathsOf(lines);
  const shown = held ?? points.length - 1;
  const worthY = lines.worth[shown] ?? undefined;
  const at = { left: part(lines.x[shown] ?? 1) };
  return (
    <div
      className={styles.chart}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={shown}
      aria-valuetext={heldText ?? label}
      onBlur={() => onHold(undefined)}
      {...useHolding(points.length, held, onHold)}
    >
      <div className={styles.plot}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.ticks.map(({ value, y }) => (
            <path key={value} className={styles.grid} d={`M0 ${y * 100}H100`} />
          ))}
          <linearGradient id="worth-area" x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="var(--text)" stopOpacity=".13" />
            <stop offset="1" stopColor="var(--text)" stopOpacity="0" />
          </linearGradient>
          <path d={paths.area} fill="url(#worth-area)" />
          <path className={styles.paidIn} d={paths.paidIn} />
          <path className={styles.line} d={paths.worth} />
        </svg>
        {held !== undefined && <i className={styles.cursor} style={at} />}
        <i className={styles.ring} style={{ ...at, top: part(lines.paidIn[shown] ?? 0) }} />
        {worthY !== undefined && <i className={styles.dot} style={{ ...at, top: part(worthY) }} />}
        {lines.ticks.map(({ value, y }) => (
          <span key={value} className={styles.tick} style={{ top: part(y) }} aria-hidden="true">
            {isHidden ? DOTS : formatAxis(String(value), locale)}
          </span>
        ))}
      </div>
      <div className={styles.dates} aria-hidden="true">
        {datedPoints(points.length).map((index) => (
          <span key={index}>{dayText(points[index]!.day, 'date')}</span>
        ))}
      </div>
    </div>
  );
}

const DOTS = '••';
const part = (share: number) => `${share * 100}%`;

/** A finger that rests or moves sideways holds a day; one that scrolls lets go. */
function useHolding(
  count: number,
  held: number | undefined,
  onHold: (index: number | undefined) => void,
) {
  const isDown = useRef(false);
  const holdAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = (currentTarget.firstElementChild ?? currentTarget).getBoundingClientRect();
    const share = box.width === 0 ? 1 : (clientX - box.left) / box.width;
    onHold(Math.min(count - 1, Math.max(0, Math.round(share * (count - 1)))));
  };
  const release = () => {
    isDown.current = false;
    onHold(undefined);
  };
  const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isDown.current = true;
      holdAt(event);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (isDown.current || event.pointerType === 'mouse') holdAt(event);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = KEYS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onHold(Math.min(count - 1, Math.max(0, (held ?? count - 1) + step)));
    },
  };
}
