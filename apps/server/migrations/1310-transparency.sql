-- feature: transparency
-- Public proofs: signing keys, signed segments of the tick chains, and commitments to the seeds of simulated days (ADR 15, 18), which are
-- append only; and the public figures (ADR 51).

-- The private key is encrypted with the deployment's key; a deployment that lost that key creates a new row.
create table transparency_keys (
  id smallint primary key check (id > 0),
  public_key bytea not null unique check (octet_length(public_key) = 32),
  sealed_secret bytea not null,
  created_at timestamptz not null
);

-- The ticks of a chain between two signed heads, kept longer than the ticks themselves.
create table transparency_segments (
  instrument_id smallint not null references instruments (id),
  from_seq bigint not null check (from_seq > 0),
  to_seq bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  hash_before bytea not null check (octet_length(hash_before) = 32),
  -- The chain's hash after to_seq, signed.
  hash bytea not null check (octet_length(hash) = 32),
  signed_at timestamptz not null,
  key_id smallint not null references transparency_keys (id),
  signature bytea not null check (octet_length(signature) = 64),
  -- The ticks from from_seq to to_seq, packed.
  ticks bytea not null,
  primary key (instrument_id, from_seq),
  unique (instrument_id, to_seq),
  check (to_seq >= from_seq and to_at >= from_at)
);
create index transparency_segments_signed on transparency_segments (instrument_id, signed_at);
create index transparency_segments_time on transparency_segments (instrument_id, from_at);

create table transparency_seeds (
  day date primary key,
  commitment bytea not null check (octet_length(commitment) = 32),
  published_at timestamptz not null,
  key_id smallint not null references transparency_keys (id),
  signature bytea not null check (octet_length(signature) = 64)
);

create trigger transparency_keys_append_only before update or delete or truncate on transparency_keys
  for each statement execute function refuse_write('published proofs are append only');
create trigger transparency_segments_append_only before update or delete or truncate on transparency_segments
  for each statement execute function refuse_write('published proofs are append only');
create trigger transparency_seeds_append_only before update or delete or truncate on transparency_seeds
  for each statement execute function refuse_write('published proofs are append only');

grant select, insert on transparency_keys, transparency_segments, transparency_seeds to tern_app;


-- Figures -----------------------------------------------------------------------------------------

-- As last computed, and when the server ran.
create table transparency_figures (
  is_only boolean primary key default true check (is_only),
  computed_at timestamptz not null,
  figures jsonb not null
);

-- Each row is a time without a pause of more than two minutes: `seen_at` moves on while the server runs.
create table transparency_runs (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  check (seen_at >= began_at)
);
create index transparency_runs_seen on transparency_runs (seen_at);

-- An outage cannot be covered later: a run is extended by two minutes at most, and a new one begins when it is seen.
create trigger transparency_runs_begin before insert on transparency_runs for each row
  when (new.seen_at <> new.began_at)
  execute function refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');
create trigger transparency_runs_go_on before update on transparency_runs for each row
  when (new.began_at <> old.began_at or new.seen_at < old.seen_at or new.seen_at > old.seen_at + interval '2 minutes')
  execute function refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');
create trigger transparency_runs_kept before delete or truncate on transparency_runs
  for each statement
  execute function refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');

grant select, insert on transparency_figures, transparency_runs to tern_app;
grant update (computed_at, figures) on transparency_figures to tern_app;
grant update (seen_at) on transparency_runs to tern_app;
