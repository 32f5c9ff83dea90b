-- feature: kernel
-- A network of an asset may be stopped for a while in one direction, beside what two people agreed on (ADR 0038).

alter table asset_networks
  add column deposits_paused boolean not null default false,
  add column withdrawals_paused boolean not null default false;

grant update (deposits_paused, withdrawals_paused) on asset_networks to tern_app;
