-- feature: kernel
-- A market whose price jumps over its bound halts automatically for ten minutes (ADR 94).

-- How far the price may move within ten seconds, as a ratio; a version of the market's terms changes it.
alter table instruments add column jump_bound numeric(38, 18) not null default 0.05 check (jump_bound between 0.01 and 0.5);
update instruments set jump_bound = 0.02 where class in ('metal', 'forex');

alter table market_halts
  -- Null: the market halted automatically.
  alter column operator_id drop not null,
  -- The two reference prices, by their numbers in the market's chain.
  add column from_seq bigint,
  add column to_seq bigint,
  add column from_price numeric(38, 18),
  add column to_price numeric(38, 18),
  add column bound numeric(38, 18),
  add constraint market_halts_begun check (num_nonnulls(operator_id, to_seq) = 1),
  add constraint market_halts_jump check (num_nonnulls(from_seq, to_seq, from_price, to_price, bound) in (0, 5)),
  add constraint market_halts_jumped check (from_seq < to_seq and bound >= 0.01 and abs(to_price - from_price) > bound * from_price),
  add constraint market_halts_automatic check (operator_id is not null
    or coalesce(state = 2 and confirmed_by is null and until = began_at + interval '10 minutes', false));

-- Nothing halts a market automatically but a jump between two prices that are published.
create function market_halts_refuse_no_jump() returns trigger language plpgsql as $$
begin
  if (select count(*) from ticks t where t.instrument_id = new.instrument_id
      and (t.seq, t.price) in ((new.from_seq, new.from_price), (new.to_seq, new.to_price))) < 2 then
    raise exception 'no such jump of the price' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger market_halts_of_jumps before insert on market_halts
  for each row when (new.operator_id is null) execute function market_halts_refuse_no_jump();
