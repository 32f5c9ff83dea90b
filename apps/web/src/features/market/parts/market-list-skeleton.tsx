/** The grey shape of the list: two movers and a half, heads, rows. */
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
