/** Skeletons of the records. */
import { Skeleton } from '@tern/ui';
import styles from './record-row.module.css';

const ROWS = 6;

export function RecordRowSkeletons() {
  return Array.from({ length: ROWS }, (_, index) => (
    <div key={index} className={styles.row} aria-hidden="true">
      <div className={styles.line}>
        <Skeleton width="112px" height="16px" />
        <Skeleton width="88px" height="16px" />
      </div>
      <div className={styles.quiet}>
        <Skeleton width="136px" height="12px" />
        <Skeleton width="104px" height="12px" />
      </div>
    </div>
  ));
}
