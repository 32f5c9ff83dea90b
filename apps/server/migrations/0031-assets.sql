-- feature: assets
-- What members paid in, at the value it had then: a sum that only grows, so it is kept (ADR 22).

create table assets_paid_in (
  member_id bigint not null references members (id),
  day date not null,
  -- In USDT, less what was paid out.
  worth numeric(38, 18) not null,
  primary key (member_id, day)
);

-- The sum of all days, and the last posting that is in it.
create table assets_paid_in_totals (
  member_id bigint primary key references members (id),
  through_posting bigint not null,
  worth numeric(38, 18) not null
);

grant select, insert, update on assets_paid_in, assets_paid_in_totals to tern_app;
