/** The number of unread notices: loaded once, and again after events. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../platform/http/call.ts';
import { onMemberEvent } from './member-events.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

/** Common prefix of the cache keys that a new notice changes. */
export const noticeKeys = {
  all: ['notices'],
  unread: ['notices', 'unread'],
} as const;

const unreadQuery = queryOptions({
  queryKey: noticeKeys.unread,
  queryFn: async ({ signal }) => (await call('GET /notice/getUnread', {}, { signal })).unread,
});

/** 100 means 100 or more; 0 for a visitor. */
export function useUnreadNotices(): number {
  const isMember = useSession() !== undefined;
  return useQuery({ ...unreadQuery, enabled: isMember }).data ?? 0;
}

/** Takes the count from an answer. */
export function putUnreadNotices(unread: number): void {
  queryClient.setQueryData(noticeKeys.unread, unread);
}

/** Many contracts may end at the same moment: one request for all of them. */
const GATHER_MS = 250;

/** Keeps the count and the lists in sync with the private feed from now on. */
export function followNotices(): void {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      void queryClient.invalidateQueries({ queryKey: noticeKeys.all });
    }, GATHER_MS);
  };
  onMemberEvent('notification.added', ask);
}
