/** Announcements, help and legal texts in the reader's language, as lists and in full; home needs none of it. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { languages } from '../platform/i18n/languages.ts';
import { ARTICLES } from './articles.ts';
import { articleKinds } from './first-paint.ts';

export type ArticleKind = keyof typeof articleKinds;
type WireArticle = Output<'GET /base/article/detail'>['rearticle'];
export interface Article extends Omit<WireArticle, 'cate'> {
  isNews: boolean;
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
