-- feature: kernel
-- contracts: an older program writes acts of operators without a seal, which would be reported as forged
-- An act of an operator is sealed by the program that served their session, with the key of the deployment, which is not in the database
-- (ADR 27). A role of the database alone can write a row of the log, and nobody will believe it.

-- Null for acts of the program by a rule.
alter table audit_log add column seal bytea;

-- Acts up to here were written before there were seals.
create table audit_log_sealed_from (
  is_only boolean primary key default true check (is_only),
  entry_id bigint not null
);
insert into audit_log_sealed_from (entry_id) select coalesce(max(id), 0) from audit_log;

-- Without its line in the log, which is sealed, no approval or rejection is committed.
create function reviews_refuse_unlogged() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (
    select from audit_log a where a.subject = 'review:' || new.id
      and case when new.state = 'open' then a.operator_id = new.first_by and a.action = 'review.approveFirst'
        else a.operator_id = new.decided_by and a.action = case new.state when 'approved' then 'review.approve' else 'review.reject' end end
  ) then
    raise exception 'the decision on review % is not in the audit log', new.id
      using errcode = 'insufficient_privilege', constraint = 'reviews_logged';
  end if;
  return null;
end
$$;
create constraint trigger reviews_logged after update on reviews deferrable initially deferred for each row
  when (new.state in ('approved', 'rejected') and old.state = 'open'
    or new.state = 'open' and new.first_by is not null and new.first_by is distinct from old.first_by)
  execute function reviews_refuse_unlogged();

grant select on audit_log_sealed_from to tern_app;
