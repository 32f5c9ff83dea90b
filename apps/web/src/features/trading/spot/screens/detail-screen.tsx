/** One order: terms, fills, and the cancel button while it is open. */
import { useQuery } from '@tanstack/react-query';
import { Button, CtaBar, NavBar, ScreenBody, ScreenHeader, SkeletonDetail } from '@tern/ui';
import { lastTrade, useViewedId } from '../../../../kernel/last-viewed.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { orderQuery } from '../api.ts';
import { useCancelOrder } from '../parts/cancel-order.tsx';
import { FillList } from '../parts/fill-list.tsx';
import { OrderFacts, OrderHead } from '../parts/order-facts.tsx';

export function DetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useViewedId(lastTrade);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('spot.detailTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      {id === undefined ? <NoOrder /> : <OrderDetail key={id} id={id} />}
    </>
  );
}

function NoOrder() {
  const t = useT();
  return (
    <ScreenBody>
      <EmptyState
        title={t('spot.noOrderChosen')}
        label={t('spot.records')}
        page={pages.orderHistory}
        isReplaced
      />
    </ScreenBody>
  );
}

function OrderDetail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(orderQuery(id));
  const cancelling = useCancelOrder();
  const order = query.data?.order;
  const isOpen = order?.status === 'open';
  return (
    <>
      <ScreenBody foot={isOpen ? 'cta' : 'none'}>
        <Loaded query={query} skeleton={<SkeletonDetail count={8} />}>
          {(found) => (
            <>
              <OrderHead order={found.order} />
              <OrderFacts order={found.order} />
              <FillList {...found} />
            </>
          )}
        </Loaded>
      </ScreenBody>
      {isOpen && (
        <CtaBar>
          <Button kind="danger" isFull onPress={() => cancelling.ask(order)}>
            {t('spot.cancelOrder')}
          </Button>
        </CtaBar>
      )}
      {cancelling.dialog}
    </>
  );
}
