/** One review: its query. The queue and the products share it. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { call } from '../../platform/call.ts';
import { REVIEWS } from '../live-queue.ts';
import { type InTerms, inTerms } from '../api-terms.ts';

export type ReviewDetail = InTerms<OperatorOutput<'GET /operator/review/find'>['rereview']>;

/** Nothing is asked without an id. */
export function useReview(id: string | number | null | undefined) {
  return useQuery({
    enabled: id !== null && id !== undefined,
    queryKey: [REVIEWS, 'one', String(id)],
    queryFn: async (): Promise<ReviewDetail> => {
      const { rereview } = await call('GET /operator/review/find', { ID: String(id) });
      // The names of the facts are shown and hashed as they are.
      return { ...inTerms(rereview), facts: rereview.facts };
    },
  });
}
