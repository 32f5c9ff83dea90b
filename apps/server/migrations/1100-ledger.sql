-- feature: kernel
-- The ledger: double entry, append only, guarded by the database (ADR 8, 9).
--
-- An owner is a member (positive id) or a house account (negative id). A balance is one owner's amounts of one asset, one
-- per purpose: available, held and so on. A posting is a signed change of one balance. An entry is a set of postings that
-- sums to zero in each asset. Postings never change, so every balance is the sum of its postings.
--
-- The program cannot write these tables. It calls ledger_post(), which compares every posting with the fact that requires
-- it: a credit needs its approved deposit, a trade its two orders. ADR 9 describes the limits of this guard. The comparison is in
-- the file ledger-guard, because it reads the facts of all features.
--
--   1. Kinds and accounts      the vocabulary
--   2. Tables                  balances, entries, postings
--   3. Posting                 ledger_post(), ledger_write()
--   4. Guards and rights       append only; floors; what the program may call


-- 1. Kinds and accounts ---------------------------------------------------------------------------

-- The kinds of entries and of members' postings: the record types of packages/ledger/src/record-types.ts.
create table ledger_kinds (
  kind smallint primary key,
  name text not null unique
);

insert into ledger_kinds (kind, name) values
  (1, 'deposit'), (2, 'withdrawal'), (3, 'contractOpen'), (4, 'contractClose'), (5, 'miningMachinePurchase'),
  (6, 'purchaseReward'), (7, 'yieldFreeze'), (8, 'yieldRelease'), (9, 'spotBuy'), (10, 'spotSell'),
  (11, 'offeringSubscription'), (12, 'increase'), (13, 'levelOneSubscriptionReward'), (14, 'levelTwoSubscriptionReward'),
  (15, 'levelThreeSubscriptionReward'), (16, 'withdrawalReturn'), (17, 'depositSuccess'), (18, 'subscribedAssetRelease'),
  (19, 'contractPrincipalReturn'), (20, 'spotExchange'), (21, 'exchangeFee'), (22, 'agentDeposit'),
  (23, 'agentBalanceDeduction'), (24, 'financePurchase'), (25, 'financeYield'), (26, 'financePrincipal'),
  (27, 'financeExpiry'), (28, 'financeRedemption'), (29, 'redemptionFee'), (30, 'redemptionPenalty'),
  (31, 'withdrawalSuccess'), (32, 'paperFundsGranted'), (33, 'orderHold'), (34, 'orderRelease'), (35, 'spotRound'),
  (36, 'loanCredit'), (37, 'loanRepayment'), (38, 'loanInterest');

-- The number of a kind, so that SQL can use its name. The function is immutable: the planner replaces it by a constant.
create function ledger_kind(wanted text) returns smallint language sql immutable parallel safe as $$
  select case wanted
    when 'deposit' then 1                        when 'withdrawal' then 2                   when 'contractOpen' then 3
    when 'contractClose' then 4                  when 'miningMachinePurchase' then 5        when 'purchaseReward' then 6
    when 'yieldFreeze' then 7                    when 'yieldRelease' then 8                 when 'spotBuy' then 9
    when 'spotSell' then 10                      when 'offeringSubscription' then 11        when 'increase' then 12
    when 'levelOneSubscriptionReward' then 13    when 'levelTwoSubscriptionReward' then 14
    when 'levelThreeSubscriptionReward' then 15  when 'withdrawalReturn' then 16            when 'depositSuccess' then 17
    when 'subscribedAssetRelease' then 18        when 'contractPrincipalReturn' then 19     when 'spotExchange' then 20
    when 'exchangeFee' then 21                   when 'agentDeposit' then 22                when 'agentBalanceDeduction' then 23
    when 'financePurchase' then 24               when 'financeYield' then 25                when 'financePrincipal' then 26
    when 'financeExpiry' then 27                 when 'financeRedemption' then 28           when 'redemptionFee' then 29
    when 'redemptionPenalty' then 30             when 'withdrawalSuccess' then 31           when 'paperFundsGranted' then 32
    when 'orderHold' then 33                     when 'orderRelease' then 34                when 'spotRound' then 35
    when 'loanCredit' then 36                    when 'loanRepayment' then 37               when 'loanInterest' then 38
  end::smallint
$$;

-- The facts that entries need, each declared by the SQL file of its feature. Entries of a kind without a fact cannot be posted.
create table ledger_facts (
  kind smallint not null references ledger_kinds (kind),
  -- The word before the id in an entry's reference, such as `deposit` in `deposit:12`.
  reference text not null check (reference ~ '^[a-z]+$'),
  -- The feature that stores the fact.
  feature text not null,
  fact text not null,
  -- The kinds of members' postings in such an entry; null: its own.
  line_kinds smallint[],
  -- The feature's view of required postings, the same for all kinds of a word. Columns: kind, reference, subject_id, owner_id,
  -- asset, and one amount for each purpose that its entries use. Null: a function of the feature compares them.
  required_lines text,
  primary key (kind, reference)
);

-- The owner id of a house account, as in packages/ledger/src/posting.ts.
create function ledger_house_account(wanted text) returns bigint language sql immutable parallel safe as $$
  select case wanted
    when 'fees' then -1              when 'rounding' then -2         when 'liquidity' then -3
    when 'contracts' then -4         when 'yields' then -5           when 'rewards' then -6
    when 'paperIssuance' then -7     when 'custody' then -8          when 'contractPayouts' then -9
    when 'offerings' then -10        when 'yieldReserve' then -11    when 'loans' then -12
    when 'loanReceivables' then -13  when 'loanInterest' then -14    when 'machineSales' then -15
  end::bigint
$$;

-- The house account for coins that arrived and left over one network.
create function ledger_custody_account(network_id bigint) returns bigint language sql immutable parallel safe as $$
  select -1000 - network_id
$$;

-- Fees, rounding and liquidity have ten rows each, so that programs that post rounds of orders at the same time do not wait for each
-- other (ADR 68). Number 0 is the account itself; the owner id of number n is 100 n lower.
-- This is the account that an owner id belongs to: itself, unless it is a sub-account. As in packages/ledger/src/sub-accounts.ts.
create function ledger_account_of(owner bigint) returns bigint language sql immutable parallel safe as $$
  select case when owner > -1000 and owner % 100 in (
    ledger_house_account('fees'), ledger_house_account('rounding'), ledger_house_account('liquidity')
  ) then owner % 100 else owner end
$$;

-- The house's side of a credit or debit by two operators: paper money is issued for it, real money is taken from the liquidity.
create function ledger_adjustment_account() returns bigint language sql stable parallel safe as $$
  select ledger_house_account(case when is_live() then 'liquidity' else 'paperIssuance' end)
$$;


-- 2. Tables ---------------------------------------------------------------------------------------

-- One row per owner and asset. `available` can be spent; `held` backs open orders and pending withdrawals; the other
-- purposes are described in packages/ledger/src/posting.ts. A member's amounts are never negative, except `loan`, which
-- is never positive; nor are those of the house accounts that back promises (ledger_balances_floor).
create table ledger_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  locked numeric(38, 18) not null default 0,
  staked numeric(38, 18) not null default 0,
  financed numeric(38, 18) not null default 0,
  loan numeric(38, 18) not null default 0,
  -- Of a closed account: it is empty, for good (account_close).
  is_closed boolean not null default false,
  primary key (owner_id, asset),
  constraint ledger_balances_closed check (
    not is_closed or (available = 0 and held = 0 and locked = 0 and staked = 0 and financed = 0 and loan = 0)
  ),
  constraint ledger_balances_owner check (owner_id <> 0)
) with (fillfactor = 60); -- Leaves room on each page, so that an update touches no index.

-- One row per entry. Kind and reference are its idempotency key: nothing is posted twice.
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind smallint not null,
  reference text not null,
  note text not null default '',
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint ledger_entries_once unique (kind, reference)
);

-- One row per entry, owner and asset. There is no foreign key to the entry: only the ledger's functions insert, the
-- entry first, and entries are never deleted (ADR 8).
create table ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  locked numeric(38, 18) not null default 0,
  staked numeric(38, 18) not null default 0,
  financed numeric(38, 18) not null default 0,
  loan numeric(38, 18) not null default 0,
  total numeric(38, 18) generated always as (available + held + locked + staked + financed + loan) stored,
  -- The owner's amounts of the asset after this posting: available; held, locked, staked and financed; all of them and the loan.
  available_after numeric(38, 18) not null default 0,
  reserved_after numeric(38, 18) not null default 0,
  total_after numeric(38, 18) not null,
  -- As shown to the owner: in a trade, one side is `spotBuy`, the other `spotSell`.
  kind smallint not null,
  effective_at timestamptz not null,
  -- In an entry about many facts, the id of the one this posting belongs to. 0: the entry's reference names it.
  subject_id bigint not null default 0
);

-- A contract is paid once, even when a batch of payouts is retried (ADR 11).
create unique index ledger_postings_subject on ledger_postings (subject_id, kind)
  where subject_id <> 0 and kind in (ledger_kind('contractClose'), ledger_kind('contractPrincipalReturn'));


-- 3. Posting --------------------------------------------------------------------------------------

-- Posts a batch of entries, all or nothing, and returns the balances it changed.
--
-- Entry i is at position i of the entry arrays. Each posting has the position of its entry, its own kind, one signed
-- amount per purpose, and a subject if its entry is about many facts.
--
-- Checks   that every entry is exactly what its fact requires (ledger_refuse_unfounded). The fact is written first, in the
--          same transaction; only a contract is written after its stake and is checked at commit.
-- Refuses  ledger_unfounded: no such fact, another owner or another amount; and all that ledger_write() refuses.
-- Locks    as ledger_write().
create function ledger_post(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[] default null
) returns table (
  owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  perform ledger_refuse_unfounded(
    entry_kinds, entry_references,
    posting_entries, posting_kinds, posting_owners, posting_assets,
    posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
  );
  return query select * from ledger_write(
    entry_kinds, entry_references, entry_notes, entry_times,
    posting_entries, posting_kinds, posting_owners, posting_assets,
    posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
  );
end
$$;

-- Writes a batch like ledger_post(), without checking facts. Only the owner of the database may call it.
--
-- Checks   that each asset of each entry sums to zero, before anything is written.
-- Refuses  ledger_unbalanced: it does not, or a posting names no entry of the batch;
--          ledger_entries_once: an entry of this kind and reference exists;
--          ledger_balances_floor: a member cannot afford it.
-- Locks    the changed balances in the order of owner and asset, so that concurrent batches cannot deadlock: both sides of
--          the join, the sorted changes and the only index of balances, have this order.
create function ledger_write(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[] default null
) returns table (
  owner_id bigint, asset text,
  available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
)
language plpgsql security definer set search_path = pg_catalog, public
  -- Plans may be cached while the tables are still empty, but must suit full tables.
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  entry_ids bigint[];
begin
  if exists (
    select 1
    from unnest(
      posting_entries, posting_assets,
      posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan
    ) as p(entry, asset, available, held, locked, staked, financed, loan)
    group by p.entry, p.asset
    having sum(p.available + p.held + p.locked + p.staked + p.financed + p.loan) is distinct from 0
      or p.entry is null or p.entry < 1 or p.entry > cardinality(entry_kinds)
  ) then
    raise exception 'an entry does not balance' using errcode = 'check_violation', constraint = 'ledger_unbalanced';
  end if;

  with written as (
    insert into ledger_entries (kind, reference, note, effective_at)
    select e.kind, e.reference, e.note, e.at
    from unnest(entry_kinds, entry_references, entry_notes, entry_times)
      with ordinality as e(kind, reference, note, at, position)
    order by e.position
    returning id
  )
  select array_agg(written.id order by written.id) into entry_ids from written;

  -- An owner's first posting in an asset opens the balance.
  insert into ledger_balances (owner_id, asset)
  select p.owner, p.asset
  from (select distinct u.owner, u.asset from unnest(posting_owners, posting_assets) as u(owner, asset)) p
  where not exists (select 1 from ledger_balances b where b.owner_id = p.owner and b.asset = p.asset)
  order by p.owner, p.asset
  on conflict do nothing;

  return query
  with lines as (
    select p.position, p.entry, p.kind, p.owner, p.asset, p.available, p.held, p.locked, p.staked, p.financed, p.loan,
      coalesce(p.subject, 0) as subject
    from unnest(
      posting_entries, posting_kinds, posting_owners, posting_assets,
      posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects
    ) with ordinality
      as p(entry, kind, owner, asset, available, held, locked, staked, financed, loan, subject, position)
  ), changes as (
    select l.owner, l.asset, sum(l.available) as available, sum(l.held) as held, sum(l.locked) as locked,
      sum(l.staked) as staked, sum(l.financed) as financed, sum(l.loan) as loan
    from lines l group by l.owner, l.asset
  ), keys as materialized (
    select c.owner as owner_id, c.asset, c.available, c.held, c.locked, c.staked, c.financed, c.loan
    from changes c order by c.owner, c.asset
  ), updated as (
    update ledger_balances b set
      available = b.available + k.available, held = b.held + k.held, locked = b.locked + k.locked,
      staked = b.staked + k.staked, financed = b.financed + k.financed, loan = b.loan + k.loan
    from keys k where b.owner_id = k.owner_id and b.asset = k.asset
    returning b.owner_id, b.asset, b.available, b.held, b.locked, b.staked, b.financed, b.loan,
      b.held + b.locked + b.staked + b.financed as reserved, b.available + b.held + b.locked + b.staked + b.financed + b.loan as total
  ), posted as (
    -- The figures after a posting are the final ones less the later postings of the batch.
    insert into ledger_postings (entry_id, owner_id, asset, available, held, locked, staked, financed, loan,
      available_after, reserved_after, total_after, kind, effective_at, subject_id)
    select entry_ids[l.entry], l.owner, l.asset, l.available, l.held, l.locked, l.staked, l.financed, l.loan,
      u.available - coalesce(sum(l.available) over later, 0),
      u.reserved - coalesce(sum(l.held + l.locked + l.staked + l.financed) over later, 0),
      u.total - coalesce(sum(l.available + l.held + l.locked + l.staked + l.financed + l.loan) over later, 0),
      l.kind, entry_times[l.entry], l.subject
    from lines l join updated u on u.owner_id = l.owner and u.asset = l.asset
    window later as (partition by l.owner, l.asset order by l.position rows between 1 following and unbounded following)
    order by l.position
  )
  select u.owner_id, u.asset, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;
end
$$;

-- 4. Guards and rights ----------------------------------------------------------------------------

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_write('the journal is append only');
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_write('the journal is append only');
create trigger ledger_kinds_append_only before update or delete or truncate on ledger_kinds
  for each statement execute function refuse_write('the journal is append only');
create trigger ledger_facts_append_only before update or delete or truncate on ledger_facts
  for each statement execute function refuse_write('the journal is append only');

-- In live mode nothing is issued, and the house trades and rewards only with what its accounts have (ADR 62).
create function ledger_refuse_unbacked() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public as $$
begin
  if exists (select from deployment_mode where mode = 'live') then
    raise exception 'in live mode the house account % has not enough %', new.owner_id, new.asset
      using errcode = 'check_violation', constraint = 'ledger_balances_floor';
  end if;
  return null;
end
$$;

-- The accounts are named here and numbers in the schema: a call in a condition would be planned anew for each statement that posts.
do $guards$
declare
  -- Promises are paid from these: never below zero, like members.
  backing constant text := (select string_agg(ledger_house_account(name)::text, ', ')
    from unnest(array['yields', 'offerings', 'yieldReserve', 'loans', 'loanReceivables']) as name);
  -- Never below zero in live mode; in paper mode they have no floor.
  backed constant text := (select string_agg((ledger_house_account('liquidity') - 100 * n)::text, ', ') from generate_series(0, 9) as n)
    || ', ' || ledger_house_account('rewards') || ', ' || ledger_house_account('paperIssuance');
begin
  execute format($sql$
    alter table ledger_balances add constraint ledger_balances_floor check (
      owner_id < 0 and owner_id not in (%s)
      or (available >= 0 and held >= 0 and locked >= 0 and staked >= 0 and financed >= 0 and loan <= 0)
    )$sql$, backing);
  execute format($sql$
    create trigger ledger_balances_live_floor after insert or update on ledger_balances for each row
      when (new.owner_id < 0 and new.available < 0 and new.owner_id in (%s)) execute function ledger_refuse_unbacked()$sql$, backed);
end
$guards$;

-- For the checks of facts: no fact supports an entry.
create function ledger_fail_unfounded(kind bigint, reference text) returns void language plpgsql as $$
begin
  raise exception 'no fact supports entry % %', kind, reference
    using errcode = 'check_violation', constraint = 'ledger_unfounded';
end
$$;

grant select on ledger_kinds, ledger_facts, ledger_balances, ledger_entries, ledger_postings to tern_app;
grant execute on function ledger_post, ledger_kind, ledger_house_account, ledger_custody_account, ledger_account_of,
  ledger_adjustment_account to tern_app;
