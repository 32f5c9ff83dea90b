-- feature: futures
-- Short contracts: their frozen terms, the prices that opened and closed them, what members allow themselves (rules §4, ADR 0023–0025).

create sequence futures_contract_ids start with 1000001;

create table futures_contracts (
  id bigint primary key,
  member_id bigint not null references members (id),
  instrument_id smallint not null references instruments (id),
  direction smallint not null check (direction in (1, 2)),
  stake numeric(38, 18) not null check (stake > 0),
  -- The terms, frozen at acceptance, and the hash that members can recompute from them.
  rule smallint not null,
  duration_s int not null check (duration_s > 0),
  payout_ratio numeric(38, 18) not null check (payout_ratio > 0),
  open_within_ms int not null check (open_within_ms > 0),
  stale_after_ms int not null check (stale_after_ms > 0),
  terms_hash bytea not null check (octet_length(terms_hash) = 32),
  accepted_at timestamptz not null,
  -- Our signature under all of this, given to the member at acceptance.
  receipt text not null,
  status smallint not null default 1 check (status in (1, 2, 3)),
  outcome smallint not null default 0 check (outcome in (0, 1, 2, 3)),
  reason smallint not null default 0 check (reason in (0, 1, 2)),
  open_seq bigint,
  open_price numeric(38, 18) check (open_price > 0),
  open_at timestamptz check (open_at > accepted_at),
  due_at timestamptz,
  close_seq bigint,
  close_price numeric(38, 18) check (close_price > 0),
  close_at timestamptz check (close_at <= due_at),
  payout numeric(38, 18) not null default 0 check (payout >= 0),
  profit numeric(38, 18) not null default 0,
  settled_at timestamptz,
  updated_at timestamptz not null,
  constraint futures_contracts_opened check (num_nonnulls(open_seq, open_price, open_at, due_at) in (0, 4)),
  constraint futures_contracts_closed check (num_nonnulls(close_seq, close_price, close_at) in (0, 3)),
  constraint futures_contracts_result check (
    case status
      when 1 then outcome = 0 and reason = 0 and close_seq is null and payout = 0 and profit = 0 and settled_at is null
      when 2 then outcome <> 0 and reason = 0 and open_seq is not null and close_seq is not null and settled_at is not null
      else outcome = 0 and reason <> 0 and payout = stake and profit = 0 and settled_at is not null
    end
  )
);

-- What is due at one moment is read in batches: without the id each batch would sort all of it.
create index futures_contracts_due on futures_contracts (due_at, id) where status = 1;
create index futures_contracts_unopened on futures_contracts (accepted_at, id) where status = 1 and open_seq is null;
create index futures_contracts_of_member on futures_contracts (member_id, accepted_at desc, id desc);

create function futures_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what a contract has become stays' using errcode = 'insufficient_privilege';
end
$$;

-- A contract is done once, and its opening price is set once.
create trigger futures_contracts_done before update on futures_contracts for each row
  when (old.status <> 1 or (old.open_seq is not null and (new.open_seq, new.open_price, new.open_at, new.due_at)
    is distinct from (old.open_seq, old.open_price, old.open_at, old.due_at)))
  execute function futures_refuse_change();
create trigger futures_contracts_kept before delete or truncate on futures_contracts
  for each statement execute function futures_refuse_change();

-- What the house would pay on balance: stakes and profits of pending contracts by direction.
create table futures_exposure (
  instrument_id smallint primary key references instruments (id),
  up_stake numeric(38, 18) not null,
  up_profit numeric(38, 18) not null,
  down_stake numeric(38, 18) not null,
  down_profit numeric(38, 18) not null,
  check (up_stake >= 0 and up_profit >= 0 and down_stake >= 0 and down_profit >= 0)
);

-- A member's own limits. A looser one waits beside the one in force.
create table futures_limits (
  member_id bigint primary key references members (id),
  daily_stake numeric(38, 18) check (daily_stake >= 0),
  next_daily_stake numeric(38, 18) check (next_daily_stake >= 0),
  next_at timestamptz,
  paused_until timestamptz,
  updated_at timestamptz not null
);

grant select, insert on futures_contracts to tern_app;
grant usage on sequence futures_contract_ids to tern_app;
-- Nothing that was agreed can be changed.
grant update (status, outcome, reason, open_seq, open_price, open_at, due_at, close_seq, close_price, close_at,
  payout, profit, settled_at, updated_at) on futures_contracts to tern_app;
grant select, insert, update on futures_exposure, futures_limits to tern_app;
