/** A funding request in the app's own terms, its place in cached lists, and when it is decided. Pure. */
import type { ListPage } from '../../../../kernel/paged-list.tsx';

export type RequestStatus = 'underReview' | 'completed' | 'rejected' | 'cancelled';

/** Cancelled requests are shown only under all. */
export const statusFilters = ['all', 'underReview', 'completed', 'rejected'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** What deposits, withdrawals, wires and payouts have in common; times in ISO 8601. */
export interface FundingRequest {
  ID: number;
  CreatedAt: string;
  UpdatedAt: string;
  /** "D-20418" */
  recordNo: string;
  asset: string;
  amount: string;
  status: RequestStatus;
  /** Approved while still under review: being sent. */
  isApproved?: boolean;
  /** Approved, but returned: the rate fell below the minimum, or the bank sent it back. */
  isVoided?: boolean;
  /** Why it was rejected or is on hold. */
  reason: string;
  decidedAt: string | null;
  dueAt: string;
  heldUntil: string | null;
}

/** The fields used here; `UpdatedAt` in ISO 8601. */
export type ChangingRow = Pick<FundingRequest, 'ID' | 'UpdatedAt'>;

export interface RowPages<Row> {
  pages: ListPage<Row>[];
  pageParams: unknown[];
}

/** Whether `next` is not older than what is known: answers and events can arrive out of order. */
export function isNewer<Row extends ChangingRow>(next: Row, known: Row | undefined): boolean {
  return known === undefined || Date.parse(next.UpdatedAt) >= Date.parse(known.UpdatedAt);
}

/** Replaces the row in place; an unknown one becomes the first. */
export function withRow<Row extends ChangingRow>(data: RowPages<Row>, row: Row): RowPages<Row> {
  const isKnown = data.pages.some(({ list }) => list.some(({ ID }) => ID === row.ID));
  const newest = data.pages[0]?.list[0];
  if (!isKnown && newest !== undefined && row.ID < newest.ID) return data;
  const replaced = (list: Row[]) => list.map((old) => (old.ID === row.ID ? row : old));
  return {
    ...data,
    pages: data.pages.map((page, index) => ({
      ...page,
      total: isKnown ? page.total : page.total + 1,
      list: !isKnown && index === 0 ? [row, ...page.list] : replaced(page.list),
    })),
  };
}

export interface DecisionTime {
  key: 'transfer.heldUntil' | 'transfer.decidedBy' | 'transfer.late';
  /** ISO 8601 */
  at: string;
}

/**
 * The time shown for a request under review: the end of a pause, or when it will be decided. `now`: epoch ms. A
 * pause that is over no longer counts, and an overdue decision is shown as late.
 */
export function decisionTime(
  { heldUntil, dueAt }: Pick<FundingRequest, 'heldUntil' | 'dueAt'>,
  now: number,
): DecisionTime {
  if (heldUntil !== null && Date.parse(heldUntil) > now) {
    return { key: 'transfer.heldUntil', at: heldUntil };
  }
  const isLate = Date.parse(dueAt) <= now;
  return { key: isLate ? 'transfer.late' : 'transfer.decidedBy', at: dueAt };
}

const WHOLE_UP_TO = 16;
const END = 6;

/** Addresses and transaction ids in narrow places: "TQ5nV8…pL8fKd", enough of both ends to tell them apart. */
export function shortAddress(address: string): string {
  const isShort = address.length <= WHOLE_UP_TO;
  return isShort ? address : `${address.slice(0, END)}…${address.slice(-END)}`;
}
