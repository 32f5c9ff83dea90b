-- feature: funding
-- contracts: an older program stores the numbers of cards and accounts readable, and compares them with sealed ones
-- The numbers of cards and accounts are sealed with the key of the deployment, which is not in the database (ADR 72). The same number of
-- a member is the same text, so that what compares numbers compares on: `bank_cards_once`, `payouts_keep_to_saved`, `payouts_guard_change`.

-- `s1:`, the sealed number, `:`, the ends that may be shown.
alter table bank_cards add constraint bank_cards_sealed check (
  card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$' and iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$'
) not valid;
alter table payouts add constraint payouts_sealed check (
  card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$' and iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$'
) not valid;

-- Rows from before are sealed by the program that starts next, which has the key; then it validates both.
do $$
begin
  if not exists (select from bank_cards) and not exists (select from payouts) then
    alter table bank_cards validate constraint bank_cards_sealed;
    alter table payouts validate constraint payouts_sealed;
  end if;
end
$$;
