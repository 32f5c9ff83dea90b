-- feature: operators
-- Versions remember what they replaced; pauses of a network or currency are one person's, and end by themselves (ADR 0038).

alter table setting_versions add column replaced jsonb;
grant update (replaced) on setting_versions to tern_app;
create index setting_versions_of_key on setting_versions (key, id desc);

create table terms_pauses (
  id bigint generated always as identity primary key,
  -- What it stops: network.USDT.TRC20, currency.EUR.
  key text not null,
  direction text not null check (direction in ('in', 'out')),
  reason text not null check (reason <> ''),
  operator_id bigint not null references operators (id),
  began_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  -- Nobody can write down a stop without an end.
  constraint terms_pauses_end check (until > began_at and until <= began_at + interval '72 hours')
);
create unique index terms_pauses_running on terms_pauses (key, direction) where ended_at is null;
create index terms_pauses_due on terms_pauses (until) where ended_at is null;
create index terms_pauses_of_key on terms_pauses (key, direction, id desc);

grant select, insert on terms_pauses to tern_app;
grant update (ended_at) on terms_pauses to tern_app;
