/** The days of a loan as a bar: interest-free, with interest, still to come. */
import type { TermDays } from '../loan-view.ts';
import styles from './loan.module.css';

const PARTS = ['free', 'paid', 'left'] as const;

/** `label` says the same in words. */
export function TermBar({ days, label }: { days: TermDays; label: string }) {
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {PARTS.filter((part) => days[part] > 0).map((part) => (
        <i key={part} className={styles[part]} style={{ flexGrow: days[part] }} />
      ))}
    </div>
  );
}
