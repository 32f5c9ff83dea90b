/** Asset calls, their cache keys, and when they are refetched. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { balanceKeys } from '../../kernel/balances.ts';
import { onMemberEvent } from '../../kernel/member-events.ts';
import { nextPage } from '../../kernel/paged-list.tsx';
import { queryClient } from '../../kernel/query-client.ts';
import { call } from '../../platform/http/call.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { RecordRow } from './records-csv.ts';

/** Absent: all. */
export interface RecordFilter {
  coinname?: string;
  type?: number;
}

const RECORDS = ['assets', 'records'] as const;
const PAGE_SIZE = 20;
/** rules §13: the largest page size. */
const EXPORT_PAGE_SIZE = 100;

/** Records of a filter, newest first, page by page. */
export const recordsQuery = (filter: RecordFilter) =>
  infiniteQueryOptions({
    queryKey: [...RECORDS, filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /user_money_log/getUser_money_logList',
        { ...filter, page: pageParam, pageSize: PAGE_SIZE },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

const TOO_OFTEN = 4024;
const REST_MS = 1_000;

/** For members with so many records that the server limits the rate: wait, then retry. */
async function exportPage(filter: RecordFilter, page: number, signal: AbortSignal) {
  const input = { ...filter, page, pageSize: EXPORT_PAGE_SIZE };
  for (;;) {
    try {
      return await call('GET /user_money_log/getUser_money_logList', input, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CallError && error.code === TOO_OFTEN)) throw error;
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }
}

/** Every record of a filter, each once, even if new ones are added meanwhile. */
export async function allRecords(filter: RecordFilter, signal: AbortSignal): Promise<RecordRow[]> {
  const records = new Map<number, RecordRow>();
  let page: number | undefined = 1;
  while (page !== undefined) {
    // One after another: each answer says whether there is a next page.
    const answer = await exportPage(filter, page, signal);
    for (const record of answer.list) records.set(record.ID, record);
    page = nextPage(answer);
  }
  return [...records.values()];
}

/** Refetches the coins: their value changes with prices. */
export function reloadCoins(): void {
  void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
}

// Starts with the first assets screen: every movement of money adds a record.
onMemberEvent('assets.balance', () => {
  void queryClient.invalidateQueries({ queryKey: RECORDS });
});
