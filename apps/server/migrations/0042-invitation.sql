-- feature: invitation
-- Rewards of invitations: a share of the fees that members pay, for up to three members above them (rules §10, ADR 44).
--
-- A fee is one side of a trade, or a swap. Only functions here write rewards: they read the fees of the journal, so the program
-- cannot invent one. Each fee is rewarded once for each level, with the shares that were in effect when it was charged.
--
--   1. People            who invited whom, up to three levels
--   2. Rewards           sources, payments, totals
--   3. Computing them    invitation_reward_fees()
--   4. Reversals         invitation_reverse(), invitation_reverse_due()
--   5. Facts and rights


-- 1. People ---------------------------------------------------------------------------------------

-- Each member with the members above: the one who invited them is level 1.
create view invitation_people as
select p.inviter_id, p.level, p.member_id, p.email, p.is_verified, p.created_at
from (
  select m.invited_by as inviter_id, 1::smallint as level, m.id as member_id, m.email, m.real_name_status = 2 as is_verified, m.created_at
  from members m
  union all
  select one.invited_by, 2::smallint, m.id, m.email, m.real_name_status = 2, m.created_at
  from members one join members m on m.invited_by = one.id
  union all
  select two.invited_by, 3::smallint, m.id, m.email, m.real_name_status = 2, m.created_at
  from members two join members one on one.invited_by = two.id join members m on m.invited_by = one.id
) p
where p.inviter_id is not null;


-- 2. Rewards --------------------------------------------------------------------------------------

-- How far the fees of the journal have been rewarded: the id of a posting.
create table invitation_progress (
  is_only boolean primary key default true check (is_only),
  rewarded_through bigint not null default 0
);
insert into invitation_progress default values;

-- One row for each fee and level that earned at least a smallest unit.
create table invitation_rewards (
  id bigint generated always as identity primary key,
  -- The postings up to this id were rewarded together.
  batch_id bigint not null,
  source text not null check (source in ('trade', 'swap')),
  source_id bigint not null,
  level smallint not null check (level between 1 and 3),
  inviter_id bigint not null references members (id),
  invitee_id bigint not null references members (id),
  asset text not null references assets (code),
  fee numeric(38, 18) not null,
  -- The part of the fee that this level earns.
  share numeric(38, 18) not null check (share > 0 and share <= 1),
  -- Rounded down to the asset's smallest unit.
  amount numeric(38, 18) not null check (amount > 0),
  -- When the fee was charged.
  charged_at timestamptz not null,
  created_at timestamptz not null,
  constraint invitation_rewards_once unique (source, source_id, invitee_id, level),
  constraint invitation_rewards_share check (amount <= fee * share)
);

-- The rewards of a batch that one member receives at one level in one asset; or one that was reversed, with a negative amount.
create table invitation_payments (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  -- The reward that was reversed.
  reversed_id bigint unique references invitation_rewards (id),
  inviter_id bigint not null references members (id),
  level smallint not null,
  asset text not null references assets (code),
  share numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  amount numeric(38, 18) not null check (amount <> 0 and (amount < 0) = (reversed_id is not null)),
  trades int not null,
  swaps int not null,
  created_at timestamptz not null
);
create index invitation_payments_of_inviter on invitation_payments (inviter_id, id desc);
create index invitation_payments_of_batch on invitation_payments (batch_id) where reversed_id is null;

-- The sum of the rewards of each pair of members.
create table invitation_totals (
  inviter_id bigint not null references members (id),
  invitee_id bigint not null references members (id),
  asset text not null,
  level smallint not null,
  amount numeric(38, 18) not null,
  primary key (inviter_id, invitee_id, asset)
) with (fillfactor = 80);

-- Rewards of weeks that are not over (from Monday, UTC): one notice a week reports all of them. Written with the payments.
create table invitation_weeks (
  week date not null check (extract(isodow from week) = 1),
  inviter_id bigint not null,
  asset text not null,
  -- Below 0 when a reward of an earlier week was reversed.
  amount numeric(38, 18) not null,
  primary key (week, inviter_id, asset)
);

-- Trades and swaps that were reversed.
create table invitation_reversals (
  source text not null check (source in ('trade', 'swap')),
  source_id bigint not null,
  created_at timestamptz not null,
  primary key (source, source_id)
);

create function invitation_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rewards stay as they are' using errcode = 'insufficient_privilege';
end
$$;
create trigger invitation_rewards_append_only before update or delete or truncate on invitation_rewards
  for each statement execute function invitation_refuse_change();
create trigger invitation_payments_append_only before update or delete or truncate on invitation_payments
  for each statement execute function invitation_refuse_change();
create trigger invitation_reversals_append_only before update or delete or truncate on invitation_reversals
  for each statement execute function invitation_refuse_change();


-- 3. Computing them -------------------------------------------------------------------------------

-- The shares of levels 1, 2 and 3 that were in effect at a time: the value that the next version replaced, or the current one.
-- Refuses: invitation_shares (not three shares, one below 0, or more than 1 together).
create function invitation_shares(at_time timestamptz) returns numeric[] language plpgsql stable as $$
declare
  shares numeric[];
begin
  select array_agg(s.share::numeric order by s.level) into shares
  from jsonb_array_elements_text(coalesce(
    (select v.replaced from setting_versions v
      where v.key = 'invitation.shares' and v.state = 'inForce' and v.effective_at > at_time
      order by v.effective_at, v.id limit 1),
    (select s.value from settings s where s.key = 'invitation.shares'),
    -- The fallback of the setting, in features/invitation/settings.ts.
    '["0.2", "0.1", "0.05"]'
  )) with ordinality as s(share, level);
  if (cardinality(shares) = 3 and 0 <= all (shares) and shares[1] + shares[2] + shares[3] <= 1) is not true then
    raise exception 'the shares of invitations are not three parts of a fee'
      using errcode = 'check_violation', constraint = 'invitation_shares';
  end if;
  return shares;
end
$$;

-- Writes the rewards of the fees in the next `lines_max` postings at most. Returns how many postings it passed, and the batch
-- that must now be posted to the ledger, in the same transaction; no row when there is nothing to do.
--
-- No posting can still appear below the counted ones (0009), so none is skipped, however late its transaction committed.
--
-- Locks    invitation_progress: one caller works, the others get no row.
create function invitation_reward_fees(lines_max int, at_time timestamptz) returns table (passed bigint, batch bigint)
language plpgsql security definer set search_path = pg_catalog, public
  -- The postings are a range of their key; all else is found by its id.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  done bigint;
  through bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'fees are rewarded at read committed only' using errcode = 'invalid_transaction_state';
  end if;
  select p.rewarded_through into done from invitation_progress p for update skip locked;
  if not found then
    return;
  end if;
  select least(r.counted_through, done + lines_max) into through from ledger_record_progress r;
  if through <= done then
    return;
  end if;
  update invitation_progress set rewarded_through = through;

  with lines as materialized (
    select p.entry_id, p.owner_id, p.asset, p.kind, p.total, p.subject_id, p.effective_at,
      one.id as inviter_one, one.invited_by as inviter_two, two.invited_by as inviter_three
    from ledger_postings p
    join members m on m.id = p.owner_id
    join members one on one.id = m.invited_by
    left join members two on two.id = one.invited_by
    where p.id > done and p.id <= through and p.owner_id > 0
      and p.kind in (ledger_kind('spotBuy'), ledger_kind('spotSell'), ledger_kind('exchangeFee'))
  ), fees as (
    -- A side of a trade has a posting in each of the two assets, perhaps in two batches.
    select 'trade' as source, t.id as source_id, l.owner_id as invitee_id,
      case l.kind when ledger_kind('spotBuy') then i.base else i.quote end as asset,
      case when (l.kind = ledger_kind('spotBuy')) = (t.taker_side = 1) then t.taker_fee else t.maker_fee end as fee,
      l.effective_at, l.inviter_one, l.inviter_two, l.inviter_three
    from (
      select distinct s.owner_id, s.kind, s.subject_id, s.effective_at, s.inviter_one, s.inviter_two, s.inviter_three
      from lines s where s.kind <> ledger_kind('exchangeFee')
    ) l
    join spot_trades t on t.id = l.subject_id
    join instruments i on i.id = t.instrument_id
    union all
    select 'swap', split_part(e.reference, ':', 2)::bigint, l.owner_id, l.asset, -l.total,
      l.effective_at, l.inviter_one, l.inviter_two, l.inviter_three
    from lines l join ledger_entries e on e.id = l.entry_id
    where l.kind = ledger_kind('exchangeFee')
  ), rewarded as (
    insert into invitation_rewards (batch_id, source, source_id, level, inviter_id, invitee_id, asset, fee, share, amount, charged_at, created_at)
    select through, f.source, f.source_id, v.level, v.inviter_id, f.invitee_id, f.asset, f.fee, s.shares[v.level],
      trunc(f.fee * s.shares[v.level], a.scale), f.effective_at, at_time
    from fees f
    join assets a on a.code = f.asset
    cross join lateral (select invitation_shares(f.effective_at) as shares) s
    cross join lateral (values (1::smallint, f.inviter_one), (2::smallint, f.inviter_two), (3::smallint, f.inviter_three)) as v(level, inviter_id)
    -- A closed account earns nothing any more.
    join members earning on earning.id = v.inviter_id and earning.closed_at is null
    where trunc(f.fee * s.shares[v.level], a.scale) > 0
      and not exists (select from invitation_reversals r where r.source = f.source and r.source_id = f.source_id)
    -- The other posting of a trade was in an earlier batch.
    on conflict on constraint invitation_rewards_once do nothing
    returning source, level, inviter_id, invitee_id, asset, fee, share, amount
  ), counted as (
    insert into invitation_totals as t (inviter_id, invitee_id, asset, level, amount)
    select r.inviter_id, r.invitee_id, r.asset, r.level, sum(r.amount) from rewarded r
    group by r.inviter_id, r.invitee_id, r.asset, r.level
    on conflict (inviter_id, invitee_id, asset) do update set amount = t.amount + excluded.amount
  )
  insert into invitation_payments (batch_id, inviter_id, level, asset, share, fee, amount, trades, swaps, created_at)
  select through, r.inviter_id, r.level, r.asset, r.share, sum(r.fee), sum(r.amount),
    count(*) filter (where r.source = 'trade'), count(*) filter (where r.source = 'swap'), at_time
  from rewarded r
  group by r.inviter_id, r.level, r.asset, r.share
  order by r.inviter_id, r.level, r.asset, r.share;

  return query select through - done, through;
end
$$;


-- 4. Reversals ------------------------------------------------------------------------------------

-- Ends the rewards of a trade or swap: those paid are reversed, later ones are not paid. To be called by the transaction that
-- reverses the trade or swap itself. Today no feature reverses one, so only the owner of the database may call it.
create function invitation_reverse(reversed_source text, reversed_id bigint, at_time timestamptz) returns void
language sql as $$
  insert into invitation_reversals (source, source_id, created_at) values (reversed_source, reversed_id, at_time)
  on conflict do nothing
$$;

-- Reverses one reward of a reversed trade or swap, whole, and returns its payment, to be posted in the same transaction; no
-- row when none is due. It waits while the member has less available than the reward.
create function invitation_reverse_due(at_time timestamptz) returns setof invitation_payments
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  due invitation_rewards;
begin
  perform from invitation_progress for update skip locked;
  if not found then
    return;
  end if;
  select r.* into due
  from invitation_reversals v
  join invitation_rewards r on r.source = v.source and r.source_id = v.source_id
  join ledger_balances b on b.owner_id = r.inviter_id and b.asset = r.asset and b.available >= r.amount
  where not exists (select from invitation_payments p where p.reversed_id = r.id)
  order by r.id limit 1;
  if not found then
    return;
  end if;
  update invitation_totals t set amount = t.amount - due.amount
  where t.inviter_id = due.inviter_id and t.invitee_id = due.invitee_id and t.asset = due.asset;
  return query
  insert into invitation_payments (batch_id, reversed_id, inviter_id, level, asset, share, fee, amount, trades, swaps, created_at)
  values (due.batch_id, due.id, due.inviter_id, due.level, due.asset, due.share, due.fee, -due.amount,
    (due.source = 'trade')::int, (due.source = 'swap')::int, at_time)
  returning *;
end
$$;


-- 5. Facts and rights -----------------------------------------------------------------------------

-- The postings of a batch: one entry for each level, paid by the house account `rewards` (ADR 9). Fees stay in `fees`, whose
-- balance every round of orders changes.
create view invitation_reward_required_lines as
select (ledger_kind('levelOneSubscriptionReward') + p.level - 1)::smallint as kind, 'reward:' || p.batch_id as reference,
  p.batch_id as subject_id, l.owner_id, p.asset, sum(l.available) as available
from invitation_payments p
cross join lateral (values (p.inviter_id, p.amount), (ledger_house_account('rewards'), -p.amount)) as l(owner_id, available)
where p.reversed_id is null
group by p.level, p.batch_id, l.owner_id, p.asset;

create view invitation_reversal_required_lines as
select (ledger_kind('levelOneSubscriptionReward') + p.level - 1)::smallint as kind, 'rewardreversal:' || p.reversed_id as reference,
  p.reversed_id as subject_id, l.owner_id, p.asset, l.available
from invitation_payments p
cross join lateral (values (p.inviter_id, p.amount), (ledger_house_account('rewards'), -p.amount)) as l(owner_id, available)
where p.reversed_id is not null;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('levelOneSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelTwoSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelThreeSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelOneSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines'),
  (ledger_kind('levelTwoSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines'),
  (ledger_kind('levelThreeSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines');

grant select on invitation_people, invitation_progress, invitation_rewards, invitation_payments, invitation_totals, invitation_reversals,
  invitation_reward_required_lines, invitation_reversal_required_lines to tern_app;
grant select, insert, update, delete on invitation_weeks to tern_app;
grant execute on function invitation_shares, invitation_reward_fees, invitation_reverse_due to tern_app;
