/** One fixed term of the member: how far it is, what it pays, and leaving early. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonDetail } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import type { ProductPageProps } from '../../../../kernel/products/product-tabs.ts';
import { NextPayout } from '../../../../kernel/products/next-payout.tsx';
import stackStyles from '../../../../kernel/record-detail.module.css';
import { ContactLink, useContactReference } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type FixedTermOrder, orderQuery } from '../api.ts';
import { termOf } from '../earn-view.ts';
import { Head, OrderFacts, OrderProgress } from '../parts/order-view.tsx';
import { OrderPayouts } from '../parts/order-payouts.tsx';
import { RedeemEarly } from '../parts/redeem-early.tsx';

export function FixedTermOrderPage({ id }: ProductPageProps) {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  usePageTitle(t('earn.order'));
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('earn.order')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={useQuery(orderQuery(id))} skeleton={<SkeletonDetail />}>
          {(order) => <Order order={order} />}
        </Loaded>
      </ScreenBody>
    </>
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
