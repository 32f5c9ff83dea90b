-- feature: operators
-- An operator has several sessions, and ends each of them (ADR 23).

alter table operator_sessions drop constraint operator_sessions_one;
-- Browser and system; empty when unknown.
alter table operator_sessions add column device text not null default '';
-- How the operator proved that it is them, beside the password.
alter table operator_sessions add column method text not null default 'code'
  constraint operator_sessions_method check (method in ('code', 'recovery'));
create index operator_sessions_of_operator on operator_sessions (operator_id, id);
