/** One order: terms, fills, and the cancel button while it is open. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  ButtonLink,
  CtaBar,
  NavBar,
  ScreenBody,
  ScreenHeader,
  shieldIcon,
  SkeletonDetail,
} from '@tern/ui';
import { lastTrade, useViewedId } from '../../../../kernel/last-viewed.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ContactLink } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { orderQuery } from '../api.ts';
import { useStopOf } from '../conditional-orders.ts';
import type { Order } from '../order-view.ts';
import { useAmendOrder } from '../parts/amend-order.tsx';
import { AttachedOrders } from '../parts/attached-orders.tsx';
import { useCancelOrder } from '../parts/cancel-order.tsx';
import { FillList } from '../parts/fill-list.tsx';
import styles from '../parts/detail.module.css';
import { OrderFacts, OrderHead } from '../parts/order-facts.tsx';
import { useMovedPrice } from '../use-moved-price.ts';

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

/** Of an open limit order. The stop of an OCO has the same quantity, so its limit order stays as it is. */
function Change({ order, onPress }: { order: Order; onPress: () => void }) {
  const t = useT();
  const isOfOco = useStopOf(order) !== undefined;
  if (order.status !== 'open' || isOfOco) return null;
  return (
    <div className={styles.card}>
      <Button isFull onPress={onPress}>
        {t('spot.amend')}
      </Button>
    </div>
  );
}

/** The way to the number of the order among those of others. */
function WhereWas({ id }: { id: number }) {
  const t = useT();
  const to = useLinks();
  return (
    <div className={styles.where}>
      <ButtonLink isFull icon={shieldIcon} {...to(pages.orderReceipt, { id: String(id) })}>
        {t('spot.whereWas')}
      </ButtonLink>
    </div>
  );
}

function OrderDetail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(orderQuery(id));
  const cancelling = useCancelOrder();
  const amending = useAmendOrder();
  const order = query.data?.order;
  const isOpen = order?.status === 'open';
  useMovedPrice(order, ({ status }) => status === 'open', amending.ask);
  return (
    <>
      <ScreenBody foot={isOpen ? 'cta' : 'none'}>
        <Loaded query={query} skeleton={<SkeletonDetail count={8} />}>
          {(found) => (
            <>
              <OrderHead order={found.order} />
              <OrderFacts order={found.order} />
              <Change order={found.order} onPress={() => amending.ask(found.order)} />
              <AttachedOrders orderId={id} />
              <WhereWas id={id} />
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
      {amending.sheet}
    </>
  );
}
