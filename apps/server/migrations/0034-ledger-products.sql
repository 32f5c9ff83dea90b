-- feature: kernel
-- The ledger for products: every purpose of a balance may be posted, and a feature declares its facts itself.
--
--   1. Kinds and accounts      all kinds by name; the house account of offerings
--   2. Declared facts          ledger_declare_facts(), ledger_declared_lines()
--   3. What may be posted      ledger_required_lines() and ledger_refuse_unfounded() with all purposes


-- 1. Kinds and accounts ---------------------------------------------------------------------------

create or replace function ledger_kind(wanted text) returns smallint language sql immutable parallel safe as $$
  select case wanted
    when 'deposit' then 1
    when 'withdrawal' then 2
    when 'contractOpen' then 3
    when 'contractClose' then 4
    when 'miningMachinePurchase' then 5
    when 'purchaseReward' then 6
    when 'yieldFreeze' then 7
    when 'yieldRelease' then 8
    when 'spotBuy' then 9
    when 'spotSell' then 10
    when 'offeringSubscription' then 11
    when 'increase' then 12
    when 'levelOneSubscriptionReward' then 13
    when 'levelTwoSubscriptionReward' then 14
    when 'levelThreeSubscriptionReward' then 15
    when 'withdrawalReturn' then 16
    when 'depositSuccess' then 17
    when 'subscribedAssetRelease' then 18
    when 'contractPrincipalReturn' then 19
    when 'spotExchange' then 20
    when 'exchangeFee' then 21
    when 'agentDeposit' then 22
    when 'agentBalanceDeduction' then 23
    when 'financePurchase' then 24
    when 'financeYield' then 25
    when 'financePrincipal' then 26
    when 'financeExpiry' then 27
    when 'financeRedemption' then 28
    when 'redemptionFee' then 29
    when 'redemptionPenalty' then 30
    when 'withdrawalSuccess' then 31
    when 'paperFundsGranted' then 32
    when 'orderHold' then 33
    when 'orderRelease' then 34
    when 'spotRound' then 35
  end::smallint
$$;

create or replace function ledger_house_account(wanted text) returns bigint language sql immutable parallel safe as $$
  select case wanted
    when 'fees' then -1       when 'rounding' then -2        when 'liquidity' then -3
    when 'contracts' then -4  when 'yields' then -5          when 'rewards' then -6
    when 'paperIssuance' then -7   when 'custody' then -8    when 'contractPayouts' then -9
    when 'offerings' then -10
  end::bigint
$$;


-- 2. Declared facts -------------------------------------------------------------------------------

-- The view of required postings for each word of a reference. Its columns: kind, reference, subject_id, owner_id, asset and
-- one amount per purpose.
create table ledger_fact_views (
  reference text primary key check (reference ~ '^[a-z]+$'),
  view_name text not null unique
);

-- A kind gets its facts from the features that post it, each after the others; nothing else about it changes.
drop trigger ledger_kinds_append_only on ledger_kinds;
create trigger ledger_kinds_append_only before delete or truncate on ledger_kinds
  for each statement execute function ledger_refuse_change();
create trigger ledger_kinds_only_gain_facts before update on ledger_kinds for each row
  when ((new.kind, new.name) is distinct from (old.kind, old.name)
    or old.reference is not null and not starts_with(new.reference, old.reference || ','))
  execute function ledger_refuse_change();

-- Called by the migration of a feature: from then on its entries of this kind can be posted.
create function ledger_declare_facts(kind_name text, word text, feature_slug text, stated_fact text) returns void
language sql as $$
  update ledger_kinds set reference = concat_ws(',', reference, word), feature = concat_ws(',', feature, feature_slug),
    fact = coalesce(fact, stated_fact), line_kinds = array[kind]
  where kind = ledger_kind(kind_name)
$$;

-- Called by the migration of a feature, once for each word.
create function ledger_declare_view(word text, named text) returns void language sql as $$
  insert into ledger_fact_views (reference, view_name) values (word, named)
$$;
revoke execute on function ledger_declare_facts, ledger_declare_view from public;

-- The required postings of all declared facts, for the audit.
create function ledger_declared_lines() returns table (
  kind smallint, reference text, owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language plpgsql stable as $$
declare
  declared record;
begin
  for declared in select v.view_name from ledger_fact_views v order by v.reference loop
    return query execute format('select f.kind, f.reference, f.owner_id, f.asset, f.available, f.held, f.locked, f.staked,
      f.financed, f.loan from %I f', declared.view_name);
  end loop;
end
$$;


-- 3. What may be posted ---------------------------------------------------------------------------

-- As before (0007), with all purposes, and for the words of declared facts their views.
drop function ledger_required_lines(smallint, text);
create function ledger_required_lines(entry_kind smallint, entry_reference text)
returns table (
  owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  facts text;
  subject bigint := substring(entry_reference from '^[a-z]+:([1-9][0-9]{0,17})$');
begin
  case split_part(entry_reference, ':', 1)
    when 'deposit' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from deposit_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'wire' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from fiat_wire_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'payout' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from fiat_payout_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'withdrawal' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from withdrawal_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'swap' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from swap_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'manual' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from manual_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    when 'member' then return query
      select f.owner_id, f.asset, f.available, f.held, 0::numeric, 0::numeric, 0::numeric, 0::numeric from paper_required_lines f
      where f.kind = entry_kind and f.subject_id = subject;
    else
      select v.view_name into facts from ledger_fact_views v where v.reference = split_part(entry_reference, ':', 1);
      if found then
        return query execute format('select f.owner_id, f.asset, f.available, f.held, f.locked, f.staked, f.financed, f.loan
          from %I f where f.kind = $1 and f.subject_id = $2', facts) using entry_kind, subject;
      end if;
  end case;
end
$$;

-- As before (0007): what a fact requires may be in any purpose.
create or replace function ledger_refuse_unfounded(
  entry_kinds smallint[], entry_references text[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]
) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unfounded int;
begin
  if cardinality(posting_entries) = 0 then
    unfounded := 1;
  elsif entry_kinds = array[ledger_kind('spotRound')] then
    if not (
      0 = all (posting_locked) and 0 = all (posting_staked) and 0 = all (posting_financed) and 0 = all (posting_loan)
    ) then
      perform ledger_fail_unfounded(entry_kinds[1], entry_references[1]);
    end if;
    perform spot_refuse_unfounded(entry_references[1], posting_kinds, posting_owners, posting_assets,
      posting_available, posting_held, posting_subjects);
  elsif cardinality(entry_kinds) <> (select count(distinct l.entry) from unnest(posting_entries) as l(entry)) then
    unfounded := 1;
  else
    select coalesce(p.entry, f.entry) into unfounded
    from (
      select l.entry, l.owner, l.asset, sum(l.available) as available, sum(l.held) as held, sum(l.locked) as locked,
        sum(l.staked) as staked, sum(l.financed) as financed, sum(l.loan) as loan,
        bool_and(l.line_kind = entry_kinds[l.entry] and coalesce(l.subject, 0) = 0) as is_of_kind
      from unnest(
        posting_entries, posting_kinds, posting_owners, posting_assets,
        posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
      ) as l(entry, line_kind, owner, asset, available, held, locked, staked, financed, loan, subject)
      group by l.entry, l.owner, l.asset
    ) p full join (
      select e.position::int as entry, r.*
      from unnest(entry_kinds, entry_references) with ordinality as e(kind, reference, position)
      cross join lateral ledger_required_lines(e.kind, e.reference) r
    ) f on f.entry = p.entry and f.owner_id = p.owner and f.asset = p.asset
    where p.is_of_kind is not true or (p.available, p.held, p.locked, p.staked, p.financed, p.loan)
        is distinct from (f.available, f.held, f.locked, f.staked, f.financed, f.loan)
      -- A stake is posted before its contract exists: its shape is checked here, the rest at commit (0008).
      and (entry_kinds[p.entry] = ledger_kind('contractOpen') and p.asset = 'USDT'
        and (p.held, p.locked, p.staked, p.financed, p.loan) = (0, 0, 0, 0, 0)
        and (p.owner = ledger_house_account('contracts') or p.owner > 0 and p.available < 0)) is not true
    limit 1;
  end if;
  if unfounded is not null then
    perform ledger_fail_unfounded(entry_kinds[unfounded], entry_references[unfounded]);
  end if;
end
$$;

grant select on ledger_fact_views to tern_app;
grant execute on function ledger_declared_lines to tern_app;
