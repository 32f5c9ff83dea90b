-- feature: operators
-- Two people remove a colleague's link to a provider: one whose seal cannot be opened bars its owner from another one (ADR 109).

alter table account_changes drop constraint account_changes_change_check;
alter table account_changes add constraint account_changes_change_check check (change in ('add', 'roles', 'resetCodes', 'unlink'));
