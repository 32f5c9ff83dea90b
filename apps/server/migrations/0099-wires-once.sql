-- feature: fiat
-- One transfer of a bank is credited once, however its reference is typed: capitals, blanks, marks, wide forms and what
-- nobody sees make it no other transfer (rules §2).

drop index wires_bank_reference;
create unique index wires_bank_reference on wires (
  asset,
  upper(regexp_replace(normalize(bank_reference, NFKC), '[[:space:][:punct:]\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'))
) where bank_reference <> '' and state <> 'rejected';
