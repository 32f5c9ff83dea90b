/** Queries of limits and fees: settings, and the terms of networks and currencies. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { type InTerms, inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';

export type Setting = OperatorOutput<'GET /operator/setting/list'>['list'][number];
export type Version = InTerms<OperatorOutput<'GET /operator/setting/versions'>['list'][number]>;
export type Subject = InTerms<OperatorOutput<'GET /operator/terms/list'>['list'][number]>;
export type TermsField = keyof Subject['terms'];

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async () => (await call('GET /operator/setting/list', {})).list,
});

/** The markets that a payout ratio can be given for. */
export const symbolsQuery = queryOptions({
  queryKey: ['settings', 'symbols'],
  queryFn: async () =>
    (await call('GET /operator/market/list', {})).list.map(({ symbol }) => symbol),
});

export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async () => inTerms((await call('GET /operator/terms/list', {})).list),
});

/** Of one key or of all, newest first. */
export function useVersions(wanted: string | undefined, page: number) {
  return useQuery({
    queryKey: ['settings', 'versions', wanted, page],
    queryFn: async () => {
      const key = wanted === undefined ? {} : { key: wanted };
      const input = { page, pageSize: PAGE_SIZE, ...key };
      return inTerms(await call('GET /operator/setting/versions', input));
    },
  });
}
