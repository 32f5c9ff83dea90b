/** Queries of customers. Each view is logged. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';
import { recordName } from '../../../kernel/record-name.ts';

const CUSTOMERS = 'customers';

/** By `realNameStatus` in the API. */
const IDENTITIES = ['none', 'submitted', 'verified', 'rejected'] as const;
export type Identity = (typeof IDENTITIES)[number];

const withIdentity = <Row extends { realNameStatus: number }>({ realNameStatus, ...row }: Row) => ({
  ...row,
  identity: IDENTITIES[realNameStatus] ?? ('none' satisfies Identity),
});

async function loadCustomer(id: string) {
  const { recustomer } = await call('GET /operator/customer/find', { ID: id });
  return withIdentity(inTerms(recustomer));
}

type WireEntry = OperatorInput<'POST /operator/manual/propose'>;

export type Customer = Awaited<ReturnType<typeof loadCustomer>>;

export function useCustomers(search: string, page: number) {
  return useQuery({
    queryKey: [CUSTOMERS, 'list', search, page],
    queryFn: async () => {
      const found = await call('GET /operator/customer/list', {
        search,
        page,
        pageSize: PAGE_SIZE,
      });
      return { ...found, list: found.list.map(withIdentity) };
    },
  });
}

export function useCustomer(id: string) {
  return useQuery({ queryKey: [CUSTOMERS, 'one', id], queryFn: () => loadCustomer(id) });
}

/** The input that proposes a credit or debit. */
export const entryInput = ({
  asset,
  ...given
}: Omit<WireEntry, 'coinname'> & { asset: string }) => ({
  ...given,
  coinname: asset,
});

export type TimelineGroup =
  OperatorOutput<'GET /operator/customer/timeline'>['list'][number]['group'];

async function loadTimeline(input: OperatorInput<'GET /operator/customer/timeline'>) {
  return inTerms(await call('GET /operator/customer/timeline', input));
}
export type TimelineRow = Awaited<ReturnType<typeof loadTimeline>>['list'][number];

/** Pages from the newest on; each names where the next one begins. */
export function useTimeline(id: string, group: TimelineGroup | undefined) {
  return useInfiniteQuery({
    queryKey: [CUSTOMERS, 'timeline', id, group ?? 'all'],
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

/** The name of a record type, as the API numbers it in text. */
export const moneyName = (type: string): string => recordName(Number(type));

export function useCustomerRecords(id: string, page: number) {
  return useQuery({
    queryKey: [CUSTOMERS, 'records', id, page],
    queryFn: async () => {
      const input = { ID: id, page, pageSize: PAGE_SIZE };
      const found = inTerms(await call('GET /operator/customer/records', input));
      return { ...found, list: found.list.map((row) => ({ ...row, type: recordName(row.type) })) };
    },
  });
}

export type CustomerFile = OperatorOutput<'GET /operator/customerFile/list'>['list'][number];

const SECOND_MS = 1_000;

/** Files of the timeline, newest first; asked again each second while one is made. */
export function useCustomerFiles(id: string) {
  return useQuery({
    queryKey: [CUSTOMERS, 'files', id],
    queryFn: () => call('GET /operator/customerFile/list', { ID: id }),
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => state === 'making') === true ? SECOND_MS : false,
  });
}
