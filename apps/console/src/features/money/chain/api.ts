/** Queries of stuck transfers and of payouts at the bank. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { type InTerms, inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';

export type UnmatchedDeposit = InTerms<
  OperatorOutput<'GET /operator/chain/strays'>['list'][number]
>;
export type Halted = InTerms<OperatorOutput<'GET /operator/chain/halted'>['list'][number]>;
export type Candidate = InTerms<OperatorOutput<'GET /operator/chain/candidates'>['list'][number]>;
/** How two operators resolve a withdrawal that the network did not answer. */
export type Resolution = OperatorInput<'POST /operator/chain/proposeVerdict'>['verdict'];
export const resolutionInput = (resolution: Resolution) => ({ verdict: resolution });

export type BankPayout = InTerms<OperatorOutput<'GET /operator/payout/list'>['list'][number]>;
type ReturnDto = OperatorInput<'POST /operator/payout/proposeReturn'>;
export const returnInput = ({
  amount,
  ...given
}: Omit<ReturnDto, 'num'> & { amount: string }): ReturnDto => ({ ...given, num: amount });

export type BankEntry = InTerms<OperatorOutput<'GET /operator/bank/entries'>['list'][number]>;
export type BankCandidate = InTerms<
  OperatorOutput<'GET /operator/bank/candidates'>['list'][number]
>;
export type BankAccount = InTerms<OperatorOutput<'GET /operator/bank/accounts'>['list'][number]>;
export type Statement = InTerms<OperatorOutput<'GET /operator/bank/statements'>['list'][number]>;

type PaymentFiles = OperatorOutput<'GET /operator/paymentFile/list'>;
export type PaymentFile = InTerms<PaymentFiles['list'][number]>;
export type ReadyPayments = InTerms<PaymentFiles['ready'][number]>;

export type UnmatchedFilter = Pick<
  OperatorInput<'GET /operator/chain/strays'>,
  'state' | 'fault' | 'search'
>;

export function useUnmatched(filter: UnmatchedFilter, page: number) {
  return useQuery({
    queryKey: ['chain', 'unmatched', filter, page],
    queryFn: async () =>
      inTerms(await call('GET /operator/chain/strays', { ...filter, page, pageSize: PAGE_SIZE })),
  });
}

export function useHalted(search: string, page: number) {
  return useQuery({
    queryKey: ['chain', 'halted', search, page],
    queryFn: async () =>
      inTerms(await call('GET /operator/chain/halted', { search, page, pageSize: PAGE_SIZE })),
  });
}

/** With a search also payouts that were sent. */
export function usePayoutsAtBank(search: string) {
  return useQuery({
    queryKey: ['chain', 'payouts', search],
    queryFn: async () =>
      inTerms(await call('GET /operator/payout/list', { search, page: 1, pageSize: PAGE_SIZE })),
  });
}

/** Candidates; fetched only while the deposit is open. Each view is logged. */
export function useCandidates(reference: string, isOpen: boolean) {
  return useQuery({
    queryKey: ['chain', 'candidates', reference],
    queryFn: async () =>
      inTerms((await call('GET /operator/chain/candidates', { reference })).list),
    enabled: isOpen,
  });
}

export function useBankEntries(search: string) {
  return useQuery({
    queryKey: ['chain', 'entries', search],
    queryFn: async () =>
      inTerms(await call('GET /operator/bank/entries', { search, page: 1, pageSize: PAGE_SIZE })),
  });
}

/** Each view is logged. */
export function useBankCandidates(ID: string) {
  return useQuery({
    queryKey: ['chain', 'bank-candidates', ID],
    queryFn: async () => inTerms(await call('GET /operator/bank/candidates', { ID })),
  });
}

export function useStatements(page: number) {
  return useQuery({
    queryKey: ['chain', 'statements', page],
    queryFn: async () =>
      inTerms(await call('GET /operator/bank/statements', { page, pageSize: PAGE_SIZE })),
  });
}

export function useBankAccounts() {
  return useQuery({
    queryKey: ['chain', 'bank-accounts'],
    queryFn: async () => inTerms(await call('GET /operator/bank/accounts', {})),
  });
}

export function usePaymentFiles() {
  return useQuery({
    queryKey: ['chain', 'payment-files'],
    queryFn: async () => inTerms(await call('GET /operator/paymentFile/list', {})),
  });
}
