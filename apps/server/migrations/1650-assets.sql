-- feature: assets
-- Members' deposits less withdrawals at their value at the time. Stored, because past values never change (ADR 22).

create table assets_paid_in (
  member_id bigint not null references members (id),
  day date not null,
  -- In USDT, less withdrawals.
  worth numeric(38, 18) not null,
  primary key (member_id, day)
);

-- The sum of all days, and its last posting.
create table assets_paid_in_totals (
  member_id bigint primary key references members (id),
  through_posting bigint not null,
  worth numeric(38, 18) not null
);

grant select, insert, update on assets_paid_in, assets_paid_in_totals to tern_app;
