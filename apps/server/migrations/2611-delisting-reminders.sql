-- feature: kernel
-- Members who still hold a coin that goes are reminded a week and a day before its last withdrawal, once each (ADR 95).

create table delisting_reminders (
  delisting_id bigint not null references market_delistings (id),
  -- Before the last withdrawal.
  days smallint not null check (days in (1, 7)),
  -- Members up to this id were reminded, in the transaction that moved it.
  reminded_through bigint not null default 0,
  -- When all were.
  reminded_at timestamptz,
  primary key (delisting_id, days)
);

create function delisting_reminders_refuse_change() returns trigger language plpgsql as $$
begin
  if old.reminded_at is not null or new.reminded_through < old.reminded_through
    or (new.delisting_id, new.days) is distinct from (old.delisting_id, old.days) then
    raise exception 'members are reminded once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger delisting_reminders_grow before update on delisting_reminders for each row execute function delisting_reminders_refuse_change();
create trigger delisting_reminders_kept before delete or truncate on delisting_reminders
  for each statement execute function refuse_write('reminders are kept');
grant select, insert on delisting_reminders to tern_app;
grant update (reminded_through, reminded_at) on delisting_reminders to tern_app;
