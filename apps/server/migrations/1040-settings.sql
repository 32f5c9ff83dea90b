-- feature: kernel
-- Settings of the deployment, as two operators approved them (ADR 25).

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- The seed of simulated prices is drawn once: who can change it can choose prices (ADR 15).
create trigger settings_market_seed_fixed before update or delete on settings for each row
  when (old.key = 'market.seed') execute function refuse_write('the market seed cannot be changed');

grant select, insert on settings to tern_app;
-- When a version approved by two operators takes effect (ADR 25).
grant update (value, updated_at) on settings to tern_app;
