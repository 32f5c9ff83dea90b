/** The icon of a notice. */
import {
  bankIcon,
  certificateIcon,
  depositIcon,
  documentIcon,
  headsetIcon,
  identityIcon,
  keyIcon,
  loanIcon,
  lockIcon,
  sproutIcon,
  timerIcon,
  usersIcon,
  withdrawIcon,
} from '@tern/ui';
import type { Notice } from './api.ts';

const ICONS: Readonly<Record<string, string>> = {
  withdrawal: withdrawIcon,
  deposit: depositIcon,
  wire: bankIcon,
  payout: bankIcon,
  loan: loanIcon,
  earn: depositIcon,
  subscription: sproutIcon,
  verify: identityIcon,
  unverify: identityIcon,
  keyMade: keyIcon,
  keyRemoved: keyIcon,
  contract: timerIcon,
  review: certificateIcon,
  staff: usersIcon,
  security: lockIcon,
  paper: depositIcon,
  service: headsetIcon,
};

/** By its record, its event, or its family. */
export function iconOf({ kind, about }: Pick<Notice, 'kind' | 'about'>): string {
  const [family = '', step = ''] = kind.split('.');
  return ICONS[about?.kind ?? ''] ?? ICONS[step] ?? ICONS[family] ?? documentIcon;
}
