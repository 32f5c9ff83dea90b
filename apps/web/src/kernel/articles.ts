/** Announcements, help and legal texts: what changes them, and the newest announcement. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { newestAnnouncement } from './first-paint.ts';
import { queryClient } from './query-client.ts';

export type ArticleRow = Omit<RowOf<'GET /base/article'>, 'cate'>;

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
