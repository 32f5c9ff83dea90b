-- feature: public-log
-- Two operators declare that keys of the log are lost, and which key signs in place of them. The declaration is an entry of the log
-- (ADR 67).

create table public_log_losses (
  -- Signs in place of the lost ones.
  key_id smallint primary key references public_log_keys (id),
  proposed_by bigint not null references operators (id),
  proposed_reason text not null check (proposed_reason <> ''),
  proposed_at timestamptz not null,
  -- Null until another operator declares it.
  declared_by bigint references operators (id),
  declared_reason text check (declared_reason <> ''),
  declared_at timestamptz,
  entry_index bigint unique references public_log_entries (index),
  constraint public_log_losses_declared check (num_nonnulls(declared_by, declared_reason, declared_at, entry_index) in (0, 4)),
  constraint public_log_losses_two_people check (declared_by <> proposed_by)
);

-- The proposal and the declaration are two acts; neither changes afterwards.
create function public_log_losses_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'declarations of lost keys are kept' using errcode = 'insufficient_privilege';
  end if;
  if old.entry_index is not null or (new.key_id, new.proposed_by, new.proposed_reason, new.proposed_at)
    is distinct from (old.key_id, old.proposed_by, old.proposed_reason, old.proposed_at) then
    raise exception 'a lost key is declared once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger public_log_losses_in_turn before update on public_log_losses
  for each row execute function public_log_losses_refuse_change();
create trigger public_log_losses_kept before delete or truncate on public_log_losses
  for each statement execute function public_log_losses_refuse_change();
create function public_log_losses_begin_open() returns trigger language plpgsql as $$
begin
  raise exception 'a lost key is proposed before it is declared' using errcode = 'insufficient_privilege';
end
$$;
create trigger public_log_losses_begin_open before insert on public_log_losses for each row
  when (new.entry_index is not null) execute function public_log_losses_begin_open();

grant select, insert on public_log_losses to tern_app;
grant update (declared_by, declared_reason, declared_at, entry_index) on public_log_losses to tern_app;
