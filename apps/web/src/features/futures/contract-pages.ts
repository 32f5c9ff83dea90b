/** Updates cached lists of contracts when single contracts change; pure. */
import type { RowOf } from '@tern/protocol/client';

type WireContract = RowOf<'GET /hyorder/myHyorderList'>;

type WireWord =
  | 'coinname'
  | 'cate'
  | 'usdt'
  | 'ctime_num'
  | 'ploss'
  | 'status'
  | 'outcome'
  | 'reason';

/** A short contract in the app's own terms. */
export interface Contract extends Omit<WireContract, WireWord> {
  symbol: string;
  direction: 'up' | 'down';
  status: 'pending' | 'settled' | 'invalid';
  outcome: 'open' | 'win' | 'loss' | 'tie';
  /** Why it is invalid. */
  reason: 'none' | 'notOpened' | 'staleClose';
  /** In USDT. */
  stake: string;
  /** Its duration. */
  seconds: number;
  /** Profit or loss; 0 until settled. */
  profit: string;
}

/** The names of the wire, also in an event with some of the fields. */
export type WireChange = Partial<WireContract> & Pick<WireContract, 'ID' | 'status'>;
/** A contract in an event or answer: complete, or only the changed fields. */
export type ContractChange = Partial<Contract> & Pick<Contract, 'ID' | 'status'>;

/** Running contracts, or those settled or invalid. */
export interface ContractFilter {
  part: 'running' | 'settled';
}

interface ContractPage {
  list: Contract[];
  total: number;
  page: number;
  pageSize: number;
}

export interface ContractPages {
  pages: ContractPage[];
  pageParams: unknown[];
}

const isWhole = (change: ContractChange): change is Contract => change.symbol !== undefined;

const RANK = { pending: 0, settled: 1, invalid: 2 };

/** Answers and events can arrive out of order: a contract never returns to an earlier state. */
function isEarlier(change: ContractChange, known: Contract): boolean {
  if (change.status !== known.status) return RANK[change.status] < RANK[known.status];
  return known.openPrice !== '' && change.openPrice === '';
}

/** The contract's current state; undefined when too little is known. */
export function changedContract(
  known: Contract | undefined,
  change: ContractChange,
): Contract | undefined {
  if (known === undefined) return isWhole(change) ? change : undefined;
  return isEarlier(change, known) ? known : { ...known, ...change };
}

/** The lists with one contract added, replaced or removed. */
export function withContract(
  data: ContractPages,
  row: Contract,
  { part }: ContractFilter,
): ContractPages {
  const belongs = (row.status === 'pending') === (part === 'running');
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
function homeOf({ pages }: ContractPages, row: Contract): number {
  const found = pages.findIndex(({ list }) => (list.at(-1)?.ID ?? 0) <= row.ID);
  return found < 0 ? pages.length - 1 : found;
}
