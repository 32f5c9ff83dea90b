-- feature: fiat
-- The rate of a payout is that of its approval, never below the least the member set (rules §6, ADR 0062).

alter table payouts
  -- The estimate the member was shown at submission.
  add column quoted_rate numeric(38, 18),
  add column quoted_received numeric(38, 18),
  -- In the currency, fee taken: less than this is never paid, everything returns instead.
  add column least_received numeric(38, 18);

-- Whoever was promised a frozen rate is paid that or more, or gets everything back.
alter table payouts disable trigger payouts_only_go_on;
update payouts set quoted_rate = rate, quoted_received = received, least_received = received;
alter table payouts enable trigger payouts_only_go_on;

alter table payouts
  alter column quoted_rate set not null,
  alter column quoted_received set not null,
  alter column least_received set not null,
  add constraint payouts_quoted_rate check (quoted_rate > 0),
  add constraint payouts_least_received check (least_received >= 0 and least_received <= quoted_received),
  add constraint payouts_never_below_least check (received >= least_received);

comment on column payouts.rate is 'Currency per unit given, the spread taken off: of the submission until it is approved, then of the approval.';
comment on column payouts.received is 'In the currency, fee taken: the estimate until it is approved, then what was paid.';

-- Only the approval sets rate, ticks and what arrives.
create or replace function payouts_refuse_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'reviewed' then
    raise exception 'a payout that ended does not change' using errcode = 'insufficient_privilege';
  end if;
  if (new.member_id, new.asset, new.amount, new.currency, new.spread, new.fee, new.quoted_rate, new.quoted_received,
      new.least_received, new.bank_name, new.account_name, new.card_number, new.bank_address, new.iban, new.payee_address,
      new.country)
    is distinct from (old.member_id, old.asset, old.amount, old.currency, old.spread, old.fee, old.quoted_rate,
      old.quoted_received, old.least_received, old.bank_name, old.account_name, old.card_number, old.bank_address, old.iban,
      old.payee_address, old.country) then
    raise exception 'what a payout pays to whom does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> 'completed' and (new.rate, new.legs, new.received) is distinct from (old.rate, old.legs, old.received) then
    raise exception 'the rate of a payout is set by its approval alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
