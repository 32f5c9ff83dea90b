/** Pages of lists: numbers from 1, sizes from 1 to 100 (rules §13). */

const SIZE_DEFAULT = 10;

export interface Page {
  number: number;
  limit: number;
  offset: number;
}

/** Reads `page` and `pageSize`, which the call's schema has already bounded. */
export function pageOf(input: { page?: number | string; pageSize?: number | string }): Page {
  const number = Number(input.page ?? 1);
  const limit = Number(input.pageSize ?? SIZE_DEFAULT);
  return { number, limit, offset: (number - 1) * limit };
}

/** The page of deposits or withdrawals that an API client requests: API clients page by id. */
export interface TransferRange {
  readonly memberId: number;
  readonly asset: string | null;
  /** Id of the record before the page; 0 at an end of the list. */
  readonly from: number;
  /** `next`: older records, `prev`: newer ones. */
  readonly direction: 'next' | 'prev';
  readonly limit: number;
}
