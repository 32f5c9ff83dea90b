/** Where a record comes from: the page of the order, transfer or contract that its reference names; pure. */
import { pages } from '../../kernel/pages.ts';
import type { Path } from '../../platform/navigation/route.ts';

const PAGES: Readonly<Record<string, Path>> = {
  order: pages.orderDetail,
  contract: pages.contractDetail,
  deposit: pages.depositDetail,
  withdrawal: pages.withdrawDetail,
  payout: pages.fiatWithdrawDetail,
};

export interface RecordCause {
  path: Path;
  id: string;
}

/** Of `withdrawal:20001`; nothing for what has no page of its own. */
export function causeOf(reference: string): RecordCause | undefined {
  const [, kind = '', id = ''] = /^([a-z]+):([1-9]\d*)$/.exec(reference) ?? [];
  const path = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  return path === undefined ? undefined : { path, id };
}
