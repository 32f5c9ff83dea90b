-- feature: funding
-- What arrives at addresses of deposits is swept (ADR 114).

create function deposits_seen_note() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform rail_note_arrival(new.network, new.address, new.asset, new.amount, new.height);
  return null;
end
$$;
create trigger deposits_seen_noted after insert on deposits_seen for each row execute function deposits_seen_note();

-- Of older versions: the first sweep finds on the chain what is still there.
do $$
begin
  perform rail_note_arrival(s.network, s.address, s.asset, sum(s.amount), max(s.height)) from deposits_seen s group by s.network, s.address, s.asset;
end
$$;
