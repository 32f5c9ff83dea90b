-- feature: withdrawal
-- What two people say of a transfer that its rail cannot tell about, and where a rail says something else later (ADR 0039).

alter table withdrawals
  -- Since when its rail has had nothing to tell, and what stood in the way; absent while it has.
  add column silent_since timestamptz,
  add column silence text not null default '',
  add constraint withdrawals_silence check (silent_since is not null or silence = '');
create index withdrawals_silent on withdrawals (silent_since, id) where state = 'sending' and silent_since is not null;
create index withdrawals_by_txid on withdrawals (lower(txid)) where txid <> '';

create table withdrawal_verdicts (
  id bigint generated always as identity (start with 101) primary key,
  withdrawal_id bigint not null references withdrawals (id),
  verdict text not null check (verdict in ('unsent', 'sent')),
  -- sent: the transaction that paid. unsent: of what was signed, the transaction that stands in its place.
  txid text not null,
  -- The member reads it.
  reason text not null check (reason <> ''),
  proposed_by bigint not null references operators (id),
  state text not null default 'proposed' check (state in ('proposed', 'carried', 'dropped')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When the rail is asked whether it agrees; absent once it has told, or nobody is left to ask.
  next_look_at timestamptz,
  check (verdict = 'unsent' or txid <> ''),
  check ((state = 'proposed') = (decided_at is null)),
  check (state = 'carried' or next_look_at is null)
);
create unique index withdrawal_verdicts_one on withdrawal_verdicts (withdrawal_id) where state <> 'dropped';
-- A payment pays one withdrawal.
create unique index withdrawal_verdicts_payment on withdrawal_verdicts (txid) where verdict = 'sent' and state <> 'dropped';
create index withdrawal_verdicts_to_look on withdrawal_verdicts (next_look_at, id) where next_look_at is not null;
create index withdrawal_verdicts_open on withdrawal_verdicts (id) where state = 'proposed';

create function withdrawal_verdicts_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.withdrawal_id, new.verdict, new.txid, new.reason, new.proposed_by, new.created_at)
    is distinct from (old.id, old.withdrawal_id, old.verdict, old.txid, old.reason, old.proposed_by, old.created_at) then
    raise exception 'what was said of a transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'proposed' and (new.state, new.decided_at) is distinct from (old.state, old.decided_at) then
    raise exception 'a verdict that was decided does not change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger withdrawal_verdicts_stay before update on withdrawal_verdicts
  for each row execute function withdrawal_verdicts_refuse_change();

-- A rail that says something else than two people agreed on; at most once of each verdict.
create table withdrawal_discrepancies (
  id bigint generated always as identity (start with 101) primary key,
  verdict_id bigint not null unique references withdrawal_verdicts (id),
  said text not null check (said in ('completed', 'refused')),
  txid text not null,
  reason text not null,
  created_at timestamptz not null
);

grant select, insert on withdrawal_verdicts, withdrawal_discrepancies to tern_app;
grant update (state, decided_at, next_look_at) on withdrawal_verdicts to tern_app;
