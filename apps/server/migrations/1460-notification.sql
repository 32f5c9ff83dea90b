-- feature: kernel
-- Members' notices: one narrow row per fact, without text (ADR 32). Which of them leave the app, by which channel and when; devices that
-- take them; deliveries under way (ADR 46).


-- Notices -----------------------------------------------------------------------------------------

-- Narrow, because ten thousand contracts may settle in one second and each inserts a row: no foreign key, few indexes.
create table notifications (
  id bigint generated always as identity,
  member_id bigint not null,
  -- The id of the record it links to; 0 for none.
  about_id bigint not null,
  created_at timestamptz not null,
  read_at timestamptz,
  kind text not null check (kind <> ''),
  about text not null,
  -- The values in its sentence, as the kind defines them.
  values json not null,
  primary key (member_id, id)
);
create index notifications_age on notifications (created_at);

-- A member has read all notices up to this id; unread ones are counted from here.
create table notification_floors (
  member_id bigint primary key,
  read_through bigint not null
);

grant select, insert, delete on notifications to tern_app;
-- A notice never changes, except that it is read.
grant update (read_at) on notifications to tern_app;
grant select, insert, update on notification_floors to tern_app;


-- Outside the app ---------------------------------------------------------------------------------

-- Only what a member changed; everything else is as the program's defaults say.
create table notification_switches (
  member_id bigint not null references members (id),
  category text not null check (category <> ''),
  channel text not null check (channel in ('push', 'email')),
  is_on boolean not null,
  updated_at timestamptz not null,
  primary key (member_id, category, channel),
  constraint notification_switches_locked
    check (is_on or not (category = 'security' or (category = 'loans' and channel = 'email')))
);

create table notification_settings (
  member_id bigint primary key references members (id),
  -- Quiet hours, in minutes after local midnight; both or none. They may span midnight.
  quiet_from int check (quiet_from between 0 and 1439),
  quiet_until int check (quiet_until between 0 and 1439),
  -- An IANA name such as Europe/Berlin.
  time_zone text not null,
  -- Whether pushes show titles and amounts, also on a locked screen.
  shows_details boolean not null,
  updated_at timestamptz not null,
  constraint notification_settings_quiet
    check ((quiet_from is null) = (quiet_until is null) and (quiet_from is null or quiet_from <> quiet_until))
);

-- A browser that takes push messages. Its address lets anyone with it send to the device, so it is sealed.
create table push_devices (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  endpoint_hash text not null unique,
  sealed bytea not null,
  lang text not null,
  created_at timestamptz not null
);
create index push_devices_member on push_devices (member_id);

-- This deployment's VAPID key pair (RFC 8292), made at the first start.
create table push_keys (
  id int primary key check (id = 1),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null
);

-- Written with the notice and deleted when done. No foreign keys: removing a device must never fail or delay the transaction that
-- writes a notice. A delivery whose notice or device is gone is dropped.
create table notification_deliveries (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  notification_id bigint not null,
  channel text not null check (channel in ('push', 'email')),
  device_id bigint,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  constraint notification_deliveries_device check ((channel = 'push') = (device_id is not null))
);
create index notification_deliveries_due on notification_deliveries (channel, next_attempt_at);

-- Yield of days that are not over: one notice a day reports all of it, however many orders paid.
create table notification_yields (
  day date not null,
  member_id bigint not null,
  asset text not null,
  amount numeric(38, 18) not null check (amount > 0),
  primary key (day, member_id, asset)
);

grant select, insert, update, delete on notification_yields to tern_app;
grant select, insert, update, delete on notification_switches, notification_settings to tern_app;
grant select, insert, update, delete on push_devices to tern_app;
grant select, insert on push_keys to tern_app;
grant select, insert, update, delete on notification_deliveries to tern_app;
