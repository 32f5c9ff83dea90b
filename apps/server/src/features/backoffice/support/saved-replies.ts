/** Saved replies in fourteen languages: written by content operators, every version kept; and the names operators sign with. */
import type { RecordKind } from '@tern/protocol';
import { type Actor, logAct, operatorSubject } from '../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import { cleanText } from './clean-text.ts';
import type { SupportDeps } from './deps.ts';
import {
  currentReplies,
  insertReply,
  insertReplyVersion,
  lockedReply,
  publishedQuestions,
  publishVersion,
  putName,
  type ReplyText,
  replyVersion,
  replyVersions,
  unpublish,
  updateReply,
} from './store-replies.ts';

/** By code. */
export async function listReplies({ database }: Pick<SupportDeps, 'database'>) {
  const replies = await database.many(currentReplies, []);
  const logins = await operatorLogins(
    database,
    replies.flatMap(({ operatorId, publishedBy }) => [operatorId, publishedBy ?? operatorId]),
  );
  return replies.map((reply) => ({
    ID: reply.id,
    code: reply.code,
    version: reply.version,
    ...useOf(reply),
    published: publishedOf(reply, logins),
    texts: reply.texts,
    changedAt: isoTime(reply.createdAt),
    changedBy: logins.get(reply.operatorId) ?? '',
  }));
}

type Current = RowOf<typeof currentReplies>;

const useOf = ({ isQuestion, shows }: Pick<Current, 'isQuestion' | 'shows'>) => ({
  isQuestion,
  shows: shows as RecordKind | null,
});

function publishedOf(
  { publishedVersion, publishedBy, publishedAt }: Current,
  logins: ReadonlyMap<number, string>,
) {
  if (publishedVersion === null || publishedBy === null || publishedAt === null) return null;
  const login = logins.get(publishedBy) ?? '';
  return { version: publishedVersion, login, at: isoTime(publishedAt) };
}

/** The questions that customers see before they write, in a language or in English where it is missing, by code. */
export async function listAnswers({ database }: Pick<SupportDeps, 'database'>, lang: string) {
  const questions = await database.many(publishedQuestions, []);
  return questions.flatMap(({ code, shows, texts }) => {
    const inLang = (prefix: string) => texts.find((text) => text.lang === prefix);
    const found = inLang(lang) ?? inLang('en');
    return found === undefined
      ? []
      : [{ code, question: found.title, text: found.text, shows: shows as RecordKind | null }];
  });
}

/** Newest first. @throws not-found */
export async function listReplyVersions({ database }: Pick<SupportDeps, 'database'>, id: number) {
  const versions = await database.many(replyVersions, [id]);
  if (versions.length === 0) throw new Refusal('not-found');
  const logins = await operatorLogins(
    database,
    versions.map(({ operatorId }) => operatorId),
  );
  return versions.map((each) => ({
    version: each.version,
    CreatedAt: isoTime(each.createdAt),
    login: logins.get(each.operatorId) ?? '',
    isRemoved: each.isRemoved,
    ...useOf(each),
    texts: each.texts,
  }));
}

interface ReplyDraft {
  /** Absent: a new reply. */
  id: number | undefined;
  code: string;
  /** The version that was read; 0 for a new reply. */
  version: number;
  /** Customers are to see it before they write. */
  isQuestion: boolean;
  /** The kind of records whose latest belongs to the answer. */
  shows: RecordKind | null;
  texts: readonly ReplyText[];
}

/** @throws invalid-request without English, for a language given twice or an empty text; facts-changed, already-exists */
export async function writeReply(deps: SupportDeps, actor: Actor, draft: ReplyDraft) {
  const texts = readTexts(draft.texts);
  try {
    return await deps.database.transaction(async (tx) => {
      const at = deps.clock.now();
      const { id, version } = await nextVersion(tx, draft);
      const { isQuestion } = draft;
      const use = [isQuestion, isQuestion ? draft.shows : null] as const;
      await tx.run(insertReplyVersion, [id, version, actor.operatorId, false, ...use, texts, at]);
      // A reply that is no longer a question disappears at once; a new text of one waits for its publication.
      if (!isQuestion) await tx.run(unpublish, [id]);
      const langs = texts.map(({ lang }) => lang);
      const detail = { code: draft.code, version, langs, isQuestion };
      const subject = `savedReply:${id}`;
      await logAct(tx, { actor, action: 'service.writeReply', subject, detail }, at);
      return { ID: id, version };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'service_reply_codes')) {
      throw new Refusal('already-exists', { fields: ['code'] });
    }
    throw error;
  }
}

function readTexts(given: readonly ReplyText[]): ReplyText[] {
  const langs = new Set(given.map(({ lang }) => lang));
  if (!langs.has('en') || langs.size < given.length) {
    throw new Refusal('invalid-request', { fields: ['texts'] });
  }
  return given.map(({ lang, title, text }) => {
    const cleaned = { lang, title: readVisible(title, 'texts'), text: cleanText(text) };
    if (cleaned.text === '') throw new Refusal('invalid-request', { fields: ['texts'] });
    return cleaned;
  });
}

async function nextVersion(tx: Tx, { id, code, version }: ReplyDraft) {
  if (id === undefined) return { id: (await tx.one(insertReply, [code])).id, version: 1 };
  await assertNewest(tx, { id, version });
  await tx.run(updateReply, [id, code, version + 1, null]);
  return { id, version: version + 1 };
}

/** Locks the reply. @throws not-found, facts-changed */
async function assertNewest(tx: Tx, { id, version }: { id: number; version: number }) {
  const reply = await tx.maybe(lockedReply, [id]);
  if (reply === undefined || reply.removedAt !== null) throw new Refusal('not-found');
  if (reply.version !== version) throw new Refusal('facts-changed');
  return reply;
}

/**
 * Shows the newest version of a question to every customer: not its writer alone decides that (as announcements, ADR 26).
 * @throws not-found, facts-changed, invalid-request unless it is a question, second-person-needed, already-decided
 */
export function publishReply(
  deps: SupportDeps,
  actor: Actor,
  given: { id: number; version: number },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { id, code, version, publishedVersion } = await assertNewest(tx, given);
    const { writerId, isQuestion } = await tx.one(replyVersion, [id, version]);
    if (!isQuestion) throw new Refusal('invalid-request', { fields: ['ID'] });
    if (writerId === actor.operatorId) throw new Refusal('second-person-needed');
    if (publishedVersion === version) throw new Refusal('already-decided');
    await tx.run(publishVersion, [id, version, actor.operatorId, at]);
    const entry = { actor, action: 'service.publishReply', subject: `savedReply:${id}` } as const;
    await logAct(tx, { ...entry, detail: { code, version } }, at);
  });
}

/** Its versions are kept. @throws not-found, facts-changed */
export function removeReply(
  deps: SupportDeps,
  actor: Actor,
  given: { id: number; version: number },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { id, code, version } = await assertNewest(tx, given);
    await tx.run(updateReply, [id, code, version + 1, at]);
    await tx.run(unpublish, [id]);
    const removed = [id, version + 1, actor.operatorId, true, false, null, [], at] as const;
    await tx.run(insertReplyVersion, removed);
    const entry = { actor, action: 'service.removeReply', subject: `savedReply:${id}` } as const;
    await logAct(tx, { ...entry, detail: { code } }, at);
  });
}

/** The name customers see at later answers of the operator; empty: none. @throws invalid-request */
export function signAs(deps: SupportDeps, actor: Actor, given: string): Promise<void> {
  const name = given.trim() === '' ? '' : readVisible(given, 'name');
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    await tx.run(putName, [actor.operatorId, name]);
    const subject = operatorSubject(actor.operatorId);
    await logAct(tx, { actor, action: 'service.signAs', subject, detail: { name } }, at);
  });
}
