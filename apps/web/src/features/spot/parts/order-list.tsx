/** The orders of a filter, page by page, with the cancel dialog. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import type { ReactNode } from 'react';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { ordersQuery } from '../api.ts';
import type { OrderFilter } from '../order-pages.ts';
import { useCancelOrder } from './cancel-order.tsx';
import { OrderCardSkeletons } from './order-card-skeletons.tsx';
import { OrderCard } from './order-card.tsx';

export interface OrderListProps {
  filter: OrderFilter;
  /** One small `Button` for an empty list. */
  emptyAction?: ReactNode;
}

export function OrderList({ filter, emptyAction }: OrderListProps) {
  const t = useT();
  const query = useInfiniteQuery(ordersQuery(filter));
  const cancelling = useCancelOrder();
  return (
    <>
      <PagedList
        query={query}
        skeleton={<OrderCardSkeletons />}
        renderRow={(order) => <OrderCard order={order} onCancel={cancelling.ask} />}
        empty={
          <StateBlock
            kind="empty"
            title={t(filter.status === 1 ? 'spot.noOpenOrders' : 'spot.noDoneOrders')}
            action={emptyAction}
          />
        }
      />
      {cancelling.dialog}
    </>
  );
}
