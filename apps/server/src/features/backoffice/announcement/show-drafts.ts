/** Drafts for operators: lists with the pending edition, and one draft with its texts and editions. */
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { type Page, readPage } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../kernel/review/list-reviews.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { ANNOUNCEMENT } from './propose-edition.ts';
import { langsOf } from './article-text.ts';
import { pendingEditionOf, type Edition, editionsOf, publishedOf } from './store.ts';
import {
  announcementById,
  pendingEditionsOf,
  countAnnouncements,
  draftsOf,
  listAnnouncements,
} from './store-drafts.ts';
import { blocksOf } from './markup.ts';

const timeOf = (at: number | null) => (at === null ? null : isoTime(at));

async function pendingOut(
  reader: Reader,
  edition: Pick<Edition, 'id' | 'publishAt' | 'state'> | undefined,
) {
  if (edition === undefined) return null;
  const review = await reviewOf(reader, ANNOUNCEMENT, edition.id);
  if (review === undefined) throw new Error(`no review of edition ${edition.id}`);
  const state = edition.state === 'proposed' ? ('proposed' as const) : ('scheduled' as const);
  return { state, publishAt: timeOf(edition.publishAt), reviewId: review.id };
}

/** Newest first. `cate` null lists all categories. */
export async function listDrafts(reader: Reader, query: { cate: number | null; page: Page }) {
  const { cate, page } = query;
  const found = await readPage(
    reader,
    { list: listAnnouncements, count: countAnnouncements },
    { filter: [cate], page, row: (announcement) => announcement },
  );
  const coming = await reader.many(pendingEditionsOf, [found.list.map(({ id }) => id)]);
  const list = await Promise.all(
    found.list.map(async ({ id, createdAt, publishedAt, langs, ...row }) => ({
      ID: id,
      CreatedAt: isoTime(createdAt),
      cate: row.cate,
      title: row.title,
      langs: langsOf(Object.fromEntries(langs.map((lang) => [lang, true]))),
      publishedAt: timeOf(publishedAt),
      coming: await pendingOut(
        reader,
        coming.find((each) => each.announcementId === id),
      ),
    })),
  );
  return { ...found, list };
}

/** @throws not-found */
export async function showDraft(reader: Reader, id: number) {
  const announcement = await reader.maybe(announcementById, [id]);
  if (announcement === undefined) throw new Refusal('not-found');
  const [drafts, editions, published, coming] = await Promise.all([
    reader.many(draftsOf, [id]),
    reader.many(editionsOf, [id]),
    reader.maybe(publishedOf, [id]),
    reader.maybe(pendingEditionOf, [id]),
  ]);
  const byLang = Object.fromEntries(drafts.map((draft) => [draft.lang, draft]));
  const langs = langsOf(byLang);
  const texts = langs.map((lang) => {
    const { title = '', body = '' } = byLang[lang] ?? {};
    const shown = published?.texts[lang];
    const isPublished = shown?.title === title && shown.body === body;
    return { lang, title, body, blocks: blocksOf(body), isPublished };
  });
  return {
    ID: id,
    CreatedAt: isoTime(announcement.createdAt),
    cate: announcement.cate,
    title: byLang['en']?.title ?? '',
    langs,
    publishedAt: timeOf(announcement.publishedAt),
    coming: await pendingOut(reader, coming),
    revision: announcement.revision,
    texts,
    editions: await editionsOut(reader, editions),
  };
}

async function editionsOut(reader: Reader, editions: readonly Edition[]) {
  const proposers = editions.flatMap(({ proposedBy }) => proposedBy ?? []);
  const logins = await operatorLogins(reader, proposers);
  return editions.map(({ id, createdAt, state, publishAt, reason, proposedBy, texts }) => ({
    ID: id,
    CreatedAt: isoTime(createdAt),
    state,
    publishAt: timeOf(publishAt),
    reason,
    proposedBy: (proposedBy !== null && logins.get(proposedBy)) || '',
    langs: langsOf(texts),
  }));
}
