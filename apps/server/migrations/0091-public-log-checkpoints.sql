-- feature: public-log
-- Checkpoints as they were published, one each ten minutes in which the log grew: anyone can compare an old one with the log.

create table public_log_checkpoints (
  size bigint primary key check (size > 0),
  -- A signed note, with the cosignatures that were under it when it was kept.
  checkpoint text not null,
  signed_at timestamptz not null
);

create trigger public_log_checkpoints_append_only before update or delete or truncate on public_log_checkpoints
  for each statement execute function public_log_refuse_change();

grant select, insert on public_log_checkpoints to tern_app;
