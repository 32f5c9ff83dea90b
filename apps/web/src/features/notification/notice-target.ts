/** Where a notice leads: the record it is about, or the page where something can be done. */
import { pages } from '../../kernel/pages.ts';
import type { Params, Path } from '../../platform/navigation/route.ts';
import type { Notice } from './api.ts';

export interface Target {
  path: Path;
  params: Params;
  label:
    | 'notification.openRecord'
    | 'notification.openPasswords'
    | 'notification.openKeys'
    | 'notification.openStaff';
}

/** The page that shows a record of this kind by its number. */
const RECORD_PAGES: Readonly<Record<string, Path>> = {
  contract: pages.contractDetail,
  withdrawal: pages.withdrawDetail,
  deposit: pages.depositDetail,
  wire: pages.fiatDeposit,
  payout: pages.fiatWithdrawDetail,
};

/** Undefined where nothing more is to be seen or done. */
export function targetOf({ kind, about }: Pick<Notice, 'kind' | 'about'>): Target | undefined {
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
  if (kind.startsWith('staff.')) {
    return { path: pages.staffActions, params: {}, label: 'notification.openStaff' };
  }
  return undefined;
}
