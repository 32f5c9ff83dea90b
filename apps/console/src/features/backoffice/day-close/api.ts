/** Queries of closed days. A closed day does not change, so it is asked for once. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { call } from '../../../platform/call.ts';

export type ClosedDay = OperatorOutput<'GET /operator/dayClose/list'>['list'][number];
export type ShownDay = OperatorOutput<'GET /operator/dayClose/show'>;
export type ClosedCoin = ShownDay['coins'][number];

const KEY = 'day-close';

export function useDays() {
  return useInfiniteQuery({
    queryKey: [KEY, 'list'],
    queryFn: ({ pageParam }) =>
      call('GET /operator/dayClose/list', pageParam === '' ? {} : { before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.day : undefined),
  });
}

export function useDay(day: string) {
  return useQuery({
    queryKey: [KEY, 'day', day],
    queryFn: () => call('GET /operator/dayClose/show', { day }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
