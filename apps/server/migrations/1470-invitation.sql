-- feature: invitation
-- Rewards of invitations: a share of the fees that members pay, for up to three members above them (ADR 44).
--
-- A fee is one side of a trade, or a swap. Only functions write rewards: they read the fees of the journal, so the program cannot invent
-- one. Each fee is rewarded once for each level, with the shares that were in effect when it was charged. These functions are in the file
-- invitation-rewards, because they read trades.
--
--   1. People            who invited whom, up to three levels
--   2. Rewards           sources, payments, totals
--   3. Facts and rights


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

-- One row for each fee and level. The rewards of a record (batch, inviter, level, asset, share) divide its amount, which is rounded once:
-- each is what the rounded sum grows by with its fee, in the order of the fees. So they add up to the record, and one of them may be a
-- smallest unit above its exact part, or 0.
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
  amount numeric(38, 18) not null check (amount >= 0),
  -- When the fee was charged.
  charged_at timestamptz not null,
  created_at timestamptz not null,
  constraint invitation_rewards_once unique (source, source_id, invitee_id, level)
);

-- In live mode the house rewards with what its account has (ADR 62). What an asset lacks in a batch of fees is a wait. Its rewards are written
-- when their fees are counted, like all others; they are paid as soon as the account `rewards` has the whole amount, the oldest wait of each
-- asset first.
create table invitation_waits (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  -- Its rewards are those of the asset from the first id to the last: one batch writes them together.
  first_reward bigint not null,
  last_reward bigint not null check (last_reward >= first_reward),
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint invitation_waits_once unique (batch_id, asset)
);
create index invitation_waits_unpaid on invitation_waits (asset, id) where paid_at is null;

create function invitation_waits_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.paid_at is not null
    or (new.id, new.batch_id, new.asset, new.amount, new.first_reward, new.last_reward, new.created_at)
      is distinct from (old.id, old.batch_id, old.asset, old.amount, old.first_reward, old.last_reward, old.created_at) then
    raise exception 'rewards stay as they are' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger invitation_waits_final before update or delete on invitation_waits
  for each row execute function invitation_waits_refuse_change();
create trigger invitation_waits_stay before truncate on invitation_waits
  for each statement execute function invitation_waits_refuse_change();

-- The rewards of a batch that one member receives at one level in one asset, rounded down to its smallest unit; or one that was reversed,
-- with a negative amount.
create table invitation_payments (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  -- The reward that was reversed.
  reversed_id bigint unique references invitation_rewards (id),
  -- The wait that it ended; null when it was paid with its batch.
  wait_id bigint references invitation_waits (id),
  inviter_id bigint not null references members (id),
  level smallint not null,
  asset text not null references assets (code),
  share numeric(38, 18) not null,
  fee numeric(38, 18) not null,
  amount numeric(38, 18) not null check (amount <> 0 and (amount < 0) = (reversed_id is not null)),
  trades int not null,
  swaps int not null,
  created_at timestamptz not null,
  constraint invitation_payments_share check (amount <= fee * share)
);
create index invitation_payments_of_inviter on invitation_payments (inviter_id, id desc);
create index invitation_payments_of_batch on invitation_payments (batch_id) where reversed_id is null;
create index invitation_payments_of_wait on invitation_payments (wait_id) where wait_id is not null;

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

create trigger invitation_rewards_append_only before update or delete or truncate on invitation_rewards
  for each statement execute function refuse_write('rewards stay as they are');
create trigger invitation_payments_append_only before update or delete or truncate on invitation_payments
  for each statement execute function refuse_write('rewards stay as they are');
create trigger invitation_reversals_append_only before update or delete or truncate on invitation_reversals
  for each statement execute function refuse_write('rewards stay as they are');

-- Rewards that nobody received: those that wait, and those of members who closed their account meanwhile.
create view invitation_unpaid_rewards as
select r.id, w.id as wait_id
from invitation_waits w
join invitation_rewards r on r.id between w.first_reward and w.last_reward and r.asset = w.asset
join members m on m.id = r.inviter_id
where w.paid_at is null
  or m.closed_at is not null and not exists (select from invitation_payments p where p.wait_id = w.id and p.inviter_id = r.inviter_id);


-- 3. Facts and rights -----------------------------------------------------------------------------

-- The postings of a batch, without what waited: one entry for each level, paid by the house account `rewards` (ADR 9). Fees stay in `fees`, whose
-- balance every round of orders changes.
create view invitation_reward_required_lines as
select (ledger_kind('levelOneSubscriptionReward') + p.level - 1)::smallint as kind, 'reward:' || p.batch_id as reference,
  p.batch_id as subject_id, l.owner_id, p.asset, sum(l.available) as available
from invitation_payments p
cross join lateral (values (p.inviter_id, p.amount), (ledger_house_account('rewards'), -p.amount)) as l(owner_id, available)
where p.reversed_id is null and p.wait_id is null
group by p.level, p.batch_id, l.owner_id, p.asset;

create view invitation_reversal_required_lines as
select (ledger_kind('levelOneSubscriptionReward') + p.level - 1)::smallint as kind, 'rewardreversal:' || p.reversed_id as reference,
  p.reversed_id as subject_id, l.owner_id, p.asset, l.available
from invitation_payments p
cross join lateral (values (p.inviter_id, p.amount), (ledger_house_account('rewards'), -p.amount)) as l(owner_id, available)
where p.reversed_id is not null;

-- The postings of a wait.
create view invitation_wait_required_lines as
select (ledger_kind('levelOneSubscriptionReward') + p.level - 1)::smallint as kind, 'rewardwait:' || p.wait_id as reference,
  p.wait_id as subject_id, l.owner_id, p.asset, sum(l.available) as available
from invitation_payments p
cross join lateral (values (p.inviter_id, p.amount), (ledger_house_account('rewards'), -p.amount)) as l(owner_id, available)
where p.wait_id is not null
group by p.level, p.wait_id, l.owner_id, p.asset;

insert into ledger_facts (kind, reference, feature, fact, required_lines) values
  (ledger_kind('levelOneSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelTwoSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelThreeSubscriptionReward'), 'reward', 'invitation', 'shares of fees that the journal holds', 'invitation_reward_required_lines'),
  (ledger_kind('levelOneSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines'),
  (ledger_kind('levelTwoSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines'),
  (ledger_kind('levelThreeSubscriptionReward'), 'rewardreversal', 'invitation', 'the trade or swap of that reward was reversed', 'invitation_reversal_required_lines'),
  (ledger_kind('levelOneSubscriptionReward'), 'rewardwait', 'invitation', 'shares of fees that waited for money of the house', 'invitation_wait_required_lines'),
  (ledger_kind('levelTwoSubscriptionReward'), 'rewardwait', 'invitation', 'shares of fees that waited for money of the house', 'invitation_wait_required_lines'),
  (ledger_kind('levelThreeSubscriptionReward'), 'rewardwait', 'invitation', 'shares of fees that waited for money of the house', 'invitation_wait_required_lines');

grant select on invitation_people, invitation_progress, invitation_rewards, invitation_payments, invitation_totals, invitation_reversals,
  invitation_waits, invitation_unpaid_rewards, invitation_reward_required_lines, invitation_reversal_required_lines,
  invitation_wait_required_lines to tern_app;
grant select, insert, update, delete on invitation_weeks to tern_app;
