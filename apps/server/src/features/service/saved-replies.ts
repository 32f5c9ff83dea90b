/** Saved replies in fourteen languages: written by content operators, every version kept; and the names operators sign with. */
import { type Actor, logAct } from '../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../kernel/operators/operators.ts';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { readVisible } from '../../kernel/requests/visible-text.ts';
import { isoTime } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { cleanText } from './clean-text.ts';
import type { ServiceDeps } from './deps.ts';
import {
  currentReplies,
  insertReply,
  insertReplyVersion,
  lockedReply,
  putName,
  type ReplyText,
  replyVersions,
  updateReply,
} from './store-replies.ts';

/** By code. */
export async function listReplies({ database }: Pick<ServiceDeps, 'database'>) {
  const replies = await database.many(currentReplies, []);
  const logins = await operatorLogins(
    database,
    replies.map(({ operatorId }) => operatorId),
  );
  return replies.map(({ id, code, version, texts, operatorId, createdAt }) => ({
    ID: id,
    code,
    version,
    texts,
    changedAt: isoTime(createdAt),
    changedBy: logins.get(operatorId) ?? '',
  }));
}

/** Newest first. Fails with: not-found. */
export async function listReplyVersions({ database }: Pick<ServiceDeps, 'database'>, id: number) {
  const versions = await database.many(replyVersions, [id]);
  if (versions.length === 0) throw new Refusal('not-found');
  const logins = await operatorLogins(
    database,
    versions.map(({ operatorId }) => operatorId),
  );
  return versions.map(({ version, texts, operatorId, isRemoved, createdAt }) => ({
    version,
    CreatedAt: isoTime(createdAt),
    login: logins.get(operatorId) ?? '',
    isRemoved,
    texts,
  }));
}

interface ReplyDraft {
  /** Absent: a new reply. */
  id: number | undefined;
  code: string;
  /** The version that was read; 0 for a new reply. */
  version: number;
  texts: readonly ReplyText[];
}

/** Fails with: invalid-request without English, for a language given twice or an empty text; facts-changed, already-exists. */
export async function writeReply(deps: ServiceDeps, actor: Actor, draft: ReplyDraft) {
  const texts = readTexts(draft.texts);
  try {
    return await deps.database.transaction(async (tx) => {
      const at = deps.clock.now();
      const { id, version } = await nextVersion(tx, draft);
      await tx.run(insertReplyVersion, [id, version, actor.operatorId, false, texts, at]);
      const langs = texts.map(({ lang }) => lang);
      const detail = { code: draft.code, version, langs };
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

/** Locks the reply. Fails with: not-found, facts-changed. */
async function assertNewest(tx: Tx, { id, version }: { id: number; version: number }) {
  const reply = await tx.maybe(lockedReply, [id]);
  if (reply === undefined || reply.removedAt !== null) throw new Refusal('not-found');
  if (reply.version !== version) throw new Refusal('facts-changed');
  return reply;
}

/** Its versions are kept. Fails with: not-found, facts-changed. */
export function removeReply(
  deps: ServiceDeps,
  actor: Actor,
  given: { id: number; version: number },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const { id, code, version } = await assertNewest(tx, given);
    await tx.run(updateReply, [id, code, version + 1, at]);
    await tx.run(insertReplyVersion, [id, version + 1, actor.operatorId, true, [], at]);
    const entry = { actor, action: 'service.removeReply', subject: `savedReply:${id}` } as const;
    await logAct(tx, { ...entry, detail: { code } }, at);
  });
}

/** The name customers see at later answers of the operator; empty: none. Fails with: invalid-request. */
export function signAs(deps: ServiceDeps, actor: Actor, given: string): Promise<void> {
  const name = given.trim() === '' ? '' : readVisible(given, 'name');
  return deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    await tx.run(putName, [actor.operatorId, name]);
    const subject = `operator:${actor.operatorId}`;
    await logAct(tx, { actor, action: 'service.signAs', subject, detail: { name } }, at);
  });
}
