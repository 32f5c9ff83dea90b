/** The SQL of saved replies with their versions, and of the names that operators sign with. */
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

export interface ReplyText {
  lang: string;
  title: string;
  text: string;
}

export const currentReplies = defineQuery({
  name: 'service.currentReplies',
  text: `select r.id, r.code, r.version, v.texts, v.operator_id, v.created_at from service_replies r
    join service_reply_versions v on v.reply_id = r.id and v.version = r.version
    where r.removed_at is null order by r.code`,
  params: [],
  row: {
    id: int8,
    code: text,
    version: int4,
    texts: json<ReplyText[]>(),
    operatorId: int8,
    createdAt: timestamptz,
  },
});

export const replyVersions = defineQuery({
  name: 'service.replyVersions',
  text: `select version, texts, operator_id, is_removed, created_at from service_reply_versions where reply_id = $1
    order by version desc`,
  params: [int8],
  row: {
    version: int4,
    texts: json<ReplyText[]>(),
    operatorId: int8,
    isRemoved: bool,
    createdAt: timestamptz,
  },
});

export const lockedReply = defineQuery({
  name: 'service.replyForUpdate',
  text: 'select id, code, version, removed_at from service_replies where id = $1 for no key update',
  params: [int8],
  row: { id: int8, code: text, version: int4, removedAt: nullable(timestamptz) },
});

/** Fails with: `service_reply_codes` for a code in use. */
export const insertReply = defineQuery({
  name: 'service.insertReply',
  text: 'insert into service_replies (code, version) values ($1, 1) returning id',
  params: [text],
  row: { id: int8 },
});

/** Fails with: `service_reply_codes` for a code in use. */
export const updateReply = defineStatement({
  name: 'service.updateReply',
  text: 'update service_replies set code = $2, version = $3, removed_at = $4 where id = $1',
  params: [int8, text, int4, nullable(timestamptz)],
});

export const insertReplyVersion = defineStatement({
  name: 'service.insertReplyVersion',
  text: `insert into service_reply_versions (reply_id, version, operator_id, is_removed, texts, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
  params: [int8, int4, int8, bool, json<readonly ReplyText[]>(), timestamptz],
});

export const signedNames = defineQuery({
  name: 'service.signedNames',
  text: 'select operator_id, name from service_names',
  params: [],
  row: { operatorId: int8, name: text },
});

export const putName = defineStatement({
  name: 'service.putName',
  text: `insert into service_names (operator_id, name) values ($1, $2)
    on conflict (operator_id) do update set name = excluded.name`,
  params: [int8, text],
});
