/** The member's orders by kind and status, or one of them. */
import { Chip, NavBar, ScreenBody, ScreenHeader, TabPanel, Tabs, TextButton } from '@tern/ui';
import { useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import type { LoadedTab, ProductOrderStatus } from '../../../../kernel/products/product-tabs.ts';
import { useRecordId } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import styles from '../parts/orders.module.css';
import { useKind } from '../use-kind.ts';

const TABS = 'product-orders';

const WORDS = {
  'in-term': 'staking.inTerm',
  redeemed: 'staking.redeemed',
  ended: 'staking.ended',
} as const satisfies Record<ProductOrderStatus, string>;
const statuses = Object.keys(WORDS) as ProductOrderStatus[];

export function ordersScreen(tabs: readonly LoadedTab[]) {
  return function OrdersScreen() {
    const id = useRecordId();
    const [{ screens }] = useKind(tabs);
    return id === undefined ? <Orders tabs={tabs} /> : <screens.Order key={id} id={id} />;
  };
}

function Orders({ tabs }: { tabs: readonly LoadedTab[] }) {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const refresh = useRefresh();
  const [{ kind, screens }, setKind] = useKind(tabs);
  const [status, setStatus] = useState<ProductOrderStatus>('in-term');
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('staking.ordersTitle')}
          back={back}
          action={<TextButton {...to(pages.earningsCurve)}>{t('staking.listTitle')}</TextButton>}
        />
        <Tabs
          id={TABS}
          label={t('staking.statuses')}
          value={status}
          onChange={setStatus}
          items={statuses.map((key) => ({ key, label: t(WORDS[key]) }))}
        />
        <div className={styles.kinds} role="group" aria-label={t('staking.kinds')}>
          {tabs.map((tab) => (
            <Chip key={tab.kind} isOn={tab.kind === kind} onPress={() => setKind(tab.kind)}>
              {t(tab.label)}
            </Chip>
          ))}
        </div>
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <TabPanel tabs={TABS} value={status}>
          <screens.Orders key={`${kind} ${status}`} status={status} />
        </TabPanel>
      </ScreenBody>
    </>
  );
}
