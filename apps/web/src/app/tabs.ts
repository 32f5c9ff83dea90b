/** The four tab pages (spec §2) and their labels. */
import { homeIcon, marketIcon, tradeIcon, walletIcon } from '@tern/ui';
import { pages } from '../kernel/pages.ts';

export const tabs = [
  { path: pages.home, label: 'common.tabHome', icon: homeIcon },
  { path: pages.market, label: 'common.tabMarkets', icon: marketIcon },
  { path: pages.deal, label: 'common.tabTrade', icon: tradeIcon },
  { path: pages.assets, label: 'common.tabAssets', icon: walletIcon },
] as const;
