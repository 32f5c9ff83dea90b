/** Announcements and articles in the API: calls to queries and back. */
import { announcementCalls } from '@tern/protocol';
import { pageOf } from '../../../kernel/requests/page.ts';
import { langOf } from '../../../kernel/i18n/texts.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { findArticle, listArticles } from './list-articles.ts';

export function announcementRoutes({ lists }: { lists: Reader }): Route[] {
  return [
    route(announcementCalls.articles, ({ input, lang }) => {
      const cate = input.cate === undefined ? null : Number(input.cate);
      return listArticles(lists, { cate, lang: langOf(lang), page: pageOf(input) });
    }),
    route(announcementCalls.findArticle, async ({ input, lang }) => ({
      rearticle: await findArticle(lists, Number(input.ID), langOf(lang)),
    })),
  ];
}
