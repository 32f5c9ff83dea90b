-- feature: auth
-- Captchas, one-time codes, sessions, security alerts, and the paper funds of new members. Secrets are stored hashed.

create table auth_captchas (
  id text primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
create index auth_captchas_age on auth_captchas (expires_at);

-- Codes of one address that several callers asked for stay good beside each other (ADR 6).
create table auth_codes (
  id bigint generated always as identity primary key,
  -- The purpose and the address or phone.
  code_for text not null,
  code_hash text not null,
  tries_left int not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_codes_of on auth_codes (code_for, id);
create index auth_codes_age on auth_codes (sent_at);

-- Times of codes requested from one address or sent to one range of phone numbers, oldest first.
create table auth_code_budgets (
  subject text primary key,
  sent_at timestamptz[] not null,
  updated_at timestamptz not null
);
create index auth_code_budgets_age on auth_code_budgets (updated_at);

-- Times of failed passwords of a subject (an account, an address), oldest first.
create table auth_attempts (
  subject text primary key,
  failed_at timestamptz[] not null,
  updated_at timestamptz not null
);
create index auth_attempts_age on auth_attempts (updated_at);

-- One row per member: a new login replaces the last session.
create table auth_sessions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  token_hash text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint auth_sessions_one_per_member unique (member_id),
  constraint auth_sessions_token unique (token_hash)
);
create index auth_sessions_age on auth_sessions (expires_at);

-- Why a session ended, for the device that had it.
create table auth_ended_sessions (
  token_hash text primary key,
  cause text not null check (cause in ('login', 'password', 'freeze', 'ban', 'closing')),
  -- Of the login that ended it; empty for the other causes.
  address text not null,
  device text not null,
  ended_at timestamptz not null
);
create index auth_ended_sessions_age on auth_ended_sessions (ended_at);

-- Links in security messages ("This wasn't me").
create table auth_alerts (
  token_hash text primary key,
  member_id bigint not null references members (id),
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index auth_alerts_member on auth_alerts (member_id);
create index auth_alerts_age on auth_alerts (expires_at);

grant select, insert, update, delete on auth_captchas, auth_codes, auth_code_budgets, auth_attempts, auth_sessions,
  auth_alerts to tern_app;
grant select, insert, delete on auth_ended_sessions to tern_app;


-- Paper funds -------------------------------------------------------------------------------------

-- Paper funds of new members: granted once, at registration, by the current setting, in paper mode only (ADR 9).
create table paper_grants (
  member_id bigint not null references members (id),
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  granted_at timestamptz not null default now(),
  primary key (member_id, asset)
);

create trigger paper_grants_append_only before update or delete or truncate on paper_grants
  for each statement execute function refuse_write('a grant does not change');

-- The postings that a grant requires.
create view paper_required_lines as
select ledger_kind('paperFundsGranted') as kind, 'member:' || g.member_id as reference, g.member_id as subject_id, l.owner_id, g.asset,
  l.amount as available, 0::numeric as held
from paper_grants g
cross join lateral (values (g.member_id, g.amount), (ledger_house_account('paperIssuance'), -g.amount)) as l(owner_id, amount);

-- Grants a member the paper funds of the current setting and returns them. The program cannot choose an amount.
-- Refuses: paper_grants_at_registration (not in paper mode, or a member of an earlier transaction), paper_grants_pkey
-- (a second time).
create function grant_paper_funds(new_member bigint, at_time timestamptz) returns table (asset text, amount numeric)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  if not exists (select from deployment_mode m where m.mode = 'paper')
    or not exists (select from members m where m.id = new_member and m.xmin = pg_current_xact_id()::xid) then
    raise exception 'paper funds are granted at registration' using errcode = 'check_violation', constraint = 'paper_grants_at_registration';
  end if;
  return query
  insert into paper_grants as g (member_id, asset, amount, granted_at)
  select new_member, f.key, f.value::numeric, at_time
  from jsonb_each_text(coalesce(
    (select s.value from settings s where s.key = 'auth.paperFunds'),
    -- The fallback of the setting, in features/account/auth/open-account.ts.
    '{"USDT": "10000", "USD": "10000", "BTC": "0.1"}'
  )) f
  where f.value::numeric > 0
  returning g.asset, g.amount;
end
$$;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('paperFundsGranted'), 'member', 'auth', 'paper funds were granted to a new member, in paper mode', 'paper_required_lines');

grant select on paper_grants, paper_required_lines to tern_app;
grant execute on function grant_paper_funds to tern_app;
