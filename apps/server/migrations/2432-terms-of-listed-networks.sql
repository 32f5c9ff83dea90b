-- feature: operators
-- Called when a coin is listed: its terms are what their versions and the audit begin with (ADR 101).
create function terms_begin(listed text) returns void language sql as $$
  insert into terms_beginnings (key, field, value)
  select 'network.' || a.asset || '.' || a.network, f.field, f.value
  from asset_networks a cross join lateral (values
    ('inMin', a.deposit_min::text), ('inMax', a.deposit_max::text), ('inFee', a.deposit_fee::text), ('outMin', a.withdraw_min::text),
    ('outMax', a.withdraw_max::text), ('outFee', a.withdraw_fee::text), ('takesIn', a.takes_deposits::text),
    ('takesOut', a.takes_withdrawals::text)) as f(field, value)
  where a.asset = listed
$$;
