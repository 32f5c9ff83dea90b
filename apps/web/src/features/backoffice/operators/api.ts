/** Staff activity on the account: the call, its cache, and when it is refetched. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type StaffAction = RowOf<'GET /user/staffActions'>;

const PAGE_SIZE = 20;
const KEY = ['operators', 'staff'] as const;

/** Newest first, page by page; the server translates automatic reasons into the requested language. */
export const staffActionsQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, language],
    queryFn: ({ pageParam, signal }) =>
      call('GET /user/staffActions', { page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

// From the first time the page is opened.
onMemberEvent('staff.action', () => void queryClient.invalidateQueries({ queryKey: KEY }));
