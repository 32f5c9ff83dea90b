/** Mining machines and staking: products, orders, earnings; and the pages that other products share as tabs. */
import { pages } from '../../../kernel/pages.ts';
import type { ProductTab } from '../../../kernel/products/product-tabs.ts';
import type { RouteDef } from '../../../platform/navigation/route.ts';

declare module '../../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    staking: typeof import('../../../locales/products/staking/en.json');
  }
}

export const stakingTabs: readonly ProductTab[] = [
  {
    kind: 'machines',
    label: 'staking.machines',
    area: 'staking',
    load: async () => (await import('./screens/product-screens.tsx')).machineScreens,
  },
  {
    kind: 'staking',
    label: 'staking.staking',
    area: 'staking',
    load: async () => (await import('./screens/product-screens.tsx')).stakingScreens,
  },
];

/** The pages `/stake/*`; the tabs are in this order. */
export function productRoutes(tabs: readonly ProductTab[]): readonly RouteDef[] {
  // The link to customer support is the one of all records.
  const areas = ['products' as const, 'transfer' as const, ...tabs.map(({ area }) => area)];
  const loaded = () =>
    Promise.all(tabs.map(async (tab) => ({ ...tab, screens: await tab.load() })));
  return [
    {
      path: pages.stakeList,
      title: 'staking.title',
      areas,
      load: async () => (await import('./screens/list-screen.tsx')).listScreen(await loaded()),
    },
    {
      path: pages.stakeDetail,
      title: 'staking.detailTitle',
      areas,
      load: async () => (await import('./screens/detail-screen.tsx')).detailScreen(await loaded()),
    },
    {
      path: pages.stakeOrder,
      title: 'staking.ordersTitle',
      areas,
      load: async () => (await import('./screens/orders-screen.tsx')).ordersScreen(await loaded()),
    },
    {
      path: pages.earningsCurve,
      title: 'staking.curveTitle',
      load: async () => (await import('./screens/earnings-curve-screen.tsx')).EarningsCurveScreen,
    },
    {
      path: pages.earningsList,
      title: 'staking.listTitle',
      load: async () => (await import('./screens/earnings-list-screen.tsx')).EarningsListScreen,
    },
  ];
}
