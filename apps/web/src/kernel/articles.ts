/** Announcements, help and legal texts, in the reader's language (spec §7 `/base/article`). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { articleCates, newestAnnouncement } from './article-lists.ts';
import { queryClient } from './query-client.ts';

export type ArticleRow = RowOf<'GET /base/article'>;
export type Article = Output<'GET /base/article/detail'>['rearticle'];

export { articleCates };

/** Common prefix of the cache keys that a new announcement changes. */
export const ARTICLES = 'articles';

/** All devices receive the event at the same moment: spread their requests. */
const SPREAD_MS = 2_000;

/** Refetches the articles shown. */
export function refetchArticles(): void {
  const wait = Math.random() * SPREAD_MS;
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: [ARTICLES] }), wait);
}

const newestQuery = (language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'newest', language],
    queryFn: async ({ signal }) => {
      const { list } = await call('GET /base/article', newestAnnouncement, { signal });
      return list[0] ?? null;
    },
    // Visitors receive no announcement events.
    staleTime: 60_000,
  });

/** Prefetches for the next screen, so that nothing moves when the data arrives. */
export function prefetchNewestAnnouncement(language: string): void {
  void queryClient.prefetchQuery(newestQuery(language));
}

/** The newest announcement; undefined while unknown or if there is none. */
export function useNewestAnnouncement(language: string): ArticleRow | undefined {
  return useQuery(newestQuery(language)).data ?? undefined;
}

/** Terms, privacy, risk: few enough for one page. */
export const rulesQuery = (language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'rules', language],
    queryFn: async ({ signal }) => {
      const input = { cate: articleCates.rules, page: 1, pageSize: 100 };
      return (await call('GET /base/article', input, { signal })).list;
    },
  });

/** One article in full. */
export const articleQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'one', id, language],
    queryFn: async ({ signal }) =>
      (await call('GET /base/article/detail', { ID: id }, { signal })).rearticle,
  });
