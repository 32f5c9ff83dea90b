/** Outgoing messages as operators see them, with one-time codes hidden. */
import {
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

/** Messages are counted to here: who looks for an older one names more of it. */
const COUNTED_MAX = 5_000;

const WANTED = `($1::text[] is null or recipient = any ($1)) and ($2::text is null or state = $2)
  and ($3::text is null or channel = $3) and ($4::timestamptz is null or created_at >= $4)`;
const wantedParams = [
  nullable(arrayOf(text)),
  nullable(text),
  nullable(text),
  nullable(timestamptz),
] as const;

const list = defineQuery({
  name: 'kernel.listOutgoingMessages',
  text: `select id, channel, recipient,
      case when code is null then subject else replace(subject, code, '******') end as subject,
      case when code is null then body else replace(body, code, '******') end as body,
      purpose, state, attempts, last_error, sent_at, created_at, state = 'failed' and code is null and (channel <> 'push' or exists (
        select from push_devices p join notifications n on n.member_id = p.member_id and n.id = notification_id
        where p.id = device_id and n.read_at is null)) as is_sendable
    from outgoing_messages where ${WANTED} order by id desc limit $5 offset $6`,
  params: [...wantedParams, int8, int8],
  row: {
    id: int8,
    channel: text,
    recipient: text,
    subject: text,
    body: text,
    purpose: text,
    state: text,
    attempts: int4,
    lastError: text,
    sentAt: nullable(timestamptz),
    createdAt: timestamptz,
    isSendable: bool,
  },
});

const count = defineQuery({
  name: 'kernel.countOutgoingMessages',
  text: `select count(*)::int as total
    from (select 1 from outgoing_messages where ${WANTED} limit ${COUNTED_MAX}) counted`,
  params: wantedParams,
  row: { total: int4 },
});

export type ListedMessage = RowOf<typeof list>;

/** Absent: any. */
export interface MessageFilter {
  /** E-mail addresses, phones as `+8613800000000`, and of pushes the ids of members. */
  recipients?: readonly string[] | undefined;
  state?: string | undefined;
  channel?: string | undefined;
  /** Epoch ms. */
  since?: number | undefined;
}

/** Newest first. */
export function listOutgoingMessages<Out>(
  reader: Reader,
  { recipients, state, channel, since }: MessageFilter,
  given: { page: Page; row: (message: ListedMessage) => Out },
): Promise<PageOf<Out>> {
  return readPage(
    reader,
    { list, count },
    { filter: [recipients ?? null, state ?? null, channel ?? null, since ?? null], ...given },
  );
}
