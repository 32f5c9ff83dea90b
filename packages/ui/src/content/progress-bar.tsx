/** How much of a time has passed, in teal. */
import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  /** From 0 to `max`. */
  readonly value: number;
  readonly max: number;
  /** "Day 22 of 60" */
  readonly label: string;
}

export function ProgressBar({ value, max, label }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={label}
      className={styles.bar}
    >
      <div style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </div>
  );
}
