/** The sparkline of recent prices; decorative, because the change next to it has the same information. */
import { memo, useId } from 'react';
import { classNames } from '../class-names.ts';
import { rem } from '../rem.ts';
import styles from './sparkline.module.css';

export interface SparklineProps {
  readonly points: readonly number[];
  /** 0 is grey: flat or unknown. */
  readonly direction: -1 | 0 | 1;
  readonly width?: number;
  readonly height?: number;
}

export const Sparkline = memo(function Sparkline(props: SparklineProps) {
  const { points, direction, width = 68, height = 26 } = props;
  const id = useId();
  const line = sparklinePath(points, width, height);
  const tone = direction === 0 ? undefined : direction > 0 ? styles.up : styles.down;
  return (
    <svg
      className={classNames(styles.spark, tone)}
      width={rem(width)}
      height={rem(height)}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {line !== '' && (
        <>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="currentColor" stopOpacity=".22" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path
            className={styles.area}
            d={`${line}L${width} ${height}L0 ${height}Z`}
            fill={`url(#${id})`}
          />
          <path
            className={styles.line}
            d={line}
            pathLength={1}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </>
      )}
    </svg>
  );
});

const INSET = 2;

/** Fewer than two points give an empty path. Floats are fine here: the values are never printed. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const share = span === 0 ? 0.5 : (value - low) / span;
    const y = INSET + (1 - share) * (height - INSET * 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
