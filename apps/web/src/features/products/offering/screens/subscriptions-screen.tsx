/** The member's subscriptions, by status. */
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { FinePrint, NavBar, ScreenBody, ScreenHeader, Segmented, SkeletonCards } from '@tern/ui';
import { useState } from 'react';
import type { ListPage } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { OrderList } from '../../../../kernel/products/order-list.tsx';
import { ContactLink, useRecordId } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { SUBSCRIPTION_FILTERS, subscriptionsQuery } from '../api.ts';
import styles from '../parts/offering.module.css';
import { SubscriptionCard } from '../parts/subscription-card.tsx';
import { useServerTime } from '../use-server-time.ts';
import type { Subscription, SubscriptionFilter } from '../view-model.ts';

const LABELS = {
  all: 'transfer.all',
  frozen: 'offering.frozen',
  unfrozen: 'offering.unfrozen',
} as const;

export function SubscriptionsScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setFilter] = useState<SubscriptionFilter>('all');
  const lists = {
    all: useInfiniteQuery(subscriptionsQuery('all')),
    frozen: useInfiniteQuery(subscriptionsQuery('frozen')),
    unfrozen: useInfiniteQuery(subscriptionsQuery('unfrozen')),
  };
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('offering.historyTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <div className={styles.filter}>
          <Segmented
            label={t('transfer.show')}
            value={filter}
            onChange={setFilter}
            options={SUBSCRIPTION_FILTERS.map((key) => {
              const total = lists[key].data?.pages[0]?.total ?? 0;
              return { key, label: total === 0 ? t(LABELS[key]) : `${t(LABELS[key])} ${total}` };
            })}
          />
        </div>
        <List key={filter} filter={filter} query={lists[filter]} />
      </ScreenBody>
    </>
  );
}

interface ListProps {
  filter: SubscriptionFilter;
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Subscription>>>;
}

function List({ filter, query }: ListProps) {
  const t = useT();
  const now = useServerTime();
  const named = useRecordId();
  const none = {
    title: t('offering.noSubscriptions'),
    label: t('offering.title'),
    page: pages.offering,
  } as const;
  const card = (subscription: Subscription) => (
    <SubscriptionCard {...{ subscription, now }} isNamed={subscription.ID === named} />
  );
  return (
    <OrderList
      query={query}
      skeleton={
        <div className={styles.skeleton}>
          <SkeletonCards heights={[166, 166, 166]} />
        </div>
      }
      renderRow={card}
      renderRows={(subscriptions) => (
        <>
          <ul className={styles.cards}>
            {subscriptions.map((subscription) => (
              <li key={subscription.ID}>{card(subscription)}</li>
            ))}
          </ul>
          <FinePrint>{t('offering.unfreezeNote')}</FinePrint>
        </>
      )}
      none={filter === 'all' ? none : t('transfer.noneLikeThis')}
    />
  );
}
