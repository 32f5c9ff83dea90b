/** Announcement calls in the app's own terms, page by page, and their cache keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { type ArticleKind, loadArticles } from '../../../kernel/article-texts.ts';
import { ARTICLES } from '../../../kernel/articles.ts';
import { nextPage } from '../../../kernel/paged-list.tsx';
import { call } from '../../../platform/http/call.ts';

type ChangeDto = RowOf<'GET /base/announcedChanges'>;

type ComingDto = RowOf<'GET /base/comingMarkets'>;

export interface Change extends Omit<ChangeDto, 'coinname' | 'czline'> {
  /** Empty for a setting. */
  asset: string;
  /** "TRC20"; empty for others. */
  network: string;
}

/** A coin or a market that will open. */
export interface ComingMarket extends Omit<ComingDto, 'coinname' | 'quote'> {
  asset: string;
  /** Null: the coin alone. */
  currency: string | null;
}

const PAGE_SIZE = 20;

/** Newest first, in the requested language. */
export const articlesQuery = (kind: ArticleKind, language: string) =>
  infiniteQueryOptions({
    queryKey: [ARTICLES, 'list', kind, language],
    queryFn: ({ pageParam, signal }) =>
      loadArticles(kind, { page: pageParam, pageSize: PAGE_SIZE }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** The next one first, in the requested language. */
export const comingMarketsQuery = (language: string) =>
  queryOptions({
    queryKey: [ARTICLES, 'coming', language],
    queryFn: async ({ signal }) => {
      const { list } = await call('GET /base/comingMarkets', {}, { signal });
      return list.map(
        ({ coinname, quote, ...row }): ComingMarket => ({
          ...row,
          asset: coinname,
          currency: quote,
        }),
      );
    },
  });

/** Approved changes of limits and fees, newest first, including those not yet in force. */
export const changesQuery = infiniteQueryOptions({
  queryKey: [ARTICLES, 'changes'],
  queryFn: async ({ pageParam, signal }) => {
    const input = { page: pageParam, pageSize: PAGE_SIZE };
    const page = await call('GET /base/announcedChanges', input, { signal });
    const list = page.list.map(
      ({ coinname, czline, ...row }): Change => ({ ...row, asset: coinname, network: czline }),
    );
    return { ...page, list };
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
});
