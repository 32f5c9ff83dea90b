/** Calls of exports and of closing, and their cached answer. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type AccountData = Output<'GET /user/accountData'>;
export type Obstacle = AccountData['obstacles'][number];
export type Machine = AccountData['machines'][number];
export type Closing = NonNullable<AccountData['closing']>;
export type Download = Output<'POST /user/exportAccount'>;

export const accountDataQuery = queryOptions({
  queryKey: ['account-data'],
  queryFn: ({ signal }) => call('GET /user/accountData', {}, { signal }),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: accountDataQuery.queryKey });

// From the first time the page is opened: what is left changes with money and decisions.
onMemberEvent('notification.added', () => void refresh());
onMemberEvent('assets.balance', () => void refresh());

/** @throws wrong-login-password, too-many-requests */
export const prepareExport = (password: string) => call('POST /user/exportAccount', { password });

/** @throws wrong-login-password, too-many-requests, account-not-empty: what is left is shown then */
export async function closeAccount(password: string): Promise<void> {
  try {
    await call('POST /user/closeAccount', { password });
  } finally {
    await refresh();
  }
}

/**
 * Only with the figures that are shown.
 * @throws wrong-login-password, too-many-requests, terms-changed, already-decided, busy
 */
export async function giveUpMachines(
  machines: readonly Machine[],
  password: string,
): Promise<void> {
  const shown = machines.map(({ ID, toCome, frozen }) => ({ ID, toCome, frozen }));
  try {
    await call('POST /user/giveUpMachines', { password, machines: shown });
  } finally {
    await refresh();
  }
}

export async function keepAccount(): Promise<void> {
  await call('POST /user/keepAccount', {});
  await refresh();
}
