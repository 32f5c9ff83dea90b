/** Announcements, help and legal texts, in the reader's language (spec §7 `/base/article`). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { languages } from '../platform/i18n/languages.ts';
import { articleKinds, newestAnnouncement } from './first-paint.ts';
import { queryClient } from './query-client.ts';

export type ArticleKind = keyof typeof articleKinds;
type WireRow = RowOf<'GET /base/article'>;
type WireArticle = Output<'GET /base/article/detail'>['rearticle'];
export type ArticleRow = Omit<WireRow, 'cate'>;
export interface Article extends Omit<WireArticle, 'cate'> {
  isNews: boolean;
}

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

/** One page of articles of a kind, newest first. */
export const loadArticles = (
  kind: ArticleKind,
  page: { page: number; pageSize: number },
  signal: AbortSignal,
) => call('GET /base/article', { ...page, cate: articleKinds[kind] }, { signal });

/** Terms, privacy, risk: few enough for one page. */
export const rulesQuery = (language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'rules', language],
    queryFn: async ({ signal }) =>
      (await loadArticles('rules', { page: 1, pageSize: 100 }, signal)).list,
  });

/** One article in full. */
export const articleQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'one', id, language],
    queryFn: async ({ signal }): Promise<Article> => {
      const { rearticle } = await call('GET /base/article/detail', { ID: id }, { signal });
      const { cate, ...article } = rearticle;
      return { ...article, isNews: cate === articleKinds.announcement };
    },
  });

/** The locale of a text that may be in another language than the page, for screen readers and fonts; undefined if unknown. */
export function localeOf(prefix: string): string | undefined {
  return Object.entries(languages).find(([key]) => key === prefix)?.[1].locale;
}
