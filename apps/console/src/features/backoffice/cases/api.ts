/** Queries of cases; refetched with the queue, whose changes an act in a case reports. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { inTerms } from '../../../kernel/api-terms.ts';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { usePermission } from '../../../kernel/session.ts';
import { call } from '../../../platform/call.ts';

export type Cases = OperatorOutput<'GET /operator/case/list'>;
export type CaseRow = Cases['list'][number];
export type Risk = CaseRow['risk'];
export type CaseAct = OperatorInput<'POST /operator/case/propose'>['act'];
export type CasePart = CaseRow['restricted'][number];

/** A restriction ends, and a case is late, at any time. */
const ASK_EVERY_MS = 60_000;

export function useCases() {
  const mayRead = usePermission('screening.read');
  return useQuery({
    queryKey: [REVIEWS, 'cases'],
    queryFn: () => call('GET /operator/case/list', {}),
    enabled: mayRead,
    refetchInterval: ASK_EVERY_MS,
  });
}

/** Those that wait for people of compliance. */
export const useWaitingCases = (): number => useCases().data?.waiting ?? 0;

export const useClosedCases = (page: number) =>
  useQuery({
    queryKey: [REVIEWS, 'cases', 'closed', page],
    queryFn: () => call('GET /operator/case/closed', { page, pageSize: PAGE_SIZE }),
  });

async function loadCase(id: string) {
  return inTerms(await call('GET /operator/case/find', { ID: id })).case;
}
export type Case = Awaited<ReturnType<typeof loadCase>>;
export type Suspicion = NonNullable<Case['report']>['suspicions'][number];
export type Proposal = Case['proposals'][number];

export const useCase = (id: string) =>
  useQuery({ queryKey: [REVIEWS, 'cases', 'one', id], queryFn: () => loadCase(id) });

async function loadTimeline(input: OperatorInput<'GET /operator/case/timeline'>) {
  return inTerms(await call('GET /operator/case/timeline', input));
}
export type TimelineRow = Awaited<ReturnType<typeof loadTimeline>>['list'][number];
export type TimelineGroup = TimelineRow['group'];

/** Pages from the newest on; each names where the next one begins. */
export function useCaseTimeline(id: string, group: TimelineGroup | undefined) {
  return useInfiniteQuery({
    queryKey: [REVIEWS, 'cases', 'timeline', id, group ?? 'all'],
    queryFn: ({ pageParam: after }) =>
      loadTimeline({
        ID: id,
        ...(group !== undefined && { group }),
        ...(after !== undefined && { after }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
