/** Announcements and articles on the wire: calls to queries and back. */
import { announcementCalls } from '@tern/protocol';
import { pageOf } from '../../kernel/requests/page.ts';
import { langOf } from '../../kernel/i18n/texts.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findArticle, listArticles } from './list-articles.ts';

export function announcementRoutes({ database }: { database: Database }): Route[] {
  return [
    route(announcementCalls.articles, ({ input, lang }) => {
      const cate = input.cate === undefined ? null : Number(input.cate);
      return listArticles(database, { cate, lang: langOf(lang), page: pageOf(input) });
    }),
    route(announcementCalls.findArticle, async ({ input, lang }) => ({
      rearticle: await findArticle(database, Number(input.ID), langOf(lang)),
    })),
  ];
}
