-- feature: kernel
-- A phone counts once a code sent to it was given (rules §10); a reset and a freeze by the owner are facts of the member.

alter table members
  -- Absent: nobody has shown that the phone is theirs, so it resets nothing.
  add column phone_proven_at timestamptz,
  -- As stated at registration; a proven phone may have another one.
  add column registered_country_code text not null default '',
  -- The last reset of the login or the withdrawal password.
  add column password_reset_at timestamptz,
  -- The owner froze the account by the link in a security message; staff lift it.
  add column frozen_by_owner_at timestamptz;

update members set registered_country_code = country_code;

-- Anybody may state a number; only one account may have proven it.
alter table members drop constraint members_phone;
create unique index members_phone on members (country_code, phone) where phone_proven_at is not null;
