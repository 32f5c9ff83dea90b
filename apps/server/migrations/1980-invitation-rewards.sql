-- feature: invitation
-- The rewards of invitations are computed from the fees of the journal (ADR 44). It stands behind the features, because it reads trades and
-- swaps, and the versions of the setting.


-- Computing them ----------------------------------------------------------------------------------

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
    -- The fallback of the setting, in features/account/invitation/settings.ts.
    '["0.2", "0.1", "0.05"]'
  )) with ordinality as s(share, level);
  if (cardinality(shares) = 3 and 0 <= all (shares) and shares[1] + shares[2] + shares[3] <= 1) is not true then
    raise exception 'the shares of invitations are not three parts of a fee'
      using errcode = 'check_violation', constraint = 'invitation_shares';
  end if;
  return shares;
end
$$;

-- Writes the rewards of the fees in the next `lines_max` postings at most, with one rounding for each record. In live mode an asset that the
-- account `rewards` lacks, or that already waits, gets a wait in place of payments. Returns how many postings it passed, and the batch
-- that must now be posted to the ledger, in the same transaction; no row when there is nothing to do.
--
-- No posting can still appear below the counted ones (ledger_count_records), so none is skipped, however late its transaction committed.
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
      select distinct on (s.owner_id, s.kind, s.subject_id)
        s.owner_id, s.kind, s.subject_id, s.effective_at, s.inviter_one, s.inviter_two, s.inviter_three
      from lines s where s.kind <> ledger_kind('exchangeFee')
      order by s.owner_id, s.kind, s.subject_id, s.effective_at
    ) l
    join spot_trades t on t.id = l.subject_id
    join instruments i on i.id = t.instrument_id
    union all
    select 'swap', split_part(e.reference, ':', 2)::bigint, l.owner_id, l.asset, -l.total,
      l.effective_at, l.inviter_one, l.inviter_two, l.inviter_three
    from lines l join ledger_entries e on e.id = l.entry_id
    where l.kind = ledger_kind('exchangeFee')
  ), due as (
    select f.source, f.source_id, v.level, v.inviter_id, f.invitee_id, f.asset, f.fee, s.shares[v.level] as share, a.scale, f.effective_at,
      sum(f.fee) over (partition by v.inviter_id, v.level, f.asset, s.shares[v.level] order by f.source, f.source_id, f.invitee_id) as fees
    from fees f
    join assets a on a.code = f.asset
    cross join lateral (select invitation_shares(f.effective_at) as shares) s
    cross join lateral (values (1::smallint, f.inviter_one), (2::smallint, f.inviter_two), (3::smallint, f.inviter_three)) as v(level, inviter_id)
    -- A closed account earns nothing any more.
    join members earning on earning.id = v.inviter_id and earning.closed_at is null
    where f.fee > 0 and s.shares[v.level] > 0
      and not exists (select from invitation_reversals r where r.source = f.source and r.source_id = f.source_id)
      -- The other posting of a trade was in an earlier batch.
      and not exists (select from invitation_rewards r where r.source = f.source and r.source_id = f.source_id
        and r.invitee_id = f.invitee_id and r.level = v.level)
  ), rewarded as (
    insert into invitation_rewards (batch_id, source, source_id, level, inviter_id, invitee_id, asset, fee, share, amount, charged_at, created_at)
    select through, d.source, d.source_id, d.level, d.inviter_id, d.invitee_id, d.asset, d.fee, d.share,
      trunc(d.fees * d.share, d.scale) - trunc((d.fees - d.fee) * d.share, d.scale), d.effective_at, at_time
    from due d
    returning id, source, level, inviter_id, invitee_id, asset, fee, share, amount
  ), waiting as (
    insert into invitation_waits (batch_id, asset, amount, first_reward, last_reward, created_at)
    select through, r.asset, sum(r.amount), min(r.id), max(r.id), at_time
    from rewarded r
    where is_live()
    group by r.asset
    having sum(r.amount) > 0 and (sum(r.amount) > coalesce((select b.available from ledger_balances b
        where b.owner_id = ledger_house_account('rewards') and b.asset = r.asset), 0)
      or exists (select from invitation_waits w where w.asset = r.asset and w.paid_at is null))
    returning asset
  ), payable as materialized (
    select r.* from rewarded r where not exists (select from waiting w where w.asset = r.asset)
  ), counted as (
    insert into invitation_totals as t (inviter_id, invitee_id, asset, level, amount)
    select r.inviter_id, r.invitee_id, r.asset, r.level, sum(r.amount) from payable r
    where r.amount > 0
    group by r.inviter_id, r.invitee_id, r.asset, r.level
    on conflict (inviter_id, invitee_id, asset) do update set amount = t.amount + excluded.amount
  )
  insert into invitation_payments (batch_id, inviter_id, level, asset, share, fee, amount, trades, swaps, created_at)
  select through, r.inviter_id, r.level, r.asset, r.share, sum(r.fee), sum(r.amount),
    count(*) filter (where r.source = 'trade'), count(*) filter (where r.source = 'swap'), at_time
  from payable r
  group by r.inviter_id, r.level, r.asset, r.share
  having sum(r.amount) > 0
  order by r.inviter_id, r.level, r.asset, r.share;

  return query select through - done, through;
end
$$;

-- Pays up to `waits_max` waits of each asset, oldest first, as far as the account `rewards` can pay them whole. Returns how many
-- have ended, and their payments, none of nothing, which must now be posted to the ledger, in the same transaction.
--
-- A member who closed their account meanwhile receives nothing.
--
-- Locks    invitation_progress: one caller works, the others get nothing.
create function invitation_pay_waiting(waits_max int, at_time timestamptz) returns table (ended bigint, payments bigint[])
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform from invitation_progress for update skip locked;
  if not found then
    return;
  end if;
  return query
  with affordable as materialized (
    select w.id, w.batch_id, w.asset, w.first_reward, w.last_reward
    from assets a
    cross join lateral (
      select f.*, sum(f.amount) over (order by f.id) as needed
      from (select * from invitation_waits i where i.asset = a.code and i.paid_at is null order by i.id limit waits_max) f
    ) w
    join ledger_balances b on b.owner_id = ledger_house_account('rewards') and b.asset = w.asset and b.available >= w.needed
  ), marked as (
    update invitation_waits w set paid_at = at_time from affordable a where w.id = a.id
  ), due as materialized (
    select a.id as wait_id, r.* from affordable a
    join invitation_rewards r on r.id between a.first_reward and a.last_reward and r.asset = a.asset
    join members m on m.id = r.inviter_id and m.closed_at is null
  ), counted as (
    insert into invitation_totals as t (inviter_id, invitee_id, asset, level, amount)
    select r.inviter_id, r.invitee_id, r.asset, r.level, sum(r.amount) from due r
    where r.amount > 0
    group by r.inviter_id, r.invitee_id, r.asset, r.level
    on conflict (inviter_id, invitee_id, asset) do update set amount = t.amount + excluded.amount
  ), paid as (
    insert into invitation_payments (batch_id, wait_id, inviter_id, level, asset, share, fee, amount, trades, swaps, created_at)
    select r.batch_id, r.wait_id, r.inviter_id, r.level, r.asset, r.share, sum(r.fee), sum(r.amount),
      count(*) filter (where r.source = 'trade'), count(*) filter (where r.source = 'swap'), at_time
    from due r
    group by r.wait_id, r.batch_id, r.inviter_id, r.level, r.asset, r.share
    having sum(r.amount) > 0
    order by r.wait_id, r.inviter_id, r.level, r.share
    returning id
  )
  select (select count(*) from affordable), array(select p.id from paid p order by p.id);
end
$$;


-- Reversals ---------------------------------------------------------------------------------------

-- Ends the rewards of a trade or swap: those paid are reversed, later ones are not paid. To be called by the transaction that
-- reverses the trade or swap itself. Today no feature reverses one, so only the owner of the database may call it.
create function invitation_reverse(reversed_source text, reversed_id bigint, at_time timestamptz) returns void
language sql as $$
  insert into invitation_reversals (source, source_id, created_at) values (reversed_source, reversed_id, at_time)
  on conflict do nothing
$$;

-- Reverses one reward of a reversed trade or swap, whole, and returns its payment, to be posted in the same transaction; no
-- row when none is due. It waits while the member has less available than the reward. Only what was paid is reversed.
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
  where r.amount > 0
    and not exists (select from invitation_payments p where p.reversed_id = r.id)
    and not exists (select from invitation_unpaid_rewards u where u.id = r.id)
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

grant execute on function invitation_shares, invitation_reward_fees, invitation_pay_waiting, invitation_reverse_due to tern_app;
