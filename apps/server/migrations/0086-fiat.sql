-- feature: fiat
-- Fiat currencies with their bounds, bank cards, wires on their way in and payouts to a card (spec §3, §9, rules §2, §6).

create table fiat_currencies (
  asset text primary key references assets (code),
  -- The order in which they are shown.
  position smallint not null unique,
  wire_min numeric(38, 18) not null check (wire_min > 0),
  wire_max numeric(38, 18) not null check (wire_max >= wire_min),
  -- Of what is paid out, before the fee.
  payout_min numeric(38, 18) not null check (payout_min > 0),
  payout_max numeric(38, 18) not null check (payout_max >= payout_min),
  payout_fee numeric(38, 18) not null check (payout_fee >= 0 and payout_fee < payout_min),
  takes_wires boolean not null default true,
  takes_payouts boolean not null default true
);

insert into fiat_currencies (position, asset, wire_min, wire_max, payout_min, payout_max, payout_fee) values
  (1, 'USD', 5000, 1000000, 50, 250000, 5),
  (2, 'EUR', 5000, 1000000, 50, 250000, 5),
  (3, 'CAD', 5000, 1000000, 50, 250000, 5),
  (4, 'VND', 500000, 25000000000, 500000, 6000000000, 50000),
  (5, 'HKD', 50000, 8000000, 500, 2000000, 40),
  (6, 'JPY', 100000, 150000000, 10000, 40000000, 800),
  (7, 'KRW', 1000000, 1300000000, 50000, 330000000, 7000);

create table bank_cards (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  -- The account number where a country has no IBAN.
  iban text not null,
  payee_address text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  constraint bank_cards_once unique (member_id, card_number, iban)
);
create index bank_cards_of_member on bank_cards (member_id, id desc);

create table wires (
  id bigint generated always as identity (start with 30001) primary key,
  member_id bigint not null references members (id),
  asset text not null references fiat_currencies (asset),
  -- Announced by the member.
  amount numeric(38, 18) not null check (amount > 0),
  email text not null,
  reference text not null unique,
  -- What arrived, as an operator recorded it.
  received numeric(38, 18) check (received > 0),
  bank_reference text not null default '',
  payer text not null default '',
  -- reviewed: waits for money and for people. The rest is final.
  state text not null default 'reviewed' check (state in ('reviewed', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  check (state <> 'rejected' or reason <> ''),
  check (state <> 'completed' or received is not null),
  -- What has arrived is credited or sent back by people.
  check (state <> 'cancelled' or received is null)
);
create index wires_of_member on wires (member_id, id desc);
-- One transfer of a bank is credited once.
create unique index wires_bank_reference on wires (asset, bank_reference) where bank_reference <> '' and state <> 'rejected';

create function wires_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a wire that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.member_id <> old.member_id or new.asset <> old.asset or new.amount <> old.amount or new.email <> old.email
    or new.reference <> old.reference then
    raise exception 'what a wire announces does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> 'reviewed' and (new.received is distinct from old.received or new.bank_reference <> old.bank_reference
    or new.payer <> old.payer) then
    raise exception 'what arrived is recorded before it is decided' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger wires_only_go_on before update on wires for each row execute function wires_refuse_change();

create table payouts (
  id bigint generated always as identity (start with 40001) primary key,
  member_id bigint not null references members (id),
  -- Given by the member, held until it ends.
  asset text not null references assets (code),
  amount numeric(38, 18) not null check (amount > 0),
  currency text not null references fiat_currencies (asset),
  -- Currency per unit given, the spread taken off; frozen here.
  rate numeric(38, 18) not null check (rate > 0),
  spread numeric(38, 18) not null check (spread >= 0 and spread < 1),
  -- [{symbol, seq, price}]: the reference ticks behind the rate.
  legs jsonb not null,
  -- In the currency.
  fee numeric(38, 18) not null check (fee >= 0),
  received numeric(38, 18) not null check (received > 0),
  -- The card as it was given: removing it from the list does not reach back.
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  iban text not null,
  payee_address text not null,
  country text not null,
  -- reviewed: waits for people. The rest is final: paid out, or returned in full.
  state text not null default 'reviewed' check (state in ('reviewed', 'completed', 'rejected', 'cancelled')),
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  check (state <> 'rejected' or reason <> '')
);
create index payouts_of_member on payouts (member_id, id desc);
create index payouts_to_card on payouts (member_id, card_number, iban) where state = 'completed';

create function payouts_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a payout that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.member_id, new.asset, new.amount, new.currency, new.rate, new.spread, new.legs, new.fee, new.received, new.bank_name,
      new.account_name, new.card_number, new.bank_address, new.iban, new.payee_address, new.country)
    is distinct from (old.member_id, old.asset, old.amount, old.currency, old.rate, old.spread, old.legs, old.fee,
      old.received, old.bank_name, old.account_name, old.card_number, old.bank_address, old.iban, old.payee_address,
      old.country) then
    raise exception 'what a payout pays to whom does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger payouts_only_go_on before update on payouts for each row execute function payouts_refuse_change();

grant select on fiat_currencies to tern_app;
grant update (wire_min, wire_max, payout_min, payout_max, payout_fee, takes_wires, takes_payouts) on fiat_currencies to tern_app;
grant select, insert, delete on bank_cards to tern_app;
grant select, insert, update on wires, payouts to tern_app;
