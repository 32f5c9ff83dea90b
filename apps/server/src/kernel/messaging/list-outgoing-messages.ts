/** Outgoing messages as operators see them, with one-time codes hidden. */
import { int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';
import { type Page, type PageOf, readPage } from '../requests/page.ts';

const list = defineQuery({
  name: 'kernel.listOutgoingMessages',
  text: `select id, channel, recipient,
      case when code is null then subject else replace(subject, code, '******') end as subject,
      case when code is null then body else replace(body, code, '******') end as body,
      purpose, state, attempts, last_error, sent_at, created_at
    from outgoing_messages where $1::text is null or recipient = $1
    order by id desc limit $2 offset $3`,
  params: [nullable(text), int8, int8],
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
  },
});

const count = defineQuery({
  name: 'kernel.countOutgoingMessages',
  text: 'select count(*)::int as total from outgoing_messages where $1::text is null or recipient = $1',
  params: [nullable(text)],
  row: { total: int4 },
});

export type ListedMessage = RowOf<typeof list>;

/** Newest first. */
export function listOutgoingMessages<Out>(
  reader: Reader,
  recipient: string | null,
  given: { page: Page; row: (message: ListedMessage) => Out },
): Promise<PageOf<Out>> {
  return readPage(reader, { list, count }, { filter: [recipient], ...given });
}
