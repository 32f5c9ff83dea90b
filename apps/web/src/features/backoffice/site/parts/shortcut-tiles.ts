/** Home's tiles in their first order. */
import { bankIcon, cpuIcon, loanIcon, sproutIcon, timerIcon, tradeIcon, usersIcon } from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';

export const shortcuts = [
  { path: pages.deal, label: 'site.spot', icon: tradeIcon },
  { path: pages.futures, label: 'site.futures', icon: timerIcon },
  { path: pages.offering, label: 'site.newCoins', icon: sproutIcon },
  { path: pages.stakeList, label: 'site.staking', icon: cpuIcon },
  { path: pages.fiatDeposit, label: 'common.fiat', icon: bankIcon },
  { path: pages.loan, label: 'site.loan', icon: loanIcon },
  { path: pages.invite, label: 'site.invite', icon: usersIcon },
] as const;
