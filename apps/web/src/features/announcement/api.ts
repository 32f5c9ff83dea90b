/** Announcement calls, page by page, and their cache keys. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { ARTICLES } from '../../kernel/articles.ts';
import { nextPage } from '../../kernel/paged-list.tsx';
import { call } from '../../platform/http/call.ts';

export type Change = RowOf<'GET /base/announcedChanges'>;

const PAGE_SIZE = 20;

/** Newest first, in the requested language. */
export const articlesQuery = (cate: number, language: string) =>
  infiniteQueryOptions({
    queryKey: [ARTICLES, 'list', cate, language],
    queryFn: ({ pageParam, signal }) =>
      call('GET /base/article', { cate, page: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** Approved changes of limits and fees, newest first, including those not yet in force. */
export const changesQuery = infiniteQueryOptions({
  queryKey: [ARTICLES, 'changes'],
  queryFn: ({ pageParam, signal }) =>
    call('GET /base/announcedChanges', { page: pageParam, pageSize: PAGE_SIZE }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});
