/** Notice calls, cache keys, and how reading changes the cache. */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Input, Output, RowOf } from '@tern/protocol/client';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { noticeKeys, putUnreadNotices } from '../../../kernel/unread-notices.ts';
import { call } from '../../../platform/http/call.ts';

export type Notice = RowOf<'GET /notice/getNoticeList'>;
export type NoticeCategory = Notice['category'];
export type NoticeGroup = NonNullable<Input<'GET /notice/getNoticeList'>['group']>;
type NoticePage = Output<'GET /notice/getNoticeList'>;

const PAGE_SIZE = 20;
const LISTS = [...noticeKeys.all, 'list'];

/** Newest first, page by page; the server sends the sentences in the requested language. */
export const noticesQuery = (language: string, group: NoticeGroup | undefined) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, language, group ?? 'all'],
    queryFn: async ({ pageParam, signal }) => {
      const ofGroup = group === undefined ? {} : { group };
      const input = { page: pageParam, pageSize: PAGE_SIZE, ...ofGroup };
      const page = await call('GET /notice/getNoticeList', input, { signal });
      putUnreadNotices(page.unread);
      return page;
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Opening a notice marks it as read. */
export const noticeQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['notice', id, language],
    queryFn: async () => {
      const { renotice, unread } = await call('POST /notice/readNotice', { ID: id });
      putUnreadNotices(unread);
      patchRows((row) => (row.ID === id ? renotice : row));
      return renotice;
    },
  });

/** Marks all notices up to the newest shown one as read. */
export async function readAllNotices(newest: number): Promise<void> {
  const { unread } = await call('POST /notice/readAllNotices', { ID: newest });
  putUnreadNotices(unread);
  patchRows((row) => (row.ID <= newest ? { ...row, isRead: true } : row));
}

function patchRows(patch: (row: Notice) => Notice): void {
  queryClient.setQueriesData<InfiniteData<NoticePage>>({ queryKey: LISTS }, (data) => {
    const pages = data?.pages.map((page) => ({ ...page, list: page.list.map(patch) }));
    return data && pages && { ...data, pages };
  });
}
