-- feature: kernel
-- The seed of simulated prices, sealed with the key of the deployment: rows of the database show no price of the day (ADR 15).

create table market_seed (
  is_one boolean primary key default true check (is_one),
  sealed bytea not null
);

-- Who can change the seed can choose prices. It goes only when nobody can open it any more: its key is lost.
create function market_seed_refuse_loss() returns trigger language plpgsql as $$
begin
  if exists (select from deployment_key) then
    raise exception 'the market seed cannot be deleted while its key is known' using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
create trigger market_seed_fixed before update or truncate on market_seed for each statement
  execute function refuse_write('the market seed cannot be changed');
create trigger market_seed_kept before delete on market_seed for each row execute function market_seed_refuse_loss();
grant select, insert on market_seed to tern_app;

-- It was stored in clear here. The next start seals it, as the owner of the database, and removes the row.
drop trigger settings_market_seed_fixed on settings;
create trigger settings_market_seed_sealed before insert or update on settings for each row
  when (new.key = 'market.seed') execute function refuse_write('the market seed is stored sealed, in market_seed');
