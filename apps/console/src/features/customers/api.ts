/** Queries of customers. Each view is logged. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../kernel/pager.tsx';
import { call } from '../../platform/call.ts';

export type Customer = OperatorOutput<'GET /operator/customer/find'>['recustomer'];

const CUSTOMERS = 'customers';

export function useCustomers(search: string, page: number) {
  return useQuery({
    queryKey: [CUSTOMERS, 'list', search, page],
    queryFn: () => call('GET /operator/customer/list', { search, page, pageSize: PAGE_SIZE }),
  });
}

export function useCustomer(id: string) {
  return useQuery({
    queryKey: [CUSTOMERS, 'one', id],
    queryFn: async () => (await call('GET /operator/customer/find', { ID: id })).recustomer,
  });
}

export function useCustomerRecords(id: string, page: number) {
  return useQuery({
    queryKey: [CUSTOMERS, 'records', id, page],
    queryFn: () => call('GET /operator/customer/records', { ID: id, page, pageSize: PAGE_SIZE }),
  });
}
