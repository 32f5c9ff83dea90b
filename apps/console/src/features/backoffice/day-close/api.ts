/** Queries of closed days. A closed day does not change, so it is asked for once. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { call } from '../../../platform/call.ts';

export type ClosedDay = OperatorOutput<'GET /operator/dayClose/list'>['list'][number];
export type ShownDay = OperatorOutput<'GET /operator/dayClose/show'>;
export type ClosedCoin = ShownDay['coins'][number];

const KEY = 'day-close';
/** A new day is closed once a day. */
const ASK_EVERY_MS = 60_000;

export function useDays() {
  return useInfiniteQuery({
    queryKey: [KEY, 'list'],
    queryFn: ({ pageParam }) =>
      call('GET /operator/dayClose/list', pageParam === '' ? {} : { before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.day : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  });
}

export function useDay(day: string) {
  return useQuery({
    queryKey: [KEY, 'day', day],
    queryFn: () => call('GET /operator/dayClose/show', { day }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
