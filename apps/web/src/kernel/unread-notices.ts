/** How many notices wait to be read: asked once, and again when something happened to the member. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../platform/http/call.ts';
import { onMemberEvent } from './member-events.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

/** Cache keys of everything that a new notice changes. */
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

/** Takes what an answer said. */
export function putUnreadNotices(unread: number): void {
  queryClient.setQueryData(noticeKeys.unread, unread);
}

/** Many contracts end in one moment: one question for all of them. */
const GATHER_MS = 250;

/** Keeps the count and the lists in step with the private feed from now on. */
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
