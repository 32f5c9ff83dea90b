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
