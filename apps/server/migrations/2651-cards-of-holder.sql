-- feature: funding
-- Cards of one holder, for accounts that a case links.
create index bank_cards_of_holder on bank_cards (lower(btrim(account_name)));
