-- feature: swap
-- Small balances that a member converted to USDT: once a day (UTC), each coin as a swap of its own.

create table small_conversions (
  member_id bigint not null references members (id),
  day date not null,
  -- Of the request, so that its repetition converts what is left of it.
  request text not null,
  primary key (member_id, day)
);
create trigger small_conversions_append_only before update or delete or truncate on small_conversions
  for each statement execute function refuse_write('a conversion does not change');
grant select, insert on small_conversions to tern_app;
