/** The member's fixed terms of one status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { SkeletonCards } from '@tern/ui';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ProductColumn } from '../../../../kernel/products/product-card.tsx';
import type { ProductOrdersProps } from '../../../../kernel/products/product-tabs.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { ordersQuery } from '../api.ts';
import { TermOrderCard } from '../parts/term-order-card.tsx';

const NONE = {
  'in-term': 'earn.noneInTerm',
  redeemed: 'earn.noneRedeemed',
  ended: 'earn.noneEnded',
} as const;

export function FixedTermOrders({ status }: ProductOrdersProps) {
  const t = useT();
  return (
    <ProductColumn>
      <PagedList
        query={useInfiniteQuery(ordersQuery(status))}
        skeleton={<SkeletonCards heights={[172, 172]} />}
        renderRow={(order) => <TermOrderCard order={order} />}
        empty={
          <EmptyState title={t(NONE[status])} label={t('earn.seeTerms')} page={pages.stakeList} />
        }
      />
    </ProductColumn>
  );
}
