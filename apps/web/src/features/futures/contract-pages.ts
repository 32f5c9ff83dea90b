/** Updates cached lists of contracts when single contracts change; pure. */
import type { RowOf } from '@tern/protocol/client';

export type ContractRow = RowOf<'GET /hyorder/myHyorderList'>;
/** A contract in an event or answer: complete, or only the changed fields. */
export type ContractChange = Partial<ContractRow> & Pick<ContractRow, 'ID' | 'status'>;

/** The filter of `/hyorder/myHyorderList`: 1 pending, 4 settled or invalid. */
export interface ContractFilter {
  status: 1 | 4;
}

interface ContractPage {
  list: ContractRow[];
  total: number;
  page: number;
  pageSize: number;
}

export interface ContractPages {
  pages: ContractPage[];
  pageParams: unknown[];
}

const PENDING = 1;

const isWhole = (change: ContractChange): change is ContractRow => change.coinname !== undefined;

/** Answers and events can arrive out of order: a contract never returns to an earlier state. */
function isEarlier(change: ContractChange, known: ContractRow): boolean {
  if (change.status !== known.status) return change.status < known.status;
  return known.openPrice !== '' && change.openPrice === '';
}

/** The contract's current state; undefined when too little is known. */
export function changedContract(
  known: ContractRow | undefined,
  change: ContractChange,
): ContractRow | undefined {
  if (known === undefined) return isWhole(change) ? change : undefined;
  return isEarlier(change, known) ? known : { ...known, ...change };
}

/** The lists with one contract added, replaced or removed. */
export function withContract(
  data: ContractPages,
  row: ContractRow,
  { status }: ContractFilter,
): ContractPages {
  const belongs = (row.status === PENDING) === (status === PENDING);
  const isListed = data.pages.some(({ list }) => list.some(({ ID }) => ID === row.ID));
  if (!belongs && !isListed) return data;
  const change = (belongs ? 1 : 0) - (isListed ? 1 : 0);
  const home = homeOf(data, row);
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const others = page.list.filter(({ ID }) => ID !== row.ID);
      const isHome = belongs && index === home;
      const list = isHome ? [...others, row].toSorted((a, b) => b.ID - a.ID) : others;
      return { ...page, total: Math.max(0, page.total + change), list };
    }),
  };
}

/** Newest first: the first page that ends with an older contract, otherwise the last one. */
function homeOf({ pages }: ContractPages, row: ContractRow): number {
  const found = pages.findIndex(({ list }) => (list.at(-1)?.ID ?? 0) <= row.ID);
  return found < 0 ? pages.length - 1 : found;
}
