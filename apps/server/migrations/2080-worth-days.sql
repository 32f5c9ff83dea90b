-- feature: assets
-- contracts: earlier instances write the difference of what was put in and taken out, which no longer exists.
-- What members put in and took out, apart, and what they had at each midnight (ADR 77).

-- Only the difference was kept. Both are computed again from the journal, when they are next needed.
delete from assets_paid_in;
delete from assets_paid_in_totals;
alter table assets_paid_in drop column worth,
  -- In USDT, at the value of the time.
  add column put_in numeric(38, 18) not null,
  add column taken_out numeric(38, 18) not null;
alter table assets_paid_in_totals drop column worth,
  add column put_in numeric(38, 18) not null,
  add column taken_out numeric(38, 18) not null;

-- At 00:00 UTC of the day. A day without a row has the figures of the day before; a member without rows had nothing.
create table assets_worth_days (
  member_id bigint not null references members (id),
  day date not null,
  -- In USDT; null: a price was missing at that moment.
  worth numeric(38, 18),
  -- All up to then.
  put_in numeric(38, 18) not null,
  taken_out numeric(38, 18) not null,
  primary key (member_id, day)
);

-- Members are computed in the order of their ids. All up to `through_member` have their days up to `target`, the others up to `done_through`.
create table assets_worth_progress (
  is_only boolean primary key default true check (is_only),
  -- Null before the first pass, which computes all days since a member's first record.
  done_through date,
  -- Null between passes.
  target date,
  through_member bigint not null default 0,
  check (target > done_through)
);
insert into assets_worth_progress default values;

grant select, insert on assets_worth_days to tern_app;
grant select, update on assets_worth_progress to tern_app;
