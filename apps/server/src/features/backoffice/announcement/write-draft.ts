/** Writes drafts, which only operators see. Of two concurrent edits the second is refused. */
import { type Actor, logAct } from '../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { readText, type ArticleText } from './article-text.ts';
import {
  announcementById,
  deleteDraft,
  insertAnnouncement,
  nextRevision,
  putDraft,
} from './store-drafts.ts';

export interface DraftDeps {
  database: Database;
  clock: Clock;
}

/** Creates a draft with its English text. @throws invalid-request naming the field */
export function beginDraft(
  { database, clock }: DraftDeps,
  actor: Actor,
  begun: ArticleText & { cate: number },
): Promise<{ ID: number; revision: number }> {
  const { title, body } = readText(begun);
  const { cate } = begun;
  return database.transaction(async (tx) => {
    const at = clock.now();
    const { id } = await tx.one(insertAnnouncement, [cate, actor.operatorId, at]);
    await tx.run(putDraft, [id, 'en', title, body]);
    const subject = `announcement:${id}`;
    await logAct(tx, { actor, action: 'announcement.begin', subject, detail: { cate, title } }, at);
    return { ID: id, revision: 1 };
  });
}

export interface Written extends ArticleText {
  id: number;
  revision: number;
  lang: string;
}

/**
 * Returns the next revision. An empty text removes a language other than English.
 * @throws invalid-request naming the field, not-found, facts-changed for a draft that has changed since
 */
export function writeDraft(
  { database, clock }: DraftDeps,
  actor: Actor,
  written: Written,
): Promise<number> {
  const { id, lang } = written;
  const isRemoval = written.title.trim() === '' && written.body.trim() === '' && lang !== 'en';
  const words = isRemoval ? undefined : readText(written);
  return database.transaction(async (tx) => {
    const revision = await advance(tx, written);
    if (words === undefined) await tx.run(deleteDraft, [id, lang]);
    else await tx.run(putDraft, [id, lang, words.title, words.body]);
    const detail = { lang, revision, title: words?.title ?? null };
    const subject = `announcement:${id}`;
    await logAct(tx, { actor, action: 'announcement.write', subject, detail }, clock.now());
    return revision;
  });
}

/** @throws not-found, facts-changed */
async function advance(tx: Tx, { id, revision }: Written): Promise<number> {
  const next = await tx.maybe(nextRevision, [id, revision]);
  if (next !== undefined) return next.revision;
  throw new Refusal(
    (await tx.maybe(announcementById, [id])) === undefined ? 'not-found' : 'facts-changed',
  );
}
