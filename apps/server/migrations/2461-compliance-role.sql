-- feature: operators
-- The role of those who decide hits of screening can be proposed.

alter table account_changes drop constraint account_changes_roles_check;
alter table account_changes add constraint account_changes_roles_check
  check (roles <@ array['reviewer', 'approver', 'support', 'content', 'auditor', 'compliance']);
