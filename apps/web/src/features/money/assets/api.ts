/** Asset calls in the app's own terms, their cache keys, and when they are refetched. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { everyRow } from '../../../kernel/every-row.ts';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import {
  type Outcome,
  outcomeOf,
  type RecordType,
  recordTypeCode,
  recordTypeOf,
} from './record-types.ts';

type RecordDto = RowOf<'GET /user_money_log/getUser_money_logList'>;

export interface FinancialRecord
  extends Omit<RecordDto, 'coinname' | 'type' | 'balance' | 'state'> {
  asset: string;
  type: RecordType;
  /** After it; `reserved` too. */
  available: string;
  outcome: Outcome;
}

/** Absent: all. */
export interface RecordFilter {
  asset?: string;
  type?: RecordType;
}

const RECORDS = ['assets', 'records'] as const;
const PAGE_SIZE = 20;
/** The largest page size. */
const EXPORT_PAGE_SIZE = 100;

async function loadRecords(
  { asset, type }: RecordFilter,
  page: { page: number; pageSize: number },
  signal: AbortSignal,
) {
  const input = {
    ...page,
    ...(asset === undefined ? {} : { coinname: asset }),
    ...(type === undefined ? {} : { type: recordTypeCode(type) }),
  };
  const answer = await call('GET /user_money_log/getUser_money_logList', input, { signal });
  const list = answer.list.map(
    ({ coinname, type: code, balance, state, ...row }): FinancialRecord => ({
      ...row,
      asset: coinname,
      type: recordTypeOf(code),
      available: balance,
      outcome: outcomeOf(state),
    }),
  );
  return { ...answer, list };
}

/** Records of a filter, newest first, page by page. */
export const recordsQuery = (filter: RecordFilter) =>
  infiniteQueryOptions({
    queryKey: [...RECORDS, filter],
    queryFn: ({ pageParam, signal }) =>
      loadRecords(filter, { page: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Every record of a filter. */
export const allRecords = (filter: RecordFilter, signal: AbortSignal): Promise<FinancialRecord[]> =>
  everyRow((page) => loadRecords(filter, { page, pageSize: EXPORT_PAGE_SIZE }, signal), signal);

/** Refetches the coins: their value changes with prices. */
export function reloadCoins(): void {
  void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
}

// Starts with the first assets screen: every movement of money adds a record.
onMemberEvent('assets.balance', () => {
  void queryClient.invalidateQueries({ queryKey: RECORDS });
});
