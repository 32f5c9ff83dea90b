/** Published articles: lists and one text, in the reader's language or English. */
import type { Page } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { countPublished, findPublished, listPublished, type Published } from './store.ts';
import { blocksOf, plainText } from './markup.ts';

function rowOf(published: Published, lang: Lang) {
  const { id, cate, publishedAt, changedAt, title, isOwn } = published;
  return {
    ID: id,
    CreatedAt: isoTime(publishedAt),
    UpdatedAt: isoTime(changedAt),
    cate,
    title,
    lang: isOwn ? lang : 'en',
  };
}

/** Newest first; `cate` null lists all categories. */
export async function listArticles(
  reader: Reader,
  query: { cate: number | null; lang: Lang; page: Page },
) {
  const { cate, lang, page } = query;
  const [published, { total }] = await Promise.all([
    reader.many(listPublished, [lang, cate, page.limit, page.offset]),
    reader.one(countPublished, [cate]),
  ]);
  const list = published.map((each) => rowOf(each, lang));
  return { list, total, page: page.number, pageSize: page.limit };
}

/** @throws not-found, also for an unpublished article */
export async function findArticle(reader: Reader, id: number, lang: Lang) {
  const published = await reader.maybe(findPublished, [lang, id]);
  if (published === undefined) throw new Refusal('not-found');
  const blocks = blocksOf(published.body);
  return { ...rowOf(published, lang), content: plainText(blocks), blocks };
}
