-- feature: member-transfer
-- Money that members send each other: immediate, final, without a fee (ADR 78, docs/features/money/member-transfer.md).

create table member_transfers (
  id bigint generated always as identity primary key,
  sender_id bigint not null references members (id),
  receiver_id bigint not null references members (id),
  -- Masked, as each was shown to the other: `A… W…`. Empty for one who was verified without documents.
  sender_name text not null,
  receiver_name text not null,
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  -- Both read it.
  note text not null check (char_length(note) <= 60),
  -- In USDT at the reference prices of that moment; null without a price.
  worth numeric(38, 18) check (worth >= 0),
  -- The most that a new receiver could get within their first day: the setting of that moment.
  first_day_max numeric(38, 18) not null check (first_day_max >= 0),
  created_at timestamptz not null,
  constraint member_transfers_two_people check (sender_id <> receiver_id)
);
create index member_transfers_of_sender on member_transfers (sender_id, receiver_id, id desc);
create index member_transfers_of_receiver on member_transfers (receiver_id, id desc);

-- Refuses  member_transfers_between: one of the two is not verified, frozen, banned or closed; the sender's withdrawals are
--          paused, or without a password; a sender whose lock allows saved addresses only has not known the receiver for a day;
--          member_transfers_first_day: more than a new receiver may get within the first day.
-- Needs    the sender's row locked, so that transfers of one sender are checked one after the other.
create function member_transfers_refuse() returns trigger language plpgsql as $$
declare
  known_since timestamptz;
  sent_since numeric;
begin
  if (
    -- 2: verified.
    select count(*) from members m
    where m.id in (new.sender_id, new.receiver_id) and m.real_name_status = 2
      and not m.is_frozen and not m.is_banned and m.closed_at is null
      and (m.id = new.receiver_id
        or m.pay_password_hash is not null and coalesce(m.withdrawals_blocked_until <= new.created_at, true))
  ) <> 2 then
    raise exception 'these members cannot send each other money now'
      using errcode = 'check_violation', constraint = 'member_transfers_between';
  end if;
  select min(t.created_at) into known_since from member_transfers t
  where t.sender_id = new.sender_id and t.receiver_id = new.receiver_id;
  if known_since is not null and known_since <= new.created_at - interval '24 hours' then
    return new;
  end if;
  if address_lock_is_on(new.sender_id, new.created_at) then
    raise exception 'this member sends to known receivers only'
      using errcode = 'check_violation', constraint = 'member_transfers_between';
  end if;
  select coalesce(sum(t.worth), 0) into sent_since from member_transfers t
  where t.sender_id = new.sender_id and t.receiver_id = new.receiver_id;
  if (sent_since + new.worth <= new.first_day_max) is not true then
    raise exception 'too much for the first day with this receiver'
      using errcode = 'check_violation', constraint = 'member_transfers_first_day';
  end if;
  return new;
end
$$;
create trigger member_transfers_refuse before insert on member_transfers
  for each row execute function member_transfers_refuse();
create trigger member_transfers_append_only before update or delete or truncate on member_transfers
  for each statement execute function refuse_write('a transfer does not change');

-- When a member looked for receivers, the newest times: so many a minute, so that nobody collects names.
create table member_transfer_searches (
  member_id bigint primary key references members (id),
  searched_at timestamptz[] not null
);

grant select, insert on member_transfers to tern_app;
grant select, insert, update on member_transfer_searches to tern_app;


-- Its entry: what the sender sees is of the kind transferSent, what the receiver sees of transferReceived.
create view member_transfer_required_lines as
select ledger_kind('transferSent') as kind, 'membertransfer:' || t.id as reference, t.id as subject_id, l.owner_id, t.asset, l.available
from member_transfers t
cross join lateral (values (t.sender_id, -t.amount), (t.receiver_id, t.amount)) as l(owner_id, available);

insert into ledger_facts (kind, reference, feature, fact, required_lines, line_kinds) values
  (ledger_kind('transferSent'), 'membertransfer', 'member-transfer', 'a transfer between two verified members',
    'member_transfer_required_lines', array[ledger_kind('transferSent'), ledger_kind('transferReceived')]);
grant select on member_transfer_required_lines to tern_app;
