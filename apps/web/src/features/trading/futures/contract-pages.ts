/** Updates cached lists of contracts when single contracts change; pure. */
import type { RowOf } from '@tern/protocol/client';
import { type CachedPages, withRow } from '../../../kernel/cached-pages.ts';

type ContractDto = RowOf<'GET /hyorder/myHyorderList'>;

type DtoField =
  | 'coinname'
  | 'cate'
  | 'usdt'
  | 'ctime_num'
  | 'ploss'
  | 'status'
  | 'outcome'
  | 'reason';

/** A timed contract in the app's own terms. */
export interface Contract extends Omit<ContractDto, DtoField> {
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

/** The names of the API, also in an event with some of the fields. */
export type ChangeDto = Partial<ContractDto> & Pick<ContractDto, 'ID' | 'status'>;
/** A contract in an event or answer: complete, or only the changed fields. */
export type ContractChange = Partial<Contract> & Pick<Contract, 'ID' | 'status'>;

/** Running contracts, or those settled or invalid. */
export interface ContractFilter {
  part: 'running' | 'settled';
}

export type ContractPages = CachedPages<Contract>;

const isWhole = (change: ContractChange): change is Contract => change.symbol !== undefined;

/** A contract never returns to an earlier status. */
const RANK = { pending: 0, settled: 1, invalid: 2 };

/** Answers and events can arrive out of order. */
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

/** The list of a filter after one contract changed. */
export function withContract(
  data: ContractPages,
  row: Contract,
  { part }: ContractFilter,
): ContractPages {
  return withRow(data, row, (row.status === 'pending') === (part === 'running'));
}
