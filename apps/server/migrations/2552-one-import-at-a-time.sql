-- feature: kernel
-- Lists of sanctions are imported one after the other: two instances that read the same file would make two versions of it.

create table screening_lists_lock (
  is_only boolean primary key default true check (is_only)
);
insert into screening_lists_lock default values;

grant select, update on screening_lists_lock to tern_app;
