/** Queries of closed days. The sums of one do not change; what explains and who signed them does. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { call } from '../../../platform/call.ts';

export type ClosedDay = OperatorOutput<'GET /operator/dayClose/list'>['list'][number];
export type ShownDay = OperatorOutput<'GET /operator/dayClose/show'>;
export type ClosedCoin = ShownDay['coins'][number];
export type DayDifference = ClosedCoin['differences'][number];
export type DayStatement = ClosedCoin['statements'][number];
export type SignOff = ShownDay['signOff'];
export type DayItem = SignOff['items'][number];

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
    enabled: day !== '',
  });
}

export type AskedFile = OperatorInput<'POST /operator/dayFile/make'>;
export type FileKind = AskedFile['kind'];
export type DayFile = OperatorOutput<'GET /operator/dayFile/list'>['list'][number];

const SECOND_MS = 1_000;

/** Asked again each second while one is made. */
export function useFiles() {
  return useQuery({
    queryKey: [KEY, 'files'],
    queryFn: () => call('GET /operator/dayFile/list', {}),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => state === 'waiting' || state === 'making') === true
        ? SECOND_MS
        : false,
  });
}

/** Of closed days, which do not change. */
export function useFilePreview(asked: AskedFile) {
  return useQuery({
    queryKey: [KEY, 'preview', asked],
    queryFn: () => call('POST /operator/dayFile/preview', asked),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
