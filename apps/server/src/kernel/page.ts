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
