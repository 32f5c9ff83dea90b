-- feature: service
-- Conversations of members and visitors with operators: messages in sequence, append only; saved replies (ADR 45).

create table service_conversations (
  id bigint generated always as identity (start with 5001) primary key,
  member_id bigint references members (id),
  -- Of a visitor's token, which opens this conversation only.
  visitor_hash text unique,
  -- The visitor's network address, for limits; removed after a day.
  address text,
  -- Where a visitor wants the conversation mailed; proven by a code.
  visitor_email text,
  lang text not null,
  state text not null default 'empty' check (state in ('empty', 'waiting', 'assigned', 'answered', 'closed')),
  operator_id bigint references operators (id),
  assigned_at timestamptz,
  last_seq int not null default 0,
  last_at timestamptz not null,
  -- Of the customer's first message that no operator has answered.
  waiting_since timestamptz,
  read_seq int not null default 0 check (read_seq between 0 and last_seq),
  service_read_seq int not null default 0 check (service_read_seq between 0 and last_seq),
  -- The customer was notified of answers up to here, by notice and e-mail.
  notified_seq int not null default 0,
  -- For the measured answer time: of the first message, if service was open then, and of the first answer.
  asked_at timestamptz,
  first_answer_at timestamptz,
  closed_at timestamptz,
  stars smallint check (stars between 1 and 5),
  rating_text text not null default '' check (length(rating_text) <= 500),
  rated_at timestamptz,
  created_at timestamptz not null,
  check ((member_id is null) <> (visitor_hash is null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'empty' or last_seq = 0),
  check (state not in ('assigned', 'answered') or operator_id is not null),
  check (state not in ('empty', 'waiting') or operator_id is null),
  check ((stars is null) = (rated_at is null)),
  check (stars is null or state = 'closed')
);
-- A member has one open conversation at a time.
create unique index service_one_open on service_conversations (member_id) where state <> 'closed';
create index service_of_member on service_conversations (member_id, id desc);
create index service_open on service_conversations (state, waiting_since) where state <> 'closed';
create index service_closed on service_conversations (closed_at desc) where state = 'closed';
create index service_measured on service_conversations (first_answer_at desc) where asked_at is not null;
create index service_addresses on service_conversations (created_at) where address is not null;

create table service_images (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references service_conversations (id),
  -- The operator who uploaded it; null for the customer.
  operator_id bigint references operators (id),
  name text not null unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null
);
create index service_images_of_conversation on service_images (conversation_id, created_at);

create table service_messages (
  conversation_id bigint not null references service_conversations (id),
  seq int not null check (seq > 0),
  author text not null check (author in ('customer', 'operator', 'automatic')),
  operator_id bigint references operators (id),
  -- The name the operator signed with then.
  name text not null default '',
  -- Made by the sender; null for automatic messages.
  client_id text,
  kind text not null default 'text' check (kind in ('text', 'away', 'cancellable', 'unanswered', 'ended')),
  -- Passwords, codes and card numbers were replaced before: U+FFFC stands for each item of `hidden`.
  text text not null check (length(text) <= 2000),
  hidden json not null,
  image_id bigint unique references service_images (id),
  -- A record of the member, whose facts are read from its feature when the message is shown.
  record_kind text,
  record_id bigint check (record_id > 0),
  opens_at timestamptz,
  created_at timestamptz not null,
  primary key (conversation_id, seq),
  -- A retry is stored once.
  constraint service_messages_once unique (conversation_id, client_id),
  check ((author = 'operator') = (operator_id is not null)),
  check ((author = 'automatic') = (client_id is null)),
  check ((author = 'automatic') = (kind <> 'text')),
  check ((record_kind is null) = (record_id is null)),
  check (kind <> 'cancellable' or record_id is not null),
  check (author = 'automatic' or text <> '' or image_id is not null or record_id is not null)
);

-- Numbers messages without a gap, under the lock of the conversation.
-- Refuses: service_closed, service_assigned (an answer of another operator than the one who has it), service_image,
-- service_record (a visitor has no records).
create function service_number_message() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  conversation service_conversations;
begin
  select * into conversation from service_conversations c where c.id = new.conversation_id for no key update;
  if conversation.state = 'closed' then
    raise exception 'the conversation is closed' using errcode = 'check_violation', constraint = 'service_closed';
  end if;
  if new.author = 'operator' and new.operator_id is distinct from conversation.operator_id then
    raise exception 'another operator has the conversation' using errcode = 'check_violation', constraint = 'service_assigned';
  end if;
  if new.image_id is not null and not exists (select 1 from service_images i
      where i.id = new.image_id and i.conversation_id = new.conversation_id and i.operator_id is not distinct from new.operator_id) then
    raise exception 'not an image of this sender' using errcode = 'check_violation', constraint = 'service_image';
  end if;
  if new.record_id is not null and conversation.member_id is null then
    raise exception 'a visitor has no records' using errcode = 'check_violation', constraint = 'service_record';
  end if;
  new.seq := conversation.last_seq + 1;
  update service_conversations set last_seq = new.seq, last_at = new.created_at,
      state = case when state = 'empty' then 'waiting' else state end
    where id = new.conversation_id;
  return new;
end
$$;
create trigger service_messages_numbered before insert on service_messages
  for each row execute function service_number_message();

create trigger service_messages_append_only before update or delete or truncate on service_messages
  for each statement execute function refuse_write('a message does not change');

-- A closed conversation has a last word of service, and changes no more, but for what is read and rated.
-- Refuses: service_last_word, service_reopened.
create function service_check_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if old.state = 'closed' and (new.state <> 'closed' or old.stars is not null and new.stars is distinct from old.stars) then
    raise exception 'a closed conversation does not change' using errcode = 'check_violation', constraint = 'service_reopened';
  end if;
  if new.state = 'closed' and old.state <> 'closed' and not exists (select 1 from service_messages m
      where m.conversation_id = new.id and m.seq = new.last_seq and m.author <> 'customer') then
    raise exception 'a conversation closes with a last word' using errcode = 'check_violation', constraint = 'service_last_word';
  end if;
  return new;
end
$$;
create trigger service_conversations_checked before update on service_conversations
  for each row execute function service_check_change();

-- Times of what limits count, by subject: `send conversation 5001`, `open address 203.0.113.7`.
create table service_counts (
  subject text primary key,
  at timestamptz[] not null
);

-- The name that customers see at the answers of an operator.
create table service_names (
  operator_id bigint primary key references operators (id),
  name text not null check (length(name) <= 40)
);

create table service_replies (
  id bigint generated always as identity primary key,
  code text not null,
  -- Of the newest version.
  version int not null check (version > 0),
  -- The version that customers see as a question; null: none.
  published_version int check (published_version between 1 and version),
  published_by bigint references operators (id),
  published_at timestamptz,
  removed_at timestamptz,
  check ((published_version is null) = (published_by is null)),
  check ((published_version is null) = (published_at is null))
);
create unique index service_reply_codes on service_replies (code) where removed_at is null;

create table service_reply_versions (
  reply_id bigint not null references service_replies (id),
  version int not null check (version > 0),
  operator_id bigint not null references operators (id),
  is_removed boolean not null,
  -- Customers see it before they write, once another operator has published it; its title is the question.
  is_question boolean not null,
  -- The kind of records whose latest belongs to the answer.
  shows text,
  -- `[{lang, title, text}]`
  texts json not null,
  created_at timestamptz not null,
  primary key (reply_id, version)
);
alter table service_replies add foreign key (id, published_version) references service_reply_versions (reply_id, version);

-- One operator alone cannot show a text to every customer.
-- Refuses: service_own_publication, service_not_a_question.
create function service_check_publication() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  published service_reply_versions;
begin
  if new.published_version is null or (new.published_version, new.published_by) is not distinct from (old.published_version, old.published_by) then
    return new;
  end if;
  select * into published from service_reply_versions v where v.reply_id = new.id and v.version = new.published_version;
  if published.operator_id = new.published_by then
    raise exception 'a version is published by another operator than its writer' using errcode = 'check_violation', constraint = 'service_own_publication';
  end if;
  if published.is_removed or not published.is_question then
    raise exception 'not a question' using errcode = 'check_violation', constraint = 'service_not_a_question';
  end if;
  return new;
end
$$;
create trigger service_replies_published before update on service_replies
  for each row execute function service_check_publication();
create function service_refuse_published() returns trigger language plpgsql as $$
begin
  raise exception 'a reply is published after it was written' using errcode = 'check_violation', constraint = 'service_own_publication';
end
$$;
create trigger service_replies_unpublished before insert on service_replies
  for each row when (new.published_version is not null) execute function service_refuse_published();
create trigger service_reply_versions_append_only before update or delete or truncate on service_reply_versions
  for each statement execute function refuse_write('a message does not change');

grant select, insert, delete on service_conversations to tern_app;
grant update (address, visitor_email, lang, state, operator_id, assigned_at, waiting_since, read_seq, service_read_seq, notified_seq, asked_at,
  first_answer_at, closed_at, stars, rating_text, rated_at) on service_conversations to tern_app;
grant select, insert on service_messages, service_reply_versions to tern_app;
grant select, insert, delete on service_images to tern_app;
grant select, insert, update, delete on service_counts to tern_app;
grant select, insert, update on service_names, service_replies to tern_app;
