/** Below the form: the member's open orders, those that wait for a price, and closed ones. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { TabPanel, Tabs } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { ordersQuery } from '../api.ts';
import type { OrderFilter } from '../order-pages.ts';
import styles from './trade.module.css';
import { ConditionalList } from './conditional-list.tsx';
import { OrderList } from './order-list.tsx';

const TABS = 'deal-orders';

export function TradeOrders() {
  const t = useT();
  const [part, setPart] = useState<OrderFilter['part'] | 'conditional'>('open');
  const open = useInfiniteQuery(ordersQuery({ part: 'open' }));
  const count = open.data?.pages[0]?.total;
  return (
    <section className={styles.orders} aria-label={t('spot.orders')}>
      <Tabs
        id={TABS}
        label={t('spot.orders')}
        value={part}
        onChange={setPart}
        items={[
          {
            key: 'open',
            label:
              count === undefined ? t('spot.openOrders') : t('spot.openOrdersCount', { count }),
          },
          { key: 'conditional', label: t('spot.conditionals') },
          { key: 'done', label: t('spot.history') },
        ]}
      />
      <TabPanel tabs={TABS} value={part}>
        {part === 'conditional' ? <ConditionalList /> : <OrderList key={part} filter={{ part }} />}
      </TabPanel>
    </section>
  );
}
