-- feature: kernel
-- The key of the deployment: which `secrets.key` the secrets in this database are sealed with (ADR 59).

-- Written by the first program that starts with it, compared by every other. If the file is lost for good, the owner of the
-- database deletes the row: the next start takes the key it finds or draws, and what was sealed before stays closed.
create table deployment_key (
  is_only boolean primary key default true check (is_only),
  -- SHA-256 of the key and a fixed text: tells two keys apart and says nothing about either.
  fingerprint text not null
);

grant select, insert on deployment_key to tern_app;
