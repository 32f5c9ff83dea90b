-- feature: kernel
-- The ledger: double entry, append only, guarded by the database (rules §1, design §3, ADR 8, 9).
--
-- An owner is a member (positive id) or a house account (negative id). A balance is one owner's amounts of one asset, one
-- per purpose: available, held and so on. A posting is a signed change of one balance. An entry is a set of postings that
-- sums to zero in each asset. Postings never change, so every balance is the sum of its postings.
--
-- The program cannot write these tables. It calls ledger_post(), which compares every posting with the fact that requires
-- it: a credit needs its approved deposit, a trade its two orders. ADR 9 describes the limits of this guard.
--
--   1. Kinds and accounts      the vocabulary
--   2. Tables                  balances, entries, postings
--   3. Posting                 ledger_post(), ledger_write()
--   4. What may be posted      ledger_refuse_unfounded(), ledger_required_lines(), ledger_gather_facts()
--   5. Guards and rights       append only; what the program may call
--
-- 0008-ledger-contracts.sql pays many contracts in one entry; 0009-ledger-records.sql counts what members page through.


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


-- 2. Tables ---------------------------------------------------------------------------------------

-- One row per owner and asset. `available` can be spent; `held` backs open orders and pending withdrawals; the other
-- purposes are described in packages/ledger/src/posting.ts. A member's amounts are never negative, except `loan`, which
-- is never positive; nor are those of the house accounts that back promises: yields, yieldReserve, loans, loanReceivables.
create table ledger_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38, 18) not null default 0,
  held numeric(38, 18) not null default 0,
  locked numeric(38, 18) not null default 0,
  staked numeric(38, 18) not null default 0,
  financed numeric(38, 18) not null default 0,
  loan numeric(38, 18) not null default 0,
  -- Of a closed account: it is empty, for good (0047).
  is_closed boolean not null default false,
  primary key (owner_id, asset),
  constraint ledger_balances_floor check (
    owner_id < 0 and owner_id not in (-5, -11, -12, -13) or (available >= 0 and held >= 0 and locked >= 0 and staked >= 0 and financed >= 0 and loan <= 0)
  ),
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
  -- The owner's total of the asset after this posting.
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
-- Checks   that every entry is exactly what its fact requires (section 4). The fact is written first, in the same
--          transaction; only a contract is written after its stake and is checked at commit (0008).
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
      b.available + b.held + b.locked + b.staked + b.financed + b.loan as total
  ), posted as (
    -- The total after a posting is the final total less the later postings of the batch.
    insert into ledger_postings (entry_id, owner_id, asset, available, held, locked, staked, financed, loan,
      total_after, kind, effective_at, subject_id)
    select entry_ids[l.entry], l.owner, l.asset, l.available, l.held, l.locked, l.staked, l.financed, l.loan,
      u.total - coalesce(sum(l.available + l.held + l.locked + l.staked + l.financed + l.loan) over later, 0),
      l.kind, entry_times[l.entry], l.subject
    from lines l join updated u on u.owner_id = l.owner and u.asset = l.asset
    window later as (partition by l.owner, l.asset order by l.position rows between 1 following and unbounded following)
    order by l.position
  )
  select u.owner_id, u.asset, u.available, u.held, u.locked, u.staked, u.financed, u.loan from updated u;
end
$$;


-- 4. What may be posted ---------------------------------------------------------------------------

-- Compares each posting of a batch with the facts: owner, asset, amount, purpose, house account.
--
-- Checks   an entry about one fact against ledger_required_lines(); a round of spot orders against the orders and trades
--          written in this transaction (spot_refuse_unfounded).
-- Refuses  ledger_unfounded: an extra posting, a missing one, or one of another amount; an entry without postings, which
--          would use up its reference.
-- Locks    nothing.
create function ledger_refuse_unfounded(
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

-- The postings that a fact requires of an entry of this kind; none if there is no such fact, or if the kind cannot be
-- posted. ledger_gather_facts() writes its body: one branch for each view, so that each has a plan of its own.
create function ledger_required_lines(entry_kind smallint, entry_reference text)
returns table (
  owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
end
$$;

-- Adds the views of newly declared facts to ledger_required_lines() and, for the audit, which so also finds facts without an
-- entry, to the view ledger_required.
create function ledger_gather_facts() returns trigger language plpgsql as $outer$
declare
  branches text;
  selects text;
begin
  with declared as (
    select distinct f.reference, f.required_lines as view_name from ledger_facts f where f.required_lines is not null
  ), listed as (
    select d.reference, d.view_name, (
        select string_agg(case when a.attname is null then '0::numeric' else 'f.' || p.name end || ' as ' || p.name, ', ' order by p.position)
        from unnest(array['available', 'held', 'locked', 'staked', 'financed', 'loan']) with ordinality as p(name, position)
        left join pg_attribute a on a.attrelid = d.view_name::regclass and a.attname = p.name
      ) as amounts
    from declared d
  )
  select
    string_agg(format('when %L then return query select f.owner_id, f.asset, %s from %I f where f.kind = entry_kind and f.subject_id = subject;',
      l.reference, l.amounts, l.view_name), E'\n    ' order by l.reference),
    string_agg(format('select f.kind, f.reference, f.owner_id, f.asset, %s from %I f', l.amounts, l.view_name), E'\nunion all ' order by l.reference)
  into branches, selects
  from listed l;
  if branches is null then
    return null;
  end if;
  execute format($body$
create or replace function ledger_required_lines(entry_kind smallint, entry_reference text)
returns table (
  owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric
) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $lines$
declare
  subject bigint := substring(entry_reference from '^[a-z]+:([1-9][0-9]{0,17})$');
begin
  case split_part(entry_reference, ':', 1)
    %s
    else null;
  end case;
end
$lines$ $body$, branches);
  execute 'create or replace view ledger_required as ' || selects;
  grant select on ledger_required to tern_app;
  return null;
end
$outer$;
create trigger ledger_facts_gathered after insert on ledger_facts
  for each statement execute function ledger_gather_facts();

create function ledger_fail_unfounded(kind bigint, reference text) returns void language plpgsql as $$
begin
  raise exception 'no fact supports entry % %', kind, reference
    using errcode = 'check_violation', constraint = 'ledger_unfounded';
end
$$;


-- 5. Guards and rights ----------------------------------------------------------------------------

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the journal is append only' using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_kinds_append_only before update or delete or truncate on ledger_kinds
  for each statement execute function ledger_refuse_change();
create trigger ledger_facts_append_only before update or delete or truncate on ledger_facts
  for each statement execute function ledger_refuse_change();

grant select on ledger_kinds, ledger_facts, ledger_balances, ledger_entries, ledger_postings to tern_app;
grant execute on function ledger_post, ledger_kind, ledger_house_account, ledger_custody_account to tern_app;
