/** Queries of screening; refetched with the queue, whose changes a new hit reports. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { usePermission } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';

export type Screening = OperatorOutput<'GET /operator/screening/list'>;
export type HitRow = Screening['open'][number];
export type Hit = OperatorOutput<'GET /operator/screening/hit'>['hit'];
export type Decision = OperatorInput<'POST /operator/screening/decide'>;
export type Finding = Decision['finding'];
export type Sign = Decision['signs'][number];

/** A list is read at any time. */
const ASK_EVERY_MS = 60_000;

export function useScreening() {
  const mayRead = usePermission('screening.read');
  return useQuery({
    queryKey: [REVIEWS, 'screening'],
    queryFn: () => call('GET /operator/screening/list', {}),
    enabled: mayRead,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** The number of open hits. */
export const useOpenHits = (): number => useScreening().data?.total ?? 0;

export function useHit(id: string) {
  return useQuery({
    queryKey: [REVIEWS, 'screening', id],
    queryFn: async () => (await call('GET /operator/screening/hit', { ID: id })).hit,
  });
}

/** Fetched only on request, because each view is logged. */
export function useDocument(reviewId: number, image: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['image', reviewId, image],
    queryFn: async () =>
      (await call('GET /operator/review/image', { ID: String(reviewId), image })).image,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
