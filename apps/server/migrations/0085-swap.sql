-- feature: swap
-- What was swapped, on which terms, and the prices the rate was taken from (rules §5).

create table swaps (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  from_asset text not null references assets (code),
  to_asset text not null references assets (code),
  given numeric(38, 18) not null check (given > 0),
  -- Received per unit given, the spread taken off.
  rate numeric(38, 18) not null check (rate > 0),
  spread numeric(38, 18) not null check (spread >= 0 and spread < 1),
  fee_ratio numeric(38, 18) not null check (fee_ratio >= 0 and fee_ratio < 1),
  fee numeric(38, 18) not null check (fee >= 0),
  -- After the fee.
  received numeric(38, 18) not null check (received > 0),
  -- [{symbol, seq, price}]: the reference ticks of the legs, from the asset given to the one received.
  legs jsonb not null,
  created_at timestamptz not null,
  check (from_asset <> to_asset)
);
create index swaps_of_member on swaps (member_id, id desc);

grant select, insert on swaps to tern_app;
