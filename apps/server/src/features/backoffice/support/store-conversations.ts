/** The SQL of conversations, and of the counts of their limits. */
import {
  arrayOf,
  bool,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { limitKeyText } from '../../../platform/limit-key.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const COLUMNS = `c.id, c.member_id, c.visitor_hash, c.visitor_email, c.address, c.lang, c.state, c.operator_id, c.assigned_at, c.last_seq, c.last_at,
  c.waiting_since, c.read_seq, c.service_read_seq, c.notified_seq, c.asked_at, c.first_answer_at, c.closed_at, c.stars, c.rating_text,
  c.created_at, coalesce((select n.name from service_names n where n.operator_id = c.operator_id), '') as operator_name`;

const row = {
  id: int8,
  memberId: nullable(int8),
  visitorHash: nullable(text),
  visitorEmail: nullable(text),
  address: nullable(limitKeyText),
  lang: text,
  state: text,
  operatorId: nullable(int8),
  assignedAt: nullable(timestamptz),
  lastSeq: int4,
  lastAt: timestamptz,
  waitingSince: nullable(timestamptz),
  readSeq: int4,
  serviceReadSeq: int4,
  notifiedSeq: int4,
  askedAt: nullable(timestamptz),
  firstAnswerAt: nullable(timestamptz),
  closedAt: nullable(timestamptz),
  stars: nullable(int2),
  ratingText: text,
  createdAt: timestamptz,
  operatorName: text,
} as const;

export const conversationById = defineQuery({
  name: 'support.conversation',
  text: `select ${COLUMNS} from service_conversations c where c.id = $1`,
  params: [int8],
  row,
});

const supportConversations = defineTable('service_conversations', {
  id: int8,
  lastSeq: int4,
}).as('c');

export const lastSeqsOf = supportConversations.select(
  'support.lastSeqs',
  'where id = any($1::bigint[])',
  [arrayOf(int8)],
);

export type Conversation = RowOf<typeof conversationById>;

export const lockedConversation = defineQuery({
  name: 'support.conversationForUpdate',
  text: `select ${COLUMNS} from service_conversations c where c.id = $1 for no key update of c`,
  params: [int8],
  row,
});

export const conversationOfVisitor = defineQuery({
  name: 'support.conversationOfVisitor',
  text: `select ${COLUMNS} from service_conversations c where c.visitor_hash = $1`,
  params: [text],
  row,
});

/** Of a member, newest first, those before an id or all. */
export const conversationsBefore = defineQuery({
  name: 'support.conversationsBefore',
  text: `select c.id, c.state, c.created_at from service_conversations c
    where c.member_id = $1 and ($2::bigint is null or c.id < $2) and c.state <> 'empty' order by c.id desc limit $3`,
  params: [int8, nullable(int8), int8],
  row: { id: int8, state: text, createdAt: timestamptz },
});

/** The open one, or the newest. */
export const currentOfMember = defineQuery({
  name: 'support.currentOfMember',
  text: `select ${COLUMNS} from service_conversations c where c.member_id = $1
    order by c.state = 'closed', c.id desc limit 1`,
  params: [int8],
  row,
});

/** @throws `service_one_open` if the member has an open one */
export const insertConversation = defineQuery({
  name: 'support.insertConversation',
  text: `insert into service_conversations (member_id, visitor_hash, address, lang, last_at, created_at)
    values ($1, $2, $3, $4, $5, $5) returning id`,
  params: [nullable(int8), nullable(text), nullable(limitKeyText), text, timestamptz],
  row: { id: int8 },
});

/** With their first message; empty ones are left out. */
export const conversationsOf = defineQuery({
  name: 'support.conversationsOfMember',
  text: `select ${COLUMNS}, (select m.text from service_messages m where m.conversation_id = c.id and m.seq = 1) as first_text
    from service_conversations c where c.member_id = $1 and c.state <> 'empty' order by c.id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row: { ...row, firstText: text },
});

export const countConversationsOf = supportConversations.count(
  'support.countConversationsOfMember',
  `where member_id = $1 and state <> 'empty'`,
  [int8],
);

/** After a message of the customer at `$2`; `$3`: support was open. */
export const customerWrote = defineStatement({
  name: 'support.customerWrote',
  text: `update service_conversations set state = case when state = 'answered' then 'assigned' else state end,
      waiting_since = coalesce(waiting_since, $2),
      asked_at = case when first_answer_at is null and $3 then coalesce(asked_at, $2) else asked_at end
    where id = $1`,
  params: [int8, timestamptz, bool],
});

/** After an answer at `$2`. */
export const operatorAnswered = defineStatement({
  name: 'support.operatorAnswered',
  text: `update service_conversations set state = 'answered', waiting_since = null,
      first_answer_at = coalesce(first_answer_at, $2)
    where id = $1`,
  params: [int8, timestamptz],
});

export const closeStatement = defineStatement({
  name: 'support.close',
  text: `update service_conversations set state = 'closed', closed_at = $2, waiting_since = null where id = $1`,
  params: [int8, timestamptz],
});

/** `$2`: null puts it back to those that wait; its customer waits for an answer from then on, if not before. */
export const assignStatement = defineStatement({
  name: 'support.assign',
  text: `update service_conversations set operator_id = $2::bigint,
      state = case when $2::bigint is null then 'waiting' when waiting_since is null then 'answered' else 'assigned' end,
      assigned_at = case when $2::bigint is null then null else $3::timestamptz end,
      waiting_since = case when $2::bigint is null then coalesce(waiting_since, $3) else waiting_since end
    where id = $1`,
  params: [int8, nullable(int8), timestamptz],
});

/** Returns nothing if it was read that far before. */
export const readByCustomer = supportConversations.pick('id').update(
  'support.readByCustomer',
  `read_seq = least($2, last_seq)
    where id = $1 and read_seq < least($2, last_seq)`,
  [int8, int4],
);

export const readBySupport = supportConversations.pick('id').update(
  'support.readByService',
  `service_read_seq = least($2, last_seq)
    where id = $1 and service_read_seq < least($2, last_seq)`,
  [int8, int4],
);

/** Once, after the end. */
export const rateStatement = defineStatement({
  name: 'support.rate',
  text: `update service_conversations set stars = $2, rating_text = $3, rated_at = $4
    where id = $1 and state = 'closed' and stars is null`,
  params: [int8, int2, text, timestamptz],
});

export const setVisitorEmail = defineStatement({
  name: 'support.setVisitorEmail',
  text: 'update service_conversations set visitor_email = $2 where id = $1',
  params: [int8, text],
});

export const setLang = defineStatement({
  name: 'support.setLang',
  text: 'update service_conversations set lang = $2 where id = $1 and lang <> $2',
  params: [int8, text],
});

/** Assigned ones that have waited since before `$1`. */
export const overdueAssigned = supportConversations.pick('id').select(
  'support.overdueAssigned',
  `where state = 'assigned' and greatest(waiting_since, assigned_at) < $1
    order by waiting_since limit 100`,
  [timestamptz],
);

/** Answered ones without a message since `$1`. */
export const abandoned = supportConversations
  .pick('id')
  .select(
    'support.abandoned',
    `where state = 'answered' and last_at < $1 order by last_at limit 100`,
    [timestamptz],
  );

/** Whose unread answers of before `$1` the customer was not notified of. */
export const unnotified = supportConversations.pick('id').select(
  'support.unnotified',
  `where exists (select 1 from service_messages m where m.conversation_id = c.id and m.seq > greatest(c.read_seq, c.notified_seq)
        and m.author = 'operator' and m.created_at < $1)
      and c.last_at > $1 - interval '2 days' and c.notified_seq <= c.read_seq
    order by c.id limit 100`,
  [timestamptz],
);

export const setNotified = defineStatement({
  name: 'support.setNotified',
  text: 'update service_conversations set notified_seq = last_seq where id = $1',
  params: [int8],
});

/** Empty ones are removed, and the addresses of visitors forgotten. */
export const removeEmpty = defineStatement({
  name: 'support.removeEmpty',
  text: `delete from service_conversations c where c.state = 'empty' and c.created_at < $1
    and not exists (select 1 from service_images i where i.conversation_id = c.id)`,
  params: [timestamptz],
});

export const forgetAddresses = defineStatement({
  name: 'support.forgetAddresses',
  text: 'update service_conversations set address = null where address is not null and created_at < $1',
  params: [timestamptz],
});

/** The median time to the first answer of the last fifty conversations that began while support was open. */
export const answerTime = defineQuery({
  name: 'support.answerTime',
  text: `select count(*)::int as measured,
      coalesce(percentile_disc(0.5) within group (order by ms), 0)::bigint as median_ms
    from (select (extract(epoch from first_answer_at - asked_at) * 1000)::bigint as ms from service_conversations
      where asked_at is not null and first_answer_at > $1 order by first_answer_at desc limit 50) t`,
  params: [timestamptz],
  row: { measured: int4, medianMs: int8 },
});

/** Adds `$2` to the times of a subject, without those before `$3`. Locks the subject. */
export const addCount = defineQuery({
  name: 'support.addCount',
  text: `insert into service_counts as c (subject, at) values ($1, array[$2::timestamptz])
    on conflict (subject) do update set at =
      array(select t from unnest(c.at) as t where t > $3 order by t) || array[$2::timestamptz]
    returning at`,
  params: [limitKeyText, timestamptz, timestamptz],
  row: { at: arrayOf(timestamptz) },
});

export const pruneCounts = defineStatement({
  name: 'support.pruneCounts',
  text: 'delete from service_counts where $1 > all (at)',
  params: [timestamptz],
});

const LAST = `l.author as last_author, l.kind as last_kind, left(l.text, 200) as last_text, l.image_id is not null as last_has_image,
  l.record_id is not null as last_has_record, l.operator_id as last_operator_id,
  (select count(*)::int from service_messages u where u.conversation_id = c.id and u.seq > c.service_read_seq and u.author = 'customer') as unread`;

const inboxRow = {
  ...row,
  lastAuthor: text,
  lastKind: text,
  lastText: text,
  lastHasImage: bool,
  lastHasRecord: bool,
  lastOperatorId: nullable(int8),
  unread: int4,
} as const;

/** With the last message that a person wrote or that ended it: an automatic answer tells operators nothing new. */
const INBOX = `select ${COLUMNS}, ${LAST} from service_conversations c
  join service_messages l on l.conversation_id = c.id and l.seq = (select max(s.seq) from service_messages s
    where s.conversation_id = c.id and s.kind not in ('away', 'cancellable'))`;

/** Open ones of a state, those that wait longest first. */
export const inboxOf = defineQuery({
  name: 'support.inboxOf',
  text: `${INBOX} where c.state = $1 order by coalesce(c.waiting_since, c.last_at), c.id limit $2`,
  params: [text, int8],
  row: inboxRow,
});

export const inboxClosed = defineQuery({
  name: 'support.inboxClosed',
  text: `${INBOX} where c.state = 'closed' and c.closed_at > $1 order by c.closed_at desc, c.id desc limit $2`,
  params: [timestamptz, int8],
  row: inboxRow,
});

export const inboxOne = defineQuery({
  name: 'support.inboxOne',
  text: `${INBOX} where c.id = $1`,
  params: [int8],
  row: inboxRow,
});

export type InboxEntry = RowOf<typeof inboxOf>;

export const countWaiting = defineQuery({
  name: 'support.countWaiting',
  text: `select count(*)::int as total, min(waiting_since) as oldest_at from service_conversations where state = 'waiting'`,
  params: [],
  row: { total: int4, oldestAt: nullable(timestamptz) },
});

/** Messages of support that the customer has not read. */
export const countUnread = defineQuery({
  name: 'support.countUnread',
  text: `select count(*)::int as unread from service_conversations c
    join service_messages m on m.conversation_id = c.id and m.seq > c.read_seq and m.author = 'operator' where c.id = $1`,
  params: [int8],
  row: { unread: int4 },
});
