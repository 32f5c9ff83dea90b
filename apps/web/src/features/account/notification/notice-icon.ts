/** The icon of a notice. */
import {
  bankIcon,
  bellIcon,
  depositIcon,
  headsetIcon,
  identityIcon,
  keyIcon,
  loanIcon,
  lockIcon,
  megaphoneIcon,
  sproutIcon,
  swapIcon,
  timerIcon,
  usersIcon,
  withdrawIcon,
} from '@tern/ui';
import type { Notice, NoticeCategory } from './api.ts';

export const categoryIcons: Readonly<Record<NoticeCategory, string>> = {
  security: lockIcon,
  money: bankIcon,
  loans: loanIcon,
  contracts: timerIcon,
  spot: swapIcon,
  prices: bellIcon,
  yield: sproutIcon,
  rewards: usersIcon,
  service: headsetIcon,
  news: megaphoneIcon,
};

/** Where the category says too little: by kind of record, or by event. */
const ICONS: Readonly<Record<string, string>> = {
  withdrawal: withdrawIcon,
  deposit: depositIcon,
  memberTransfer: usersIcon,
  subscription: sproutIcon,
  granted: depositIcon,
  verify: identityIcon,
  unverify: identityIcon,
  keyMade: keyIcon,
  keyRemoved: keyIcon,
  credit: usersIcon,
  debit: usersIcon,
};

/** By its record, its event, or its category. */
export function iconOf({ kind, about, category }: Pick<Notice, 'kind' | 'about' | 'category'>) {
  const [, event = ''] = kind.split('.');
  return ICONS[about?.kind ?? ''] ?? ICONS[event] ?? categoryIcons[category];
}
