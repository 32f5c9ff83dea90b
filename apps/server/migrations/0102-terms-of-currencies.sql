-- feature: fiat
-- A currency may be stopped for a while in one direction, beside what two people agreed on (ADR 0038).

alter table fiat_currencies
  add column wires_paused boolean not null default false,
  add column payouts_paused boolean not null default false;

grant update (wires_paused, payouts_paused) on fiat_currencies to tern_app;
