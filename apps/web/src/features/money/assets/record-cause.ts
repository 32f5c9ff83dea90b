/** Where a record comes from: the page of the order, transfer or contract in its reference; pure. */
import { pages } from '../../../kernel/pages.ts';
import type { Path } from '../../../platform/navigation/route.ts';

const PAGES: Readonly<Record<string, Path>> = {
  order: pages.orderDetail,
  contract: pages.contractDetail,
  deposit: pages.depositDetail,
  withdrawal: pages.withdrawDetail,
  payout: pages.fiatWithdrawDetail,
  membertransfer: pages.sendDetail,
  subscription: pages.offeringHistory,
};

export interface RecordCause {
  path: Path;
  id: string;
}

/** For example `withdrawal:20001`; undefined for a record without a page. */
export function causeOf(reference: string): RecordCause | undefined {
  const [, kind = '', id = ''] = /^([a-z]+):([1-9]\d*)$/.exec(reference) ?? [];
  const path = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  return path === undefined ? undefined : { path, id };
}
