/** Announcement texts in the review queue: the second operator approves exactly these, in every language; then they wait for their time. */
import type { ReviewCheck, ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { NEWS } from '../../../kernel/events/live-feed.ts';
import type { Bus } from '../../../platform/bus.ts';
import { ANNOUNCEMENT } from './propose-edition.ts';
import { everyLang, hostsIn, langsOf, type Texts } from './article-text.ts';
import {
  dueEditions,
  editionById,
  insertNotices,
  moveEdition,
  publishedOf,
  replacePublished,
  setPublished,
} from './store.ts';
import { announcementById } from './store-drafts.ts';
import type { DraftDeps } from './write-draft.ts';

/** English, for operators. */
const CATES = ['', 'announcement', 'help', 'policy'];

async function editionOf(reader: Reader, id: number) {
  const edition = await reader.one(editionById, [id]);
  const { cate } = await reader.one(announcementById, [edition.announcementId]);
  const publishAt = edition.publishAt === null ? null : isoTime(edition.publishAt);
  return { ...edition, at: publishAt, cate: CATES[cate] ?? '' };
}

/** Rows "en title", "en text", …: the published text beside the proposed one, for all languages of either. */
function comparison(now: Partial<Texts>, proposed: Texts) {
  return langsOf({ ...now, ...proposed }).flatMap((lang) =>
    (['title', 'body'] as const).map((part) => ({
      label: `${lang} ${part === 'body' ? 'text' : part}`,
      values: [now[lang]?.[part] ?? null, proposed[lang]?.[part] ?? null],
      isEqual: null,
    })),
  );
}

/** All texts, the time and the reason, as approved by the second operator. */
async function factsOf(reader: Reader, subjectId: number) {
  const { announcementId, texts, at, cate, reason } = await editionOf(reader, subjectId);
  const words = langsOf(texts).flatMap((lang) => [
    [`${lang} title`, texts[lang]?.title ?? ''],
    [`${lang} text`, texts[lang]?.body ?? ''],
  ]);
  return {
    announcement: announcementId,
    cate,
    publishAt: at,
    reason,
    ...(Object.fromEntries(words) as Record<string, string>),
  };
}

async function checksOf(reader: Reader, subjectId: number): Promise<ReviewCheck[]> {
  const { texts } = await editionOf(reader, subjectId);
  const missing = everyLang.filter((lang) => texts[lang] === undefined);
  const hosts = hostsIn(texts);
  const warning = (name: string, found: readonly string[]) => ({
    name,
    isPassed: found.length === 0,
    level: 'warning' as const,
    detail: found.join(', '),
  });
  return [warning('languages-complete', missing), warning('leads-nowhere', hosts)];
}

export function editionKind(): ReviewKind {
  return {
    kind: ANNOUNCEMENT,
    letter: 'A',
    movesMoney: false,
    approvals: 2,
    isProposal: true,
    isDecidedInReadOnly: true,
    facts: factsOf,
    checks: checksOf,
    async evidence(reader, subjectId) {
      const { announcementId, texts, at, cate } = await editionOf(reader, subjectId);
      const now = await reader.maybe(publishedOf, [announcementId]);
      return {
        summary: `${cate} · ${texts.en.title}`,
        columns: ['Now', 'Proposed'],
        rows: [
          { label: 'Appears', values: [null, at ?? 'once approved'], isEqual: null },
          ...comparison(now?.texts ?? {}, texts),
        ],
        images: [],
      };
    },
    async approve(tx, { subjectId, at }) {
      const { publishAt } = await tx.one(editionById, [subjectId]);
      // A late approval publishes late: members see the time when the text became available.
      await move(tx, subjectId, { to: 'agreed', publishAt: Math.max(publishAt ?? at, at) });
    },
    reject: (tx, { subjectId }) => move(tx, subjectId, { to: 'rejected', publishAt: null }),
  };
}

async function move(
  tx: Tx,
  id: number,
  { to, publishAt }: { to: string; publishAt: number | null },
): Promise<void> {
  const moved = await tx.run(moveEdition, [id, 'proposed', to, publishAt]);
  if (moved === 0) throw new Error(`edition ${id} is not proposed`);
}

/** Publishes approved editions at their time, each once, also after downtime. */
export async function publishDue({
  database,
  clock,
  bus,
}: DraftDeps & { bus: Bus }): Promise<void> {
  const published = await database.transaction(async (tx) => {
    const at = clock.now();
    const due = await tx.many(dueEditions, [at]);
    for (const { id, announcementId, publishAt } of due) {
      await tx.run(replacePublished, [announcementId]);
      await tx.run(moveEdition, [id, 'agreed', 'published', null]);
      await tx.run(setPublished, [announcementId, publishAt]);
      await tx.run(insertNotices, [announcementId, publishAt]);
      const subject = `announcement:${announcementId}`;
      const detail = { edition: id };
      await logAct(tx, { actor: undefined, action: 'announcement.publish', subject, detail }, at);
    }
    return due.length;
  });
  if (published > 0) bus.publish(NEWS, null);
}
