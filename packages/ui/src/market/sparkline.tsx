/** The sparkline of recent prices; decorative, because the change next to it has the same information. */
import { memo, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';

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
      width={width}
      height={height}
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
