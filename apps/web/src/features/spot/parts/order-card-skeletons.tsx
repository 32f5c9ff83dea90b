/** Skeletons of order cards. */
import { Skeleton } from '@tern/ui';
import styles from './order-card.module.css';

const CARDS = 3;

export function OrderCardSkeletons() {
  return Array.from({ length: CARDS }, (_, index) => (
    <div key={index} className={styles.card} aria-hidden="true">
      <div className={styles.head}>
        <Skeleton width="40px" height="22px" />
        <Skeleton width="96px" height="16px" />
        <span className={styles.end}>
          <Skeleton width="72px" height="36px" />
        </span>
      </div>
      <Skeleton width="132px" height="12px" />
      <div className={styles.figures}>
        <Skeleton width="72%" height="30px" />
        <Skeleton width="64%" height="30px" />
        <Skeleton width="100%" height="30px" />
      </div>
    </div>
  ));
}
