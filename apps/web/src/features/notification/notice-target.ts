/** The link of a notice: its record, or the page where the member can act. */
import { pages } from '../../kernel/pages.ts';
import { productParams } from '../../kernel/products/product-tabs.ts';
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

/** The page for a record of this kind. */
const RECORD_PAGES: Readonly<Record<string, Path>> = {
  contract: pages.contractDetail,
  withdrawal: pages.withdrawDetail,
  deposit: pages.depositDetail,
  wire: pages.fiatDeposit,
  payout: pages.fiatWithdrawDetail,
  subscription: pages.offeringHistory,
  loan: pages.loanHistory,
};

/** The tab of `/stake/order` for an order of this kind. */
const PRODUCT_TABS: Readonly<Record<string, string>> = {
  earn: 'fixed',
  machine: 'machines',
  staking: 'staking',
};

/** Undefined when there is nothing more to see or do. */
export function targetOf({ kind, about }: Pick<Notice, 'kind' | 'about'>): Target | undefined {
  const record = RECORD_PAGES[about?.kind ?? ''];
  if (record !== undefined && about !== null) {
    return { path: record, params: { id: String(about.ID) }, label: 'notification.openRecord' };
  }
  const product = PRODUCT_TABS[about?.kind ?? ''];
  if (product !== undefined && about !== null) {
    const params = productParams(product, about.ID);
    return { path: pages.stakeOrder, params, label: 'notification.openRecord' };
  }
  if (about?.kind === 'service') {
    return { path: pages.service, params: {}, label: 'notification.openRecord' };
  }
  if (kind === 'staking.paid') {
    return { path: pages.earningsList, params: {}, label: 'notification.openRecord' };
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
