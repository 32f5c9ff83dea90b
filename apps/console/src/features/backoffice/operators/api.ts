/** Queries of operator accounts. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { call } from '../../../platform/call.ts';

export type Account = OperatorOutput<'GET /operator/account/list'>['list'][number];

export function useAccounts() {
  return useQuery({
    queryKey: [REVIEWS, 'accounts'],
    queryFn: async () => (await call('GET /operator/account/list', {})).list,
  });
}

export type Roles = OperatorOutput<'GET /operator/account/roles'>;
export type RoleRow = Roles['rows'][number];
export type Role = Roles['roles'][number];

/** What each role may do. */
export function useRoles() {
  return useQuery({
    queryKey: [REVIEWS, 'roles'],
    queryFn: () => call('GET /operator/account/roles', {}),
  });
}

export type OwnAccount = OperatorOutput<'GET /operator/own/account'>;

export function useOwnAccount() {
  return useQuery({
    queryKey: ['ownAccount'],
    queryFn: () => call('GET /operator/own/account', {}),
  });
}

export type StaffAccount = OperatorOutput<'GET /operator/staffAccount/list'>['list'][number];

/** Operators' own accounts as customers. */
export function useStaffAccounts() {
  return useQuery({
    queryKey: [REVIEWS, 'staffAccounts'],
    queryFn: async () => (await call('GET /operator/staffAccount/list', {})).list,
  });
}
