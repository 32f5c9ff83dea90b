/** The orders of a filter, page by page, with the cancel dialog. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock, Skeleton } from '@tern/ui';
import type { ReactNode } from 'react';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { ordersQuery } from '../api.ts';
import type { OrderFilter } from '../order-pages.ts';
import { useAmendOrder } from './amend-order.tsx';
import { CancelAll } from './cancel-all.tsx';
import { useCancelOrder } from './cancel-order.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './orders.module.css';

export interface OrderListProps {
  filter: OrderFilter;
  /** One small `Button` for an empty list. */
  emptyAction?: ReactNode;
}

export function OrderList({ filter, emptyAction }: OrderListProps) {
  const t = useT();
  const query = useInfiniteQuery(ordersQuery(filter));
  const cancelling = useCancelOrder();
  const amending = useAmendOrder();
  return (
    <>
      {filter.part === 'open' && (query.data?.pages[0]?.total ?? 0) > 1 && (
        <CancelAll filter={filter} />
      )}
      <PagedList
        query={query}
        skeleton={<OrderCardSkeletons />}
        renderRow={(order) => (
          <OrderCard order={order} onCancel={cancelling.ask} onAmend={amending.ask} />
        )}
        empty={
          <StateBlock
            kind="empty"
            title={t(filter.part === 'open' ? 'spot.noOpenOrders' : 'spot.noDoneOrders')}
            action={emptyAction}
          />
        }
      />
      {cancelling.dialog}
      {amending.sheet}
    </>
  );
}

const CARDS = 3;

/** Skeletons of order cards. */
function OrderCardSkeletons() {
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
