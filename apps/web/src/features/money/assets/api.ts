/** Asset calls in the app's own terms, their cache keys, and when they are refetched. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
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
import type { WorthPoint } from './worth-view.ts';

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

export const worthPeriods = ['week', 'month', 'quarter', 'year', 'all'] as const;
export type WorthPeriod = (typeof worthPeriods)[number];

export interface WorthDays {
  /** The days of the member are not computed yet. */
  readonly isComputing: boolean;
  /** The first day is that of the first deposit, not of the period. */
  readonly isYounger: boolean;
  readonly points: readonly WorthPoint[];
}

/** Past days never change; a new one comes once a day. */
const DAYS_FRESH_MS = 60_000;

/** What the member had at each midnight of a period. */
export const worthDaysQuery = (period: WorthPeriod) =>
  queryOptions({
    queryKey: ['assets', 'worthDays', period],
    queryFn: async ({ signal }): Promise<WorthDays> => {
      const { state, isYounger, list } = await call('GET /user/worthDays', { period }, { signal });
      return { isComputing: state === 'computing', isYounger, points: list };
    },
    staleTime: DAYS_FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.isComputing === true ? DAYS_FRESH_MS : false),
  });
