-- feature: products
-- The coins that the house sells: a new coin is sold only as far as the house account `offerings` has it, so that what members own
-- together is covered (rules §2, §7; the floor is in 0060). Two operators fund that account, and the one of liquidity; in paper mode the installation has both.

alter table house_fundings drop constraint house_fundings_account_check;
alter table house_fundings add constraint house_fundings_account_check check (account in ('yields', 'loans', 'offerings', 'liquidity'));

-- seeds/house-coins/liquidity.json has what the house's liquidity begins with in paper mode: about 50 million USDT of each asset with
-- a price. It is added to what the account has.
insert into house_fundings (account, asset, amount, reason, is_beginning, created_at)
select 'liquidity', asset, amount, 'Part of the installation.', true, '2026-11-23T00:00:00Z'
from jsonb_to_recordset(current_setting('migration.seeds')::jsonb -> 'liquidity') as seed (asset text, amount numeric);

-- What offerings of an earlier version can still sell and have sold, in paper mode; other deployments are funded by two operators.
insert into house_fundings (account, asset, amount, reason, is_beginning, created_at)
select 'offerings', o.asset, sum(case when o.paper_round is null then o.sold else o.cap end), 'Part of the installation.', true, now()
from offerings o group by o.asset having sum(case when o.paper_round is null then o.sold else o.cap end) > 0;

-- Adds the offerings of the window of `at`, of the one before and of the next that are missing, with the coins they sell; in live mode
-- none. The only way in which the program adds an offering without the approval of two operators. The coins are posted by the
-- program's next grant of beginnings.
create or replace function offering_add_paper(at timestamptz) returns void language plpgsql
  security definer set search_path = pg_catalog, public as $$
declare
  -- In hours: a day of a session's time zone may be longer or shorter.
  period constant interval := '336 hours';
  iso constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  coins int;
  first_opens timestamp;
  round_now int;
  opens timestamp;
begin
  if not exists (select from deployment_mode m where m.mode = 'paper') then
    return;
  end if;
  -- Processes that start together wait for each other here.
  perform from offering_paper_plan for update;
  select count(*) into coins from offering_paper_plan;
  select date_trunc('day', coalesce(min(o.created_at), at) at time zone 'UTC') - interval '96 hours'
    into first_opens from offerings o where o.paper_round is not null;
  round_now := floor(extract(epoch from at at time zone 'UTC' - first_opens) / extract(epoch from period));
  for round in round_now - 1 .. round_now + 1 loop
    continue when exists (select from offerings o where o.paper_round = round);
    opens := first_opens + round * period;
    perform offering_begin(p.terms || jsonb_build_object('opensAt', to_char(opens, iso), 'closesAt', to_char(opens + period, iso)), at, round)
    from offering_paper_plan p where p.place = (round % coins + coins) % coins;
    insert into house_fundings (account, asset, amount, reason, is_beginning, created_at)
    select 'offerings', o.asset, o.cap, 'Part of the installation.', true, at from offerings o where o.paper_round = round;
  end loop;
end
$$;
