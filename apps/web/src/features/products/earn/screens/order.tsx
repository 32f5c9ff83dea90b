/** One fixed term of the member: how far it is, what it pays, and leaving early. */
import { useQuery } from '@tanstack/react-query';
import { SkeletonDetail } from '@tern/ui';
import { NextPayout } from '../../../../kernel/products/next-payout.tsx';
import { ProductPage } from '../../../../kernel/products/product-page.tsx';
import type { ProductPageProps } from '../../../../kernel/products/product-tabs.ts';
import stackStyles from '../../../../kernel/record-detail.module.css';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type FixedTermOrder, orderQuery } from '../api.ts';
import { termOf } from '../earn-view.ts';
import { OrderPayouts } from '../parts/order-payouts.tsx';
import { Head, OrderFacts, OrderProgress } from '../parts/order-view.tsx';
import { RedeemEarly } from '../parts/redeem-early.tsx';

export function FixedTermOrderPage({ id }: ProductPageProps) {
  const t = useT();
  return (
    <ProductPage
      title={t('earn.order')}
      query={useQuery(orderQuery(id))}
      skeleton={<SkeletonDetail />}
      onRefresh={useRefresh()}
    >
      {(order) => <Order order={order} />}
    </ProductPage>
  );
}

function Order({ order }: { order: FixedTermOrder }) {
  useContactReference(order.orderNo);
  const term = termOf(order, serverNow());
  return (
    <div className={stackStyles.stack}>
      <Head order={order} />
      {order.status === 'in-term' && <OrderProgress order={order} term={term} />}
      {order.status === 'in-term' && order.nextPayoutAt !== null && (
        <NextPayout at={order.nextPayoutAt} />
      )}
      <OrderPayouts order={order} />
      <OrderFacts order={order} />
      {term.canLeave && <RedeemEarly order={order} />}
    </div>
  );
}
