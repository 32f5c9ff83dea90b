/** Calls of account security, and their cached answers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { reloadMember } from '../../../kernel/member.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type SecuritySettings = Output<'GET /user/security'>;
export type Unfreezing = NonNullable<SecuritySettings['unfreezing']>;
export type Device = Output<'GET /user/devices'>['list'][number];
export type AddressLock = Output<'GET /user_qianbao/addressLock'>['lock'];
export type SecurityEvent = RowOf<'GET /user/securityEvents'>;

const ALL = ['security'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...ALL, 'settings'],
  queryFn: ({ signal }) => call('GET /user/security', {}, { signal }),
});

export const devicesQuery = queryOptions({
  queryKey: [...ALL, 'devices'],
  queryFn: async ({ signal }) => (await call('GET /user/devices', {}, { signal })).list,
});

export const lockQuery = queryOptions({
  queryKey: [...ALL, 'lock'],
  queryFn: async ({ signal }) => (await call('GET /user_qianbao/addressLock', {}, { signal })).lock,
});

const PAGE_SIZE = 20;

/** Newest first, page by page, in the requested language. */
export const eventsQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'events', language],
    queryFn: ({ pageParam, signal }) =>
      call('GET /user/securityEvents', { page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

const refresh = () => queryClient.invalidateQueries({ queryKey: ALL });

// From the first time the page is opened. Decisions about a freeze come as notices and as staff actions.
onMemberEvent('notification.added', () => void refresh());
onMemberEvent('staff.action', () => {
  void refresh();
  reloadMember();
});

/** @throws not-found, not-available for the device that is logged in */
export async function forgetDevice(id: number): Promise<void> {
  await call('POST /user/forgetDevice', { ID: id });
  await refresh();
}

/** @throws invalid-request (word), wrong-login-password, too-many-requests */
export async function setAntiPhishingPhrase(word: string, password: string): Promise<void> {
  await call('POST /user/setMailWord', { word: word.trim(), password });
  await refresh();
}

/** On immediately, or cancels that it was turned off. */
export const turnLockOn = () => setLock({ isOn: true });

/** Takes a day. @throws wrong-login-password, too-many-requests */
export const turnLockOff = (password: string) => setLock({ isOn: false, password });

async function setLock(input: { isOn: boolean; password?: string }): Promise<AddressLock> {
  const { lock } = await call('POST /user_qianbao/setAddressLock', input);
  queryClient.setQueryData(lockQuery.queryKey, lock);
  void refresh();
  return lock;
}

export async function freezeOwnAccount(): Promise<void> {
  await call('POST /user/freeze', {});
  reloadMember();
  await refresh();
}

/** @throws account-frozen, not-available */
export async function requestUnfreeze(note: string): Promise<void> {
  await call('POST /user/unfreeze', { note: note.trim() });
  await refresh();
}
