/** The list of withdrawals kept in step with single ones as they change; pure. */
import type { RowOf } from '@tern/protocol/client';
import type { ListPage } from '../../kernel/paged-list.tsx';

export type Withdrawal = RowOf<'GET /withdraw/myWithdrawList'>;

export interface WithdrawalPages {
  pages: ListPage<Withdrawal>[];
  pageParams: unknown[];
}

/** True when `next` is no older than what is known: answers and events may overtake each other. */
export function isNewer(next: Withdrawal, known: Withdrawal | undefined): boolean {
  return known === undefined || Date.parse(next.UpdatedAt) >= Date.parse(known.UpdatedAt);
}

/** Replaces the row where it stands; one not seen before becomes the first. */
export function withWithdrawal(data: WithdrawalPages, row: Withdrawal): WithdrawalPages {
  const isKnown = data.pages.some(({ list }) => list.some(({ ID }) => ID === row.ID));
  const newest = data.pages[0]?.list[0];
  if (!isKnown && newest !== undefined && row.ID < newest.ID) return data;
  const replaced = (list: Withdrawal[]) => list.map((old) => (old.ID === row.ID ? row : old));
  return {
    ...data,
    pages: data.pages.map((page, index) => ({
      ...page,
      total: isKnown ? page.total : page.total + 1,
      list: !isKnown && index === 0 ? [row, ...page.list] : replaced(page.list),
    })),
  };
}
