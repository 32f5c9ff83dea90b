-- feature: kernel
-- Each kind of entry names the fact that it needs, and the journal refuses an entry without that fact (rules §1, ADR 0057).

-- Which fact an entry of a kind needs. The same list is in packages/ledger/src/entry-facts.ts; a test holds the two together.
create table ledger_kinds (
  kind smallint primary key,
  name text not null unique,
  -- What stands before the number in an entry's reference. Absent: nobody may post entries of this kind.
  reference text,
  -- The feature whose rows are the fact.
  feature text,
  fact text,
  -- For entries about many facts: what the lines of members are.
  line_kinds smallint[] not null default '{}',
  check ((reference is null) = (feature is null) and (reference is null) = (fact is null))
);

insert into ledger_kinds (kind, name, reference, feature, fact, line_kinds) values
  (1, 'deposit', null, null, null, '{}'),
  (2, 'withdrawal', 'withdrawal,payout', 'withdrawal,fiat', 'a withdrawal or payout of this amount was submitted', '{2}'),
  (3, 'contractOpen', 'contract', 'futures', 'a contract with this stake was accepted', '{3}'),
  (4, 'contractClose', 'contract', 'futures', 'contracts ended with these payouts, at least one of them won', '{4,19}'),
  (5, 'miningMachinePurchase', null, null, null, '{}'),
  (6, 'purchaseReward', null, null, null, '{}'),
  (7, 'yieldFreeze', null, null, null, '{}'),
  (8, 'yieldRelease', null, null, null, '{}'),
  (9, 'spotBuy', null, null, null, '{}'),
  (10, 'spotSell', null, null, null, '{}'),
  (11, 'offeringSubscription', null, null, null, '{}'),
  (12, 'increase', null, null, null, '{}'),
  (13, 'levelOneSubscriptionReward', null, null, null, '{}'),
  (14, 'levelTwoSubscriptionReward', null, null, null, '{}'),
  (15, 'levelThreeSubscriptionReward', null, null, null, '{}'),
  (16, 'withdrawalReturn', 'withdrawal,payout', 'withdrawal,fiat', 'the withdrawal or payout was rejected or cancelled', '{16}'),
  (17, 'depositSuccess', 'deposit,wire', 'deposit,fiat', 'a deposit was approved by two operators or seen by a rail, or a wire was approved by two operators', '{17}'),
  (18, 'subscribedAssetRelease', null, null, null, '{}'),
  (19, 'contractPrincipalReturn', 'contract', 'futures', 'contracts ended with these payouts, none of them won', '{4,19}'),
  (20, 'spotExchange', 'swap', 'swap', 'a swap at the rate of its reference prices', '{20}'),
  (21, 'exchangeFee', 'swap', 'swap', 'the fee of that swap', '{21}'),
  (22, 'agentDeposit', 'manual', 'operators', 'a manual credit was approved by two operators', '{22}'),
  (23, 'agentBalanceDeduction', 'manual', 'operators', 'a manual debit was approved by two operators', '{23}'),
  (24, 'financePurchase', null, null, null, '{}'),
  (25, 'financeYield', null, null, null, '{}'),
  (26, 'financePrincipal', null, null, null, '{}'),
  (27, 'financeExpiry', null, null, null, '{}'),
  (28, 'financeRedemption', null, null, null, '{}'),
  (29, 'redemptionFee', null, null, null, '{}'),
  (30, 'redemptionPenalty', null, null, null, '{}'),
  (31, 'withdrawalSuccess', 'withdrawal,payout', 'withdrawal,fiat', 'the withdrawal or payout was approved by two operators and completed', '{31}'),
  (32, 'paperFundsGranted', 'member', 'auth', 'paper funds were granted to a new member, in paper mode', '{32}'),
  (33, 'orderHold', null, null, null, '{}'),
  (34, 'orderRelease', null, null, null, '{}'),
  (35, 'spotRound', 'round', 'spot', 'a batch of orders and trades that its desk wrote in the same transaction', '{9,10,33,34}');
grant select on ledger_kinds to tern_app;

create trigger ledger_kinds_append_only before update or delete or truncate on ledger_kinds
  for each statement execute function ledger_refuse_change();

-- The number of a kind, so that SQL names kinds. Numbers never change, so the planner may fold it into a constant.
create function ledger_kind(wanted text) returns smallint language sql immutable parallel safe as $$
  select case wanted
    when 'withdrawal' then 2 when 'contractOpen' then 3 when 'contractClose' then 4 when 'spotBuy' then 9 when 'spotSell' then 10
    when 'withdrawalReturn' then 16 when 'depositSuccess' then 17 when 'contractPrincipalReturn' then 19 when 'spotExchange' then 20
    when 'exchangeFee' then 21 when 'agentDeposit' then 22 when 'agentBalanceDeduction' then 23 when 'withdrawalSuccess' then 31
    when 'paperFundsGranted' then 32 when 'orderHold' then 33 when 'orderRelease' then 34 when 'spotRound' then 35
  end::smallint
$$;
-- The owner id of a book of the house: the same as houseBooks in packages/ledger/src/posting.ts.
create function ledger_book(wanted text) returns bigint language sql immutable parallel safe as $$
  select case wanted
    when 'fees' then -1 when 'rounding' then -2 when 'liquidity' then -3 when 'contracts' then -4 when 'paperIssuance' then -7
    when 'custody' then -8 when 'contractPayouts' then -9
  end::bigint
$$;
-- The book of what came in and went out over one network.
create function ledger_custody_book(network_id bigint) returns bigint language sql immutable parallel safe as $$
  select -1000 - network_id
$$;
grant execute on function ledger_kind, ledger_book, ledger_custody_book to tern_app;

-- Paper money exists in paper mode only. The owner of the database writes the mode at each start, the program may read it.
create table deployment_mode (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('paper', 'live'))
);
insert into deployment_mode (mode) values ('paper');
grant select on deployment_mode to tern_app;

-- Subjects whose review two different people approved, who saw the same. The facts of a review are hashed and what is under review
-- does not change, so whoever approved a subject approved its amounts.
create view reviews_agreed as
select r.kind, r.subject_id from reviews r
where r.state = 'approved' and r.approvals = 2 and r.first_by <> r.decided_by and r.first_hash = r.decided_hash;
grant select on reviews_agreed to tern_app;

-- A review begins open, and its two approvals are two changes: nobody inserts one that is decided.
create function reviews_begin_open() returns trigger language plpgsql as $$
begin
  raise exception 'a review begins open' using errcode = 'insufficient_privilege', constraint = 'reviews_begin_open';
end
$$;
create trigger reviews_begin_open before insert on reviews for each row
  when (new.state <> 'open' or new.decided_by is not null) execute function reviews_begin_open();

create function reviews_approve_in_turn() returns trigger language plpgsql as $$
begin
  raise exception 'a second approval follows a first one' using errcode = 'insufficient_privilege', constraint = 'reviews_in_turn';
end
$$;
create trigger reviews_approve_in_turn before update on reviews for each row
  when (new.state = 'approved' and new.approvals = 2 and (old.first_by, old.first_hash) is distinct from (new.first_by, new.first_hash))
  execute function reviews_approve_in_turn();

-- ledger_write() is what ledger_post() was: it balances, keeps floors and posts, for the owner of the database alone.
-- ledger_post(), which the program may call, asks for the facts first.
alter function ledger_post(smallint[], text[], text[], timestamptz[], int[], smallint[], bigint[], text[], numeric[], numeric[],
  numeric[], numeric[], numeric[], numeric[], bigint[]) rename to ledger_write;
revoke execute on function ledger_write from tern_app;

-- Posts a batch of entries as ledger_write() does, once every entry shows its fact. Facts are written before the entry in the
-- same transaction; a contract's stake alone comes before its contract and is looked at when the transaction commits.
-- Fails with: ledger_unfounded (no fact, another member's, another amount), and with what ledger_write() fails with.
create function ledger_post(
  entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[],
  posting_entries int[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[],
  posting_available numeric[], posting_held numeric[], posting_locked numeric[],
  posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[] default null
) returns table (owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  perform ledger_refuse_unfounded(entry_kinds, entry_references, posting_entries, posting_kinds, posting_owners, posting_assets,
    posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan, posting_subjects);
  return query select * from ledger_write(entry_kinds, entry_references, entry_notes, entry_times, posting_entries, posting_kinds,
    posting_owners, posting_assets, posting_available, posting_held, posting_locked, posting_staked, posting_financed, posting_loan,
    posting_subjects);
end
$$;
revoke execute on function ledger_post from public;
grant execute on function ledger_post to tern_app;

create function ledger_fail_unfounded(kind bigint, reference text) returns void language plpgsql as $$
begin
  raise exception 'no fact stands behind entry % %', kind, reference
    using errcode = 'check_violation', constraint = 'ledger_unfounded';
end
$$;

-- Refuses a batch with an entry that its fact does not require line by line: owner, asset, amount, book of the house.
-- An entry about one fact is held against ledger_required_lines(); a round of orders against what its desk has just written.
create function ledger_refuse_unfounded(
  entry_kinds smallint[], entry_references text[], posting_entries int[], posting_kinds smallint[], posting_owners bigint[],
  posting_assets text[], posting_available numeric[], posting_held numeric[], posting_locked numeric[], posting_staked numeric[],
  posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]
) returns void language plpgsql
  -- Plans are made once, perhaps while the tables are empty: they must fit full ones.
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  unfounded int;
begin
  -- No feature locks, stakes, finances or lends yet; and an entry without lines would only take the name of one with them.
  if not (0 = all (posting_locked) and 0 = all (posting_staked) and 0 = all (posting_financed) and 0 = all (posting_loan))
    or cardinality(posting_entries) = 0 then
    unfounded := 1;
  elsif entry_kinds = array[ledger_kind('spotRound')] then
    perform spot_refuse_unfounded(entry_references[1], posting_kinds, posting_owners, posting_assets, posting_available, posting_held,
      posting_subjects);
  elsif cardinality(entry_kinds) <> (select count(distinct l.entry) from unnest(posting_entries) as l(entry)) then
    unfounded := 1;
  else
    select coalesce(p.entry, f.entry) into unfounded
    from (
      select l.entry, l.owner, l.asset, sum(l.available) as available, sum(l.held) as held,
        bool_and(l.line_kind = entry_kinds[l.entry] and coalesce(l.subject, 0) = 0) as is_of_kind
      from unnest(posting_entries, posting_kinds, posting_owners, posting_assets, posting_available, posting_held, posting_subjects)
        as l(entry, line_kind, owner, asset, available, held, subject)
      group by l.entry, l.owner, l.asset
    ) p full join (
      select e.position::int as entry, r.owner_id, r.asset, r.available, r.held
      from unnest(entry_kinds, entry_references) with ordinality as e(kind, reference, position)
      cross join lateral ledger_required_lines(e.kind, e.reference) r
    ) f on f.entry = p.entry and f.owner_id = p.owner and f.asset = p.asset
    where p.is_of_kind is not true or (p.available, p.held) is distinct from (f.available, f.held)
      -- A stake comes before its contract: here only its shape is looked at, and the rest when the transaction commits.
      and (entry_kinds[p.entry] = ledger_kind('contractOpen') and p.asset = 'USDT' and p.held = 0
        and (p.owner = ledger_book('contracts') or p.owner > 0 and p.available < 0)) is not true
    limit 1;
  end if;
  if unfounded is not null then
    raise exception 'no fact stands behind entry % %', entry_kinds[unfounded], entry_references[unfounded]
      using errcode = 'check_violation', constraint = 'ledger_unfounded';
  end if;
end
$$;

-- The lines that the fact behind a reference requires of an entry of this kind: none when there is no such fact, or nobody may post
-- the kind. Each feature says it in a view of its own; the audit reads the same views, and finds facts without their entry too.
create function ledger_required_lines(entry_kind smallint, entry_reference text)
returns table (owner_id bigint, asset text, available numeric, held numeric) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  subject bigint := substring(entry_reference from '^[a-z]+:([1-9][0-9]{0,17})$');
begin
  case split_part(entry_reference, ':', 1)
    when 'deposit' then return query
      select f.owner_id, f.asset, f.available, f.held from deposit_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'wire' then return query
      select f.owner_id, f.asset, f.available, f.held from fiat_wire_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'payout' then return query
      select f.owner_id, f.asset, f.available, f.held from fiat_payout_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'withdrawal' then return query
      select f.owner_id, f.asset, f.available, f.held from withdrawal_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'swap' then return query
      select f.owner_id, f.asset, f.available, f.held from swap_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'manual' then return query
      select f.owner_id, f.asset, f.available, f.held from manual_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    when 'member' then return query
      select f.owner_id, f.asset, f.available, f.held from paper_required_lines f where f.kind = entry_kind and f.subject_id = subject;
    else null;
  end case;
end
$$;

-- Pays many members at once as before, and nobody whose contract did not end with that payout.
alter function ledger_pay_out(text, text, bigint, bigint, smallint, smallint, timestamptz, bigint[], bigint[], int[], numeric[],
  numeric[], numeric[]) rename to ledger_write_pay_out;
revoke execute on function ledger_write_pay_out from tern_app;

-- Fails with: ledger_unfounded (a payment that its contract does not require), and with what ledger_write_pay_out() fails with.
create function ledger_pay_out(
  paid_asset text, subject text, payer bigint, rounding bigint, principal_kind smallint, gain_kind smallint, paid_at timestamptz,
  owners bigint[], subject_ids bigint[], sizes int[], principals numeric[], gains numeric[], remainders numeric[]
) returns table (owner_id bigint, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric)
language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  -- Contracts are all that is paid like this.
  if (paid_asset, subject, payer, rounding, principal_kind, gain_kind) is distinct from ('USDT', 'contract', ledger_book('contractPayouts'),
    ledger_book('rounding'), ledger_kind('contractPrincipalReturn'), ledger_kind('contractClose')) then
    perform ledger_fail_unfounded(gain_kind, subject);
  end if;
  return query select * from ledger_write_pay_out(paid_asset, subject, payer, rounding, principal_kind, gain_kind, paid_at, owners,
    subject_ids, sizes, principals, gains, remainders);
  perform futures_refuse_unfounded(owners, subject_ids, sizes, principals, gains, remainders);
end
$$;
revoke execute on function ledger_pay_out from public;
grant execute on function ledger_pay_out to tern_app;

-- A stake is posted before its contract is written, because acceptance comes last: looked at when the transaction commits.
create function futures_refuse_unfounded_stake() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (
    select from ledger_entries e join futures_contracts c on c.id = split_part(e.reference, ':', 2)::bigint
    where e.id = new.entry_id and e.kind = ledger_kind('contractOpen') and e.reference = 'contract:' || c.id
      and c.member_id = new.owner_id and c.stake = -new.available
  ) then
    raise exception 'a stake without its contract' using errcode = 'check_violation', constraint = 'ledger_unfounded';
  end if;
  return null;
end
$$;
create constraint trigger futures_stakes_founded after insert on ledger_postings deferrable initially deferred for each row
  -- 3: ledger_kind('contractOpen'); a plain number costs the lines of other kinds nothing.
  when (new.kind = 3 and new.owner_id > 0) execute function futures_refuse_unfounded_stake();
