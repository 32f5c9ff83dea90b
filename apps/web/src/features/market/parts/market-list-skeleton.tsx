/** Skeleton of the list: two and a half movers, column headers, rows. */
import { Skeleton, SkeletonRows } from '@tern/ui';
import styles from './market.module.css';

export function MarketListSkeleton() {
  return (
    <>
      <div className={styles.moversSkeleton} aria-hidden="true">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} width="146px" height="120px" />
        ))}
      </div>
      <SkeletonRows count={7} />
    </>
  );
}
