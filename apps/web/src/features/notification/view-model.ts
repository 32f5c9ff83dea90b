/** What a notice looks like and where it leads; pure. */
import {
  bankIcon,
  certificateIcon,
  depositIcon,
  documentIcon,
  identityIcon,
  keyIcon,
  lockIcon,
  timerIcon,
  usersIcon,
  withdrawIcon,
} from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import type { Params, Path } from '../../platform/navigation/route.ts';
import type { Notice } from './api.ts';

type Said = Pick<Notice, 'kind' | 'about'>;

const ICONS: Readonly<Record<string, string>> = {
  withdrawal: withdrawIcon,
  deposit: depositIcon,
  wire: bankIcon,
  payout: bankIcon,
  verify: identityIcon,
  unverify: identityIcon,
  keyMade: keyIcon,
  keyRemoved: keyIcon,
  contract: timerIcon,
  review: certificateIcon,
  staff: usersIcon,
  security: lockIcon,
};

/** By its record, by what happened, or by its family. */
export function iconOf({ kind, about }: Said): string {
  const [family = '', step = ''] = kind.split('.');
  return ICONS[about?.kind ?? ''] ?? ICONS[step] ?? ICONS[family] ?? documentIcon;
}

export interface Target {
  path: Path;
  params: Params;
  label: 'notification.openRecord' | 'notification.openPasswords' | 'notification.openKeys';
}

/** The page that shows a record of this kind by its number. */
const RECORD_PAGES: Readonly<Record<string, Path>> = {
  contract: pages.contractDetail,
  withdrawal: pages.withdrawDetail,
  deposit: pages.depositDetail,
  payout: pages.fiatWithdrawDetail,
};

/** Undefined where nothing more is to be seen or done. */
export function targetOf({ kind, about }: Said): Target | undefined {
  const record = RECORD_PAGES[about?.kind ?? ''];
  if (record !== undefined && about !== null) {
    return { path: record, params: { id: String(about.ID) }, label: 'notification.openRecord' };
  }
  if (kind.startsWith('security.key')) {
    return { path: pages.apiKeys, params: {}, label: 'notification.openKeys' };
  }
  if (kind.startsWith('security.')) {
    return { path: pages.passwords, params: {}, label: 'notification.openPasswords' };
  }
  return undefined;
}
