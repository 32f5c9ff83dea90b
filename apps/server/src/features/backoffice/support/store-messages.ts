/** The SQL of messages and images. A trigger numbers the messages; they never change. */
import {
  int4,
  int8,
  json,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';
import type { HiddenPart } from './hide-secrets.ts';

const COLUMNS = `m.seq, m.author, m.operator_id, m.name, m.client_id, m.kind, m.text, m.hidden, m.image_id, i.width, i.height, m.record_kind,
  m.record_id,
  m.opens_at, m.created_at`;

const FROM = 'service_messages m left join service_images i on i.id = m.image_id';

const row = {
  seq: int4,
  author: text,
  operatorId: nullable(int8),
  name: text,
  clientId: nullable(text),
  kind: text,
  text,
  hidden: json<HiddenPart[]>(),
  imageId: nullable(int8),
  width: nullable(int4),
  height: nullable(int4),
  recordKind: nullable(text),
  recordId: nullable(int8),
  opensAt: nullable(timestamptz),
  createdAt: timestamptz,
} as const;

/** @throws service_closed, service_assigned, service_image, service_record, `service_messages_once` */
export const insertMessage = defineQuery({
  name: 'support.insertMessage',
  text: `insert into service_messages (conversation_id, seq, author, operator_id, name, client_id, kind, text, hidden, image_id,
      record_kind, record_id, opens_at, created_at)
    values ($1, 1, $2, $3, coalesce((select n.name from service_names n where n.operator_id = $3), ''), $4, $5, $6, $7, $8, $9, $10, $11,
      $12)
    returning seq`,
  params: [
    int8,
    text,
    nullable(int8),
    nullable(text),
    text,
    text,
    json<readonly HiddenPart[]>(),
    nullable(int8),
    nullable(text),
    nullable(int8),
    nullable(timestamptz),
    timestamptz,
  ],
  row: { seq: int4 },
});

export const messageByClientId = defineQuery({
  name: 'support.messageByClientId',
  text: `select ${COLUMNS} from ${FROM} where m.conversation_id = $1 and m.client_id = $2`,
  params: [int8, text],
  row,
});

export type Message = RowOf<typeof messageByClientId>;

/** In order. */
export const messagesAfter = defineQuery({
  name: 'support.messagesAfter',
  text: `select ${COLUMNS} from ${FROM} where m.conversation_id = $1 and m.seq > $2 order by m.seq limit $3`,
  params: [int8, int4, int8],
  row,
});

/** In order: the last ones before `$2`. */
export const messagesBefore = defineQuery({
  name: 'support.messagesBefore',
  text: `select * from (
      select ${COLUMNS} from ${FROM} where m.conversation_id = $1 and m.seq < $2 order by m.seq desc limit $3
    ) t order by seq`,
  params: [int8, int4, int8],
  row,
});

const supportMessages = defineTable('service_messages', {
  opensAt: nullable(timestamptz),
  seq: int4,
}).as('m');

/** The newest automatic "away" after the last answer. */
export const lastAway = supportMessages.pick('opensAt').select(
  'support.lastAway',
  `where m.conversation_id = $1 and m.kind = 'away'
      and m.seq > coalesce((select max(a.seq) from service_messages a where a.conversation_id = $1 and a.author = 'operator'), 0)
    order by m.seq desc limit 1`,
  [int8],
);

/** The earlier automatic message that the member can cancel this record. */
export const sentCancellable = supportMessages.pick('seq').select(
  'support.sentCancellable',
  `where conversation_id = $1 and kind = 'cancellable' and record_kind = $2 and record_id = $3
    limit 1`,
  [int8, text, int8],
);

export const insertImage = defineQuery({
  name: 'support.insertImage',
  text: `insert into service_images (conversation_id, operator_id, name, sha256, bytes, width, height, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  params: [int8, nullable(int8), text, text, int4, int4, int4, timestamptz],
  row: { id: int8 },
});

/** An image that its sender may use in a message: uploaded to the conversation and not used yet. */
export const unusedImage = defineQuery({
  name: 'support.unusedImage',
  text: `select id from service_images i where id = $1 and conversation_id = $2 and operator_id is not distinct from $3
    and not exists (select 1 from service_messages m where m.image_id = i.id)`,
  params: [int8, int8, nullable(int8)],
  row: { id: int8 },
});

/** An image of a message of the conversation. */
export const sentImage = defineQuery({
  name: 'support.sentImage',
  text: `select i.id, i.name from service_images i join service_messages m on m.image_id = i.id
    where i.id = $1 and i.conversation_id = $2`,
  params: [int8, int8],
  row: { id: int8, name: text },
});

export const unusedImagesBefore = defineQuery({
  name: 'support.unusedImagesBefore',
  text: `delete from service_images i where created_at < $1
    and not exists (select 1 from service_messages m where m.image_id = i.id) returning name`,
  params: [timestamptz],
  row: { name: text },
});
