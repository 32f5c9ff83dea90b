/** Queries of the review queue. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type InTerms, inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';

export type QueueFilter = Omit<OperatorInput<'GET /operator/review/list'>, 'pageSize'>;
export type ReviewRow = InTerms<OperatorOutput<'GET /operator/review/list'>['list'][number]>;
export type Counts = OperatorOutput<'GET /operator/review/counts'>['kinds'];

export function useCounts() {
  const mayRead = usePermission('reviews.read');
  return useQuery({
    enabled: mayRead,
    queryKey: [REVIEWS, 'counts'],
    queryFn: async () => (await call('GET /operator/review/counts', {})).kinds,
  });
}

export function useReviews(filter: QueueFilter) {
  return useQuery({
    queryKey: [REVIEWS, 'list', filter],
    queryFn: async () =>
      inTerms(await call('GET /operator/review/list', { ...filter, pageSize: PAGE_SIZE })),
    placeholderData: (previous) => previous,
  });
}

type WireReceipt = OperatorInput<'POST /operator/wire/recordReceipt'>;

/** The input that records the receipt of a wire. */
export const receiptInput = ({
  amount,
  ...given
}: Omit<WireReceipt, 'num'> & { amount: string }) => ({
  ...given,
  num: amount,
});

type LoanAmount = OperatorInput<'POST /operator/loan/lowerAmount'>;

/** The input that lowers the amount of a loan application. */
export const loanAmountInput = ({
  amount,
  ...given
}: Omit<LoanAmount, 'num'> & { amount: string }) => ({
  ...given,
  num: amount,
});

/** Fetched only on request, because each view is logged. */
export function useReviewImage(id: number, image: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['image', id, image],
    queryFn: async () =>
      (await call('GET /operator/review/image', { ID: String(id), image })).image,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Fetched only on request, because each look is logged. */
export function useReviewNumbers(id: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['numbers', id],
    queryFn: async () => (await call('GET /operator/review/numbers', { ID: String(id) })).list,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
