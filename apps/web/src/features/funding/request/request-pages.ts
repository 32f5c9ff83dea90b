/** Updates cached lists of funding requests when single ones change; pure. */
import type { ListPage } from '../../../kernel/paged-list.tsx';

/** The fields used here; `UpdatedAt` in ISO 8601. */
export interface ChangingRow {
  ID: number;
  UpdatedAt: string;
}

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
