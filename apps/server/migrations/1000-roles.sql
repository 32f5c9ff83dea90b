-- feature: platform
-- No rights by default. Each file grants the role of the running program, tern_app, what it needs.

revoke all on schema public from public;
grant usage on schema public to tern_app;

alter default privileges revoke all on tables from public;
alter default privileges revoke all on sequences from public;
alter default privileges revoke execute on functions from public;

do $$
begin
  execute format('revoke create, temporary on database %I from public', current_database());
end
$$;

-- For triggers on what a table never allows: its `when` says which rows, its arguments say why in words.
-- Arguments: the message; the name of a constraint, where callers tell this refusal from others.
create function refuse_write() returns trigger language plpgsql as $$
begin
  if tg_nargs > 1 then
    raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege', constraint = tg_argv[1];
  end if;
  raise exception '%', tg_argv[0] using errcode = 'insufficient_privilege';
end
$$;
