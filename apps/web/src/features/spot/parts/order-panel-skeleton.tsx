/** Skeleton of the order form and the order book. */
import { Skeleton } from '@tern/ui';
import panel from './order-panel.module.css';
import styles from './order-panel-skeleton.module.css';

const FORM = ['44px', '44px', '47px', '47px', '43px', '62px', '48px'];
const ROWS = 15;

export function OrderPanelSkeleton() {
  return (
    <div className={panel.panel} aria-hidden="true">
      <div className={styles.column}>
        {FORM.map((height, index) => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
      <div className={styles.rows}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height="14px" />
        ))}
      </div>
    </div>
  );
}
