/** API key calls and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { addressesIn } from './view-model.ts';

export type ApiKey = Output<'GET /apiKey/getApiKeyList'>['list'][number];

/** The only answer with the secret; it is never cached. */
export type NewKey = Output<'POST /apiKey/createApiKey'>;

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call('GET /apiKey/getApiKeyList', {}, { signal }),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });

export interface KeyInput {
  name: string;
  canTrade: boolean;
  addresses: string;
  password: string;
}

/**
 * @throws wrong-login-password, too-many-requests, invalid-request (name, ips), step-up-required, limit-reached
 */
export async function createKey(input: KeyInput): Promise<NewKey> {
  const made = await call('POST /apiKey/createApiKey', {
    name: input.name.trim(),
    scopes: input.canTrade ? ['read', 'trade'] : ['read'],
    ips: addressesIn(input.addresses),
    password: input.password,
  });
  void refresh();
  return made;
}

/** @throws not-found */
export async function deleteKey(id: number): Promise<void> {
  await call('DELETE /apiKey/deleteApiKey', { ID: id });
  await refresh();
}
