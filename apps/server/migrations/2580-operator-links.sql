-- feature: operators
-- Operators sign in through a provider of identities too, in place of the password, once two people agreed to the link (ADR 109).

-- Whose the identity at the provider is.
create table operator_links (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  -- As the provider has verified it when the link was asked for; empty: none.
  email text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  -- By the key of the deployment: a row that only the database knows signs nobody in.
  seal bytea not null,
  constraint operator_links_identity unique (issuer, subject),
  constraint operator_links_one unique (operator_id, issuer)
);

create table operator_link_requests (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  email text not null,
  created_at timestamptz not null,
  -- That of the link.
  seal bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  ended_at timestamptz,
  constraint operator_link_requests_ended check ((state = 'waiting') = (ended_at is null))
);
create unique index operator_link_requests_identity on operator_link_requests (issuer, subject) where state = 'waiting';
create unique index operator_link_requests_one on operator_link_requests (operator_id, issuer) where state = 'waiting';

create trigger operator_link_requests_begin before insert on operator_link_requests for each row
  when (new.state <> 'waiting') execute function refuse_write('a link waits for a second person first');
create trigger operator_link_requests_once before update on operator_link_requests for each row
  when (old.state <> 'waiting') execute function refuse_write('a request for a link ends once');
create trigger operator_link_requests_kept before delete or truncate on operator_link_requests
  for each statement execute function refuse_write('requests for links are kept');

-- A link is one that waits and on which two people agreed.
create function operator_links_refuse_alone() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from operator_link_requests r join reviews_agreed a on a.kind = 'operatorLink' and a.subject_id = r.id
    where r.state = 'waiting' and (r.operator_id, r.issuer, r.subject) = (new.operator_id, new.issuer, new.subject)
  ) then
    raise exception 'a second person has not agreed to this link' using errcode = 'insufficient_privilege', constraint = 'operator_links_agreed';
  end if;
  return new;
end
$$;
create trigger operator_links_two_people before insert or update of operator_id, issuer, subject on operator_links for each row
  execute function operator_links_refuse_alone();

-- A browser that is at the provider. The state comes back through the address, once; the ticket stays in the browser that began.
create table operator_provider_visits (
  state_hash text primary key,
  ticket_hash text not null,
  -- Who asks for a link, and in which session; null: a sign-in.
  operator_id bigint references operators (id),
  session_id bigint,
  -- The nonce and the verifier of the code.
  sealed bytea not null,
  expires_at timestamptz not null,
  constraint operator_provider_visits_link check ((operator_id is null) = (session_id is null))
);
create index operator_provider_visits_expiry on operator_provider_visits (expires_at);

-- Whom the provider has named, until the second factor is given.
create table operator_provider_logins (
  operator_id bigint primary key references operators (id),
  ticket_hash text not null unique,
  expires_at timestamptz not null,
  -- By the key of the deployment: a row that only the database knows names nobody.
  seal bytea not null
);

-- The provider in place of the password.
alter table operator_sessions add column is_through_provider boolean not null default false;
alter table operator_passkey_challenges add column is_through_provider boolean not null default false;

grant select, insert (operator_id, issuer, subject, email, created_at, seal), update (last_used_at), delete on operator_links to tern_app;
grant select, insert (operator_id, issuer, subject, email, created_at, seal) on operator_link_requests to tern_app;
grant update (state, ended_at) on operator_link_requests to tern_app;
grant select, insert, delete on operator_provider_visits to tern_app;
grant select, insert, update, delete on operator_provider_logins to tern_app;
