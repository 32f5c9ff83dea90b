/** Updates cached lists when single rows change; pure. */
import type { ListPage } from './paged-list.tsx';

/** The loaded pages of a list, newest row first: the one with the largest `ID`. */
export interface CachedPages<Row> {
  pages: ListPage<Row>[];
  pageParams: unknown[];
}

/** The pages with one row added, replaced or, if it no longer belongs to the list, removed. */
export function withRow<Row extends { ID: number }>(
  data: CachedPages<Row>,
  row: Row,
  belongs: boolean,
): CachedPages<Row> {
  const isListed = data.pages.some(({ list }) => list.some(({ ID }) => ID === row.ID));
  if (!belongs && !isListed) return data;
  if (belongs && !isListed) return withNew(data, row);
  return eachPage(data, (page) => ({
    ...page,
    total: belongs ? page.total : Math.max(0, page.total - 1),
    list: page.list.flatMap((other) => (other.ID !== row.ID ? [other] : belongs ? [row] : [])),
  }));
}

/** Sorted in; a row older than all loaded ones is only counted while there are more pages. */
function withNew<Row extends { ID: number }>(data: CachedPages<Row>, row: Row): CachedPages<Row> {
  const [first] = data.pages;
  if (first === undefined) return data;
  const isLastLoaded = data.pages.length === 1 && first.list.length >= first.total;
  const oldest = data.pages.at(-1)?.list.at(-1);
  const isBelow = oldest !== undefined && row.ID < oldest.ID && !isLastLoaded;
  const home = data.pages.findIndex((page) => (page.list.at(-1)?.ID ?? 0) < row.ID);
  const target = home < 0 ? data.pages.length - 1 : home;
  return eachPage(data, (page, index) => ({
    ...page,
    total: page.total + 1,
    list:
      index === target && !isBelow
        ? [...page.list, row].toSorted((left, right) => right.ID - left.ID)
        : page.list,
  }));
}

const eachPage = <Row>(
  data: CachedPages<Row>,
  change: (page: ListPage<Row>, index: number) => ListPage<Row>,
) => ({ ...data, pages: data.pages.map(change) });
