/** The eight intervals in one row. */
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Interval, intervals } from '../intervals.ts';
import styles from './chart.module.css';

export interface IntervalRowProps {
  value: Interval;
  onChange: (interval: Interval) => void;
}

export function IntervalRow({ value, onChange }: IntervalRowProps) {
  const t = useT();
  return (
    <div className={styles.intervals} role="group" aria-label={t('market.interval')}>
      {intervals.map((interval) => (
        <button
          key={interval}
          type="button"
          className={styles.interval}
          aria-pressed={interval === value}
          aria-label={t(`market.of${interval}`)}
          onClick={() => onChange(interval)}
        >
          {t(`market.in${interval}`)}
        </button>
      ))}
    </div>
  );
}
