-- feature: history-files
-- What is in files of past prices goes with their age or when there is no room: the file keeps its row, with its hash (ADR 80).
alter table history_files add column dropped_at timestamptz,
  add check (dropped_at is null or content is null);
create index history_files_there on history_files (path) where dropped_at is null;

drop trigger history_files_kept on history_files;
create trigger history_files_kept before delete or truncate on history_files
  for each statement execute function refuse_write('a published file of prices never changes');

-- The content alone goes, once, and not before the file of the month is published, which is made from those of its days.
create function history_files_check_drop() returns trigger language plpgsql as $$
declare
  kept constant text := case when old.publication like 'past/%' then old.publication
    else 'monthly/' || substring(old.publication from '\d{4}-\d{2}') end;
begin
  if old.dropped_at is not null or new.dropped_at is null or new.content is not null
    or (new.path, new.publication, new.sha256, new.bytes, new.document_bytes, new.document_crc)
      is distinct from (old.path, old.publication, old.sha256, old.bytes, old.document_bytes, old.document_crc)
  then
    raise exception 'a published file of prices never changes' using errcode = 'insufficient_privilege';
  end if;
  perform from history_publications where name = kept and published_at is not null;
  if not found then
    raise exception 'the month of the file is not published' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger history_files_dropped_whole before update on history_files
  for each row execute function history_files_check_drop();

grant update (content, dropped_at) on history_files to tern_app;
