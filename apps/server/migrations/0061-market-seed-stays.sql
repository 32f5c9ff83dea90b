-- feature: kernel
-- The seed of simulated prices is drawn once. Whoever could change it could choose prices (rules §2, ADR 0021).

create function settings_refuse_seed_change() returns trigger language plpgsql as $$
begin
  raise exception 'the market''s seed stays' using errcode = 'insufficient_privilege';
end
$$;
create trigger settings_market_seed_stays before update or delete on settings for each row
  when (old.key = 'market.seed') execute function settings_refuse_seed_change();
