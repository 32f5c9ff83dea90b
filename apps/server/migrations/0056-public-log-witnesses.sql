-- feature: public-log
-- What witnesses answered to the checkpoints submitted to them, and the checkpoint published with their cosignatures (ADR 49).

-- One row for each witness that was ever asked.
create table public_log_witnesses (
  -- Spelt name+id+base64.
  key text primary key,
  asked_at timestamptz not null,
  -- Its last answer; missing: none, or one that is no cosignature.
  answer text not null check (answer in ('cosigned', 'refused', 'missing')),
  -- What it cosigned last, as far as the log knows.
  size bigint not null check (size >= 0),
  cosigned_at timestamptz check ((cosigned_at is not null) or size = 0),
  -- Answers without a cosignature since then; it is not asked before `retry_at`.
  failures int not null check (failures >= 0),
  retry_at timestamptz not null,
  check ((answer = 'cosigned') = (failures = 0))
);

create table public_log_published (
  is_only boolean primary key default true check (is_only),
  size bigint not null check (size >= 0),
  -- A signed note of the log with the cosignatures of its witnesses.
  checkpoint text not null,
  signed_at timestamptz not null,
  -- When checkpoints were submitted last, by any process.
  submitted_at timestamptz not null
);

create trigger public_log_published_kept before delete or truncate on public_log_published
  for each statement execute function public_log_refuse_change();
create trigger public_log_published_grows before update on public_log_published
  for each row when (new.size < old.size) execute function public_log_refuse_change();

grant select, insert, update on public_log_witnesses, public_log_published to tern_app;
