-- feature: kernel
-- A signed transfer that no block takes is signed again with the same nonce and higher fees (ADR 105): a chain takes one of them.

alter table rail_transfers
  -- Of all that were signed for it, the one that a confirmed block contains; null until it ended, and where one was signed.
  add column mined_txid text,
  add constraint rail_transfers_mined check (mined_txid is null or state <> 'signed'),
  add constraint rail_transfers_nonce_of unique (reference, network, sender, nonce);

create table rail_replacements (
  txid text primary key,
  reference text not null,
  network text not null,
  sender text not null,
  nonce bigint not null,
  -- The first is in rail_transfers.
  attempt int not null check (attempt > 1),
  signed text not null,
  created_at timestamptz not null,
  -- The same nonce of the same wallet.
  foreign key (reference, network, sender, nonce) references rail_transfers (reference, network, sender, nonce),
  constraint rail_replacements_in_turn unique (reference, attempt)
);

-- Only while the transfer is under way and operators have not resolved it; one after the other.
create function rail_replacements_refuse_untimely() returns trigger language plpgsql as $$
begin
  perform from rail_transfers t where t.reference = new.reference and t.state = 'signed' and t.given_up_at is null for update;
  if not found then
    raise exception 'transfer % is not under way', new.reference
      using errcode = 'check_violation', constraint = 'rail_replacements_under_way';
  end if;
  if new.attempt <> 2 + (select count(*) from rail_replacements r where r.reference = new.reference) then
    raise exception 'transfer % was signed again meanwhile', new.reference
      using errcode = 'unique_violation', constraint = 'rail_replacements_in_turn';
  end if;
  if exists (select from rail_transfers t where t.txid = new.txid) then
    raise exception 'the transaction is known' using errcode = 'unique_violation', constraint = 'rail_replacements_pkey';
  end if;
  return new;
end
$$;
create trigger rail_replacements_in_time before insert on rail_replacements
  for each row execute function rail_replacements_refuse_untimely();
create trigger rail_replacements_kept before update or delete or truncate on rail_replacements
  for each statement execute function refuse_write('a signed transaction does not change');

create or replace function rail_transfers_refuse_change() returns trigger language plpgsql as $$
begin
  if (new.reference, new.network, new.asset, new.address, new.amount, new.created_at)
    is distinct from (old.reference, old.network, old.asset, old.address, old.amount, old.created_at)
    or (new.sender, new.nonce, new.txid, new.signed) is distinct from (old.sender, old.nonce, old.txid, old.signed) then
    raise exception 'a signed transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'signed' then
    raise exception 'an ended transfer does not change' using errcode = 'insufficient_privilege';
  end if;
  if new.mined_txid <> old.txid and not exists (
    select from rail_replacements r where r.reference = old.reference and r.txid = new.mined_txid
  ) then
    raise exception 'the transaction was not signed for the transfer'
      using errcode = 'check_violation', constraint = 'rail_transfers_mined';
  end if;
  return new;
end
$$;

grant select, insert on rail_replacements to tern_app;
grant update (mined_txid) on rail_transfers to tern_app;
