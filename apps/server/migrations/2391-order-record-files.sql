-- feature: spot
-- The record of each day as files that anyone can download and replay (docs/order-record.md).

-- When the entry of the public log was made: a day's file has the numbers that were sealed on it.
alter table spot_command_seals add column sealed_at timestamptz not null default now();
alter table spot_command_seals alter column sealed_at drop default;

create table spot_record_files (
  day date not null,
  instrument_id smallint not null,
  last_number bigint not null,
  -- Compressed; owners are hidden in it.
  file bytea not null,
  primary key (day, instrument_id)
);
create index spot_record_files_of_market on spot_record_files (instrument_id, day);
create trigger spot_record_files_append_only before update or delete or truncate on spot_record_files
  for each statement execute function refuse_write('the files of a day do not change');
grant select, insert on spot_record_files to tern_app;
