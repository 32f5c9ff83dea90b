/** Queries of the audit log, its hash chain, and outgoing messages. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';

export type AuditFilter = OperatorInput<'GET /operator/audit/export'>;
export type MessageFilter = Omit<OperatorInput<'GET /operator/outbox/list'>, 'page' | 'pageSize'>;
export type Message = OperatorOutput<'GET /operator/outbox/list'>['list'][number];

export function useAuditLines(filter: AuditFilter, page: number) {
  return useQuery({
    queryKey: ['audit', filter, page],
    queryFn: async () =>
      inTerms(await call('GET /operator/audit/list', { ...filter, page, pageSize: PAGE_SIZE })),
    placeholderData: (previous) => previous,
  });
}

/** The server verifies the hash chain when the screen opens, or on request. */
export function useAuditChain() {
  return useQuery({
    queryKey: ['audit', 'chain'],
    queryFn: () => call('GET /operator/audit/chain', {}),
    // The server reads the whole log for it.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The login names of all operators. */
export function useLogins() {
  return useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: async () =>
      (await call('GET /operator/account/list', {})).list.map(({ login }) => login),
  });
}

/** Each page that is read is logged. */
export function useMessages(filter: MessageFilter, page: number) {
  return useQuery({
    queryKey: ['outbox', filter, page],
    queryFn: () => call('GET /operator/outbox/list', { ...filter, page, pageSize: PAGE_SIZE }),
  });
}

/** Midnight in the operator's time zone, this many days ago; today counts as one. */
export function sinceOf(days: string, now: number): string {
  const date = new Date(now);
  // Days of 23 or 25 hours are days too.
  const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate() - Number(days) + 1);
  return midnight.toISOString();
}
