/** The SQL of saved replies with their versions, and of the names that operators sign with. */
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../../platform/database/query.ts';

export interface ReplyText {
  lang: string;
  title: string;
  text: string;
}

/** Whether customers see it as a question, and the kind of records that belongs to its answer. */
const use = { isQuestion: bool, shows: nullable(text) } as const;

export const currentReplies = defineQuery({
  name: 'support.currentReplies',
  text: `select r.id, r.code, r.version, v.is_question, v.shows, v.texts, v.operator_id, v.created_at,
      r.published_version, r.published_by, r.published_at from service_replies r
    join service_reply_versions v on v.reply_id = r.id and v.version = r.version
    where r.removed_at is null order by r.code`,
  params: [],
  row: {
    id: int8,
    code: text,
    version: int4,
    ...use,
    texts: json<ReplyText[]>(),
    operatorId: int8,
    createdAt: timestamptz,
    publishedVersion: nullable(int4),
    publishedBy: nullable(int8),
    publishedAt: nullable(timestamptz),
  },
});

export const replyVersions = defineQuery({
  name: 'support.replyVersions',
  text: `select version, is_question, shows, texts, operator_id, is_removed, created_at from service_reply_versions where reply_id = $1
    order by version desc`,
  params: [int8],
  row: {
    version: int4,
    ...use,
    texts: json<ReplyText[]>(),
    operatorId: int8,
    isRemoved: bool,
    createdAt: timestamptz,
  },
});

/** A statement of its own: joined with its version, a reply that changed during the wait would be found without one. */
export const lockedReply = defineQuery({
  name: 'support.replyForUpdate',
  text: `select id, code, version, removed_at, published_version from service_replies
    where id = $1 for no key update`,
  params: [int8],
  row: {
    id: int8,
    code: text,
    version: int4,
    removedAt: nullable(timestamptz),
    publishedVersion: nullable(int4),
  },
});

/** Who wrote a version, and whether customers are to see it before they write. */
export const replyVersion = defineQuery({
  name: 'support.replyVersion',
  text: `select operator_id as writer_id, is_question from service_reply_versions
    where reply_id = $1 and version = $2`,
  params: [int8, int4],
  row: { writerId: int8, isQuestion: bool },
});

/** @throws `service_reply_codes` for a code in use */
export const insertReply = defineQuery({
  name: 'support.insertReply',
  text: 'insert into service_replies (code, version) values ($1, 1) returning id',
  params: [text],
  row: { id: int8 },
});

/** @throws `service_reply_codes` for a code in use */
export const updateReply = defineStatement({
  name: 'support.updateReply',
  text: 'update service_replies set code = $2, version = $3, removed_at = $4 where id = $1',
  params: [int8, text, int4, nullable(timestamptz)],
});

export const insertReplyVersion = defineStatement({
  name: 'support.insertReplyVersion',
  text: `insert into service_reply_versions (reply_id, version, operator_id, is_removed, is_question, shows, texts, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [int8, int4, int8, bool, bool, nullable(text), json<readonly ReplyText[]>(), timestamptz],
});

/** @throws service_own_publication, service_not_a_question */
export const publishVersion = defineStatement({
  name: 'support.publishVersion',
  text: 'update service_replies set published_version = $2, published_by = $3, published_at = $4 where id = $1',
  params: [int8, int4, int8, timestamptz],
});

export const unpublish = defineStatement({
  name: 'support.unpublish',
  text: 'update service_replies set published_version = null, published_by = null, published_at = null where id = $1',
  params: [int8],
});

/** What customers see before they write. */
export const publishedQuestions = defineQuery({
  name: 'support.publishedQuestions',
  text: `select r.code, v.shows, v.texts from service_replies r
    join service_reply_versions v on v.reply_id = r.id and v.version = r.published_version
    where r.removed_at is null order by r.code`,
  params: [],
  row: { code: text, shows: nullable(text), texts: json<ReplyText[]>() },
});

export const signedNames = defineQuery({
  name: 'support.signedNames',
  text: 'select operator_id, name from service_names',
  params: [],
  row: { operatorId: int8, name: text },
});

export const putName = defineStatement({
  name: 'support.putName',
  text: `insert into service_names (operator_id, name) values ($1, $2)
    on conflict (operator_id) do update set name = excluded.name`,
  params: [int8, text],
});
