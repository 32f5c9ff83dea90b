-- feature: auth
-- When codes were sent for one caller address or to one range of phone numbers, oldest first.

create table auth_code_budgets (
  subject text primary key,
  sent_at timestamptz[] not null,
  updated_at timestamptz not null
);
create index auth_code_budgets_age on auth_code_budgets (updated_at);

grant select, insert, update, delete on auth_code_budgets to tern_app;
