-- The schema as the migrations make it, file by file: tables with their columns, guards, indexes and the rights of the program's role;
-- views and functions by name. Bodies and reasons are in apps/server/migrations. Generated, never edited:
-- npx vitest run apps/server/src/platform/database/migrate.test.ts -u

-- 1000-roles.sql ----------------------------------------------------------------------------------

-- function refuse_write() returns trigger

-- 1010-members.sql --------------------------------------------------------------------------------

create table members (
  id bigint not null generated always as identity primary key,
  email text not null unique,
  country_code text not null,
  phone text not null,
  phone_proven_at timestamptz,
  registered_country_code text not null default '',
  password_hash text not null,
  password_disabled_at timestamptz,
  pay_password_hash text,
  pay_password_failures integer not null default 0,
  pay_password_locked_until timestamptz,
  password_reset_at timestamptz,
  withdrawals_blocked_until timestamptz,
  invite_code text not null unique,
  invited_by bigint references members,
  credit_score integer not null default 100,
  real_name_status smallint not null default 0,
  is_banned boolean not null default false,
  is_frozen boolean not null default false,
  freeze_reason text,
  freeze_until timestamptz,
  ban_reason text,
  ban_until timestamptz,
  frozen_by_owner_at timestamptz,
  closed_at timestamptz,
  lang text not null default 'en',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  is_staff boolean not null default false,
  is_trading_stopped boolean not null default false,
  constraint members_closed_stay_frozen CHECK (((closed_at IS NULL) OR is_frozen)),
  constraint members_email_lower CHECK ((email = lower(email))),
  constraint members_invited_later CHECK ((invited_by < id))
);
CREATE INDEX members_closed ON members (id) WHERE (closed_at IS NOT NULL);
CREATE INDEX members_invited ON members (invited_by, id) WHERE (invited_by IS NOT NULL);
CREATE UNIQUE INDEX members_phone ON members (country_code, phone) WHERE (phone_proven_at IS NOT NULL);
CREATE INDEX members_phone_international ON members (((country_code || phone)));
CREATE INDEX members_phone_national ON members (phone);
CREATE INDEX members_searched ON members USING gin (((((email || ' +') || country_code) || phone)) gin_trgm_ops);
CREATE TRIGGER members_close BEFORE UPDATE OF closed_at ON members FOR EACH ROW WHEN ((new.closed_at IS DISTINCT FROM old.closed_at)) EXECUTE FUNCTION account_close();
CREATE TRIGGER members_invited_once BEFORE UPDATE OF invited_by ON members FOR EACH ROW WHEN ((new.invited_by IS DISTINCT FROM old.invited_by)) EXECUTE FUNCTION refuse_write('the inviter of a member does not change');
CREATE TRIGGER members_opened_unverified BEFORE INSERT ON members FOR EACH ROW WHEN ((new.real_name_status = 2)) EXECUTE FUNCTION members_refuse_unproven_identity();
CREATE TRIGGER members_staff_founded BEFORE UPDATE OF is_staff ON members FOR EACH ROW WHEN ((new.is_staff IS DISTINCT FROM old.is_staff)) EXECUTE FUNCTION members_refuse_false_mark();
CREATE TRIGGER members_staff_unfounded BEFORE INSERT ON members FOR EACH ROW WHEN (new.is_staff) EXECUTE FUNCTION members_refuse_false_mark();
CREATE TRIGGER members_stop_founded BEFORE UPDATE OF is_trading_stopped ON members FOR EACH ROW WHEN ((new.is_trading_stopped IS DISTINCT FROM old.is_trading_stopped)) EXECUTE FUNCTION members_refuse_false_stop();
CREATE TRIGGER members_stop_unfounded BEFORE INSERT ON members FOR EACH ROW WHEN (new.is_trading_stopped) EXECUTE FUNCTION members_refuse_false_stop();
CREATE TRIGGER members_verified_by_documents BEFORE UPDATE OF real_name_status ON members FOR EACH ROW WHEN (((new.real_name_status = 2) AND (old.real_name_status <> 2))) EXECUTE FUNCTION members_refuse_unproven_identity();
grant insert, select, update on members to tern_app;

-- function members_refuse_frozen(ids bigint[]) returns void, for tern_app

create table pay_password_checks (
  member_id bigint not null primary key references members
);
grant insert, select, update on pay_password_checks to tern_app;

create table invitation_codes (
  code text not null primary key,
  created_at timestamptz not null default now()
);
grant insert, select on invitation_codes to tern_app;

create table operators (
  id bigint not null generated always as identity primary key,
  login text not null unique,
  password_hash text,
  roles text[] not null default '{}'::text[],
  sealed_totp bytea,
  totp_step bigint not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null,
  password_changed_at timestamptz
);
CREATE TRIGGER operators_only_agreed BEFORE INSERT OR UPDATE ON operators FOR EACH ROW WHEN ((CURRENT_USER = 'tern_app'::name)) EXECUTE FUNCTION operators_refuse_unagreed();
CREATE TRIGGER operators_restated AFTER UPDATE ON operators FOR EACH ROW WHEN (((((new.roles IS DISTINCT FROM old.roles) OR (new.is_active IS DISTINCT FROM old.is_active)) OR (new.password_hash IS DISTINCT FROM old.password_hash)) OR (new.sealed_totp IS DISTINCT FROM old.sealed_totp))) EXECUTE FUNCTION operators_state_change();
CREATE TRIGGER operators_roles_exist BEFORE INSERT OR UPDATE OF roles ON operators FOR EACH ROW EXECUTE FUNCTION operators_refuse_unknown_role();
CREATE TRIGGER operators_stated AFTER INSERT ON operators FOR EACH ROW EXECUTE FUNCTION operators_state_change();
grant insert, select, update (password_hash, roles, sealed_totp, totp_step, is_active, password_changed_at) on operators to tern_app;

-- 1020-catalog.sql --------------------------------------------------------------------------------

create table assets (
  id smallint not null primary key,
  code text not null unique,
  name text not null,
  kind text not null,
  scale smallint not null,
  created_at timestamptz not null default now(),
  takes_deposits boolean not null default true,
  takes_withdrawals boolean not null default true,
  picture text not null default '',
  names jsonb not null default '{}'::jsonb,
  uses text[] not null default coin_uses(),
  constraint assets_kind_check CHECK ((kind = ANY (ARRAY['crypto', 'fiat', 'metal']))),
  constraint assets_names_check CHECK ((jsonb_typeof(names) = 'object')),
  constraint assets_picture_check CHECK ((picture ~ '^([0-9a-f]{64})?$')),
  constraint assets_scale_check CHECK (((scale >= 0) AND (scale <= 18))),
  constraint assets_uses CHECK ((uses <@ coin_uses()))
);
CREATE TRIGGER assets_close AFTER INSERT ON assets FOR EACH ROW EXECUTE FUNCTION account_close_asset();
CREATE TRIGGER assets_closed_by_delisting BEFORE UPDATE ON assets FOR EACH ROW WHEN ((NOT (new.takes_deposits AND new.takes_withdrawals))) EXECUTE FUNCTION assets_refuse_unagreed();
grant select, update (takes_deposits, takes_withdrawals) on assets to tern_app;

create table instruments (
  id smallint not null primary key,
  symbol text not null unique,
  base text not null references assets,
  quote text not null references assets,
  class text not null,
  hours text not null,
  tick_size numeric(38,18) not null,
  lot_size numeric(38,18) not null,
  min_notional numeric(38,18) not null,
  max_notional numeric(38,18) not null,
  price_band numeric(38,18) not null,
  market_band numeric(38,18) not null,
  maker_fee numeric(38,18) not null,
  taker_fee numeric(38,18) not null,
  state smallint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  jump_bound numeric(38,18) not null default 0.05,
  priced_by text not null default 'sources',
  constraint instruments_check CHECK ((max_notional > min_notional)),
  constraint instruments_class_check CHECK ((class = ANY (ARRAY['crypto', 'metal', 'forex']))),
  constraint instruments_hours_check CHECK ((hours = ANY (ARRAY['always', 'forex', 'metal']))),
  constraint instruments_jump_bound_check CHECK (((jump_bound >= 0.01) AND (jump_bound <= 0.5))),
  constraint instruments_lot_size_check CHECK ((lot_size > (0)::numeric)),
  constraint instruments_maker_fee_check CHECK (((maker_fee >= (0)::numeric) AND (maker_fee < (1)::numeric))),
  constraint instruments_market_band_check CHECK (((market_band > (0)::numeric) AND (market_band < (1)::numeric))),
  constraint instruments_min_notional_check CHECK ((min_notional > (0)::numeric)),
  constraint instruments_price_band_check CHECK (((price_band > (0)::numeric) AND (price_band < (1)::numeric))),
  constraint instruments_priced_by_check CHECK ((priced_by = ANY (ARRAY['sources', 'members']))),
  constraint instruments_state_check CHECK ((state = ANY (ARRAY[1, 2, 3]))),
  constraint instruments_taker_fee_check CHECK (((taker_fee >= (0)::numeric) AND (taker_fee < (1)::numeric))),
  constraint instruments_tick_size_check CHECK ((tick_size > (0)::numeric))
);
grant select on instruments to tern_app;

-- function instrument_symbol(smallint) returns text, for tern_app

-- 1030-networks.sql -------------------------------------------------------------------------------

create table networks (
  id smallint not null unique,
  code text not null primary key,
  name text not null,
  family text not null,
  confirmations integer not null,
  has_memo boolean not null default false,
  constraint networks_confirmations_check CHECK ((confirmations > 0)),
  constraint networks_family_check CHECK ((family = ANY (ARRAY['bitcoin', 'litecoin', 'dogecoin', 'evm', 'tron', 'solana', 'ripple', 'cardano', 'cosmos', 'move', 'stellar', 'ton', 'eos']))),
  constraint networks_id_check CHECK ((id > 0))
);
grant select on networks to tern_app;

create table asset_networks (
  asset text not null references assets,
  network text not null references networks,
  deposit_min numeric(38,18) not null,
  deposit_max numeric(38,18) not null,
  deposit_fee numeric(38,18) not null,
  withdraw_min numeric(38,18) not null,
  withdraw_max numeric(38,18) not null,
  withdraw_fee numeric(38,18) not null,
  takes_deposits boolean not null default true,
  takes_withdrawals boolean not null default true,
  deposits_paused boolean not null default false,
  withdrawals_paused boolean not null default false,
  contract text,
  "position" smallint not null,
  constraint asset_networks_pkey PRIMARY KEY (asset, network),
  constraint asset_networks_check CHECK ((deposit_max >= deposit_min)),
  constraint asset_networks_check1 CHECK (((deposit_fee >= (0)::numeric) AND (deposit_fee < deposit_min))),
  constraint asset_networks_check2 CHECK ((withdraw_max >= withdraw_min)),
  constraint asset_networks_check3 CHECK (((withdraw_fee >= (0)::numeric) AND (withdraw_fee < withdraw_min))),
  constraint asset_networks_contract_check CHECK ((contract <> '')),
  constraint asset_networks_deposit_min_check CHECK ((deposit_min > (0)::numeric)),
  constraint asset_networks_withdraw_min_check CHECK ((withdraw_min > (0)::numeric))
);
grant select, update (deposit_min, deposit_max, deposit_fee, withdraw_min, withdraw_max, withdraw_fee, takes_deposits, takes_withdrawals, deposits_paused, withdrawals_paused) on asset_networks to tern_app;

-- 1040-settings.sql -------------------------------------------------------------------------------

create table settings (
  key text not null primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  constraint settings_within_floors CHECK (setting_within_floors(key, value)) NOT VALID
);
CREATE TRIGGER settings_market_seed_sealed BEFORE INSERT OR UPDATE ON settings FOR EACH ROW WHEN ((new.key = 'market.seed')) EXECUTE FUNCTION refuse_write('the market seed is stored sealed, in market_seed');
grant insert, select, update (value, updated_at) on settings to tern_app;

-- 1050-deployment.sql -----------------------------------------------------------------------------

create table deployment_mode (
  is_only boolean not null default true primary key,
  mode text not null,
  decided_at timestamptz,
  constraint deployment_mode_is_only_check CHECK (is_only),
  constraint deployment_mode_mode_check CHECK ((mode = ANY (ARRAY['paper', 'live'])))
);
CREATE TRIGGER deployment_mode_final BEFORE DELETE OR UPDATE ON deployment_mode FOR EACH ROW EXECUTE FUNCTION deployment_mode_refuse_change();
CREATE TRIGGER deployment_mode_stays BEFORE TRUNCATE ON deployment_mode FOR EACH STATEMENT EXECUTE FUNCTION deployment_mode_refuse_change();
grant select on deployment_mode to tern_app;

-- function deployment_mode_refuse_change() returns trigger
-- function is_live() returns boolean, for tern_app

create table deployment_key (
  is_only boolean not null default true primary key,
  fingerprint text not null,
  constraint deployment_key_is_only_check CHECK (is_only)
);
grant insert, select on deployment_key to tern_app;

create table first_start (
  is_only boolean not null default true primary key,
  claimed_by text,
  claimed_until timestamptz not null default '-infinity'::timestamptz,
  done_at timestamptz,
  constraint first_start_is_only_check CHECK (is_only)
);
CREATE TRIGGER first_start_final BEFORE UPDATE ON first_start FOR EACH ROW WHEN ((old.done_at IS NOT NULL)) EXECUTE FUNCTION refuse_write('the first start is done once', 'first_start_is_final');
grant select, update (claimed_by, claimed_until, done_at) on first_start to tern_app;

-- 1060-leases.sql ---------------------------------------------------------------------------------

create table programs (
  id text not null primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  schema text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  clock_offset bigint not null,
  competes boolean not null,
  settings jsonb not null default '{}'::jsonb
);
grant delete, insert, select, update (heartbeat_at, clock_offset, competes) on programs to tern_app;

create table leases (
  name text not null primary key,
  epoch bigint not null,
  program text,
  constraint leases_epoch_check CHECK ((epoch >= 0))
);
CREATE TRIGGER leases_epoch_grows BEFORE UPDATE ON leases FOR EACH ROW WHEN (((new.epoch < old.epoch) OR ((new.program IS NOT NULL) AND (new.program IS DISTINCT FROM old.program) AND (new.epoch = old.epoch)))) EXECUTE FUNCTION refuse_write('a lease changes its program only in a new epoch', 'leases_epoch_grows');
grant insert, select, update (epoch, program) on leases to tern_app;

create table leases_taking_lock (
  is_only boolean not null default true primary key,
  constraint leases_taking_lock_is_only_check CHECK (is_only)
);
grant select, update on leases_taking_lock to tern_app;

-- 1070-audit-log.sql ------------------------------------------------------------------------------

create table audit_log (
  id bigint not null generated always as identity primary key,
  operator_id bigint references operators,
  operator_login text not null,
  action text not null,
  subject text not null,
  member_id bigint references members,
  reason text not null,
  detail jsonb not null,
  address text not null,
  is_shown boolean not null,
  created_at timestamptz not null,
  seal bytea
);
CREATE INDEX audit_log_age ON audit_log (created_at, id);
CREATE INDEX audit_log_of_member ON audit_log (member_id, id DESC);
CREATE INDEX audit_log_of_operator ON audit_log (operator_id, id DESC);
CREATE INDEX audit_log_of_subject ON audit_log (subject, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the audit log is append only');
CREATE CONSTRAINT TRIGGER audit_log_linked AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_log_link();
grant insert, select on audit_log to tern_app;

create table audit_log_links (
  seq bigint not null primary key,
  entry_id bigint not null unique,
  hash bytea not null,
  constraint audit_log_links_hash_check CHECK ((octet_length(hash) = 32)),
  constraint audit_log_links_seq_check CHECK ((seq > 0))
);
CREATE TRIGGER audit_log_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the audit log is append only');
grant select on audit_log_links to tern_app;

-- function audit_log_text(entry audit_log) returns text

create table audit_log_chain_lock (
  is_only boolean not null default true primary key,
  constraint audit_log_chain_lock_is_only_check CHECK (is_only)
);

-- function audit_log_link() returns trigger, with the rights of the owner

create table audit_log_sealed_from (
  is_only boolean not null default true primary key,
  entry_id bigint not null,
  constraint audit_log_sealed_from_is_only_check CHECK (is_only)
);
grant select on audit_log_sealed_from to tern_app;

-- 1080-reviews.sql --------------------------------------------------------------------------------

create table reviews (
  id bigint not null generated always as identity primary key,
  kind text not null,
  subject_id bigint not null,
  member_id bigint references members,
  asset text,
  amount numeric(38,18),
  approvals smallint not null,
  facts text not null,
  facts_hash text not null,
  state text not null default 'open',
  claimed_by bigint references operators,
  claim_since timestamptz,
  claim_until timestamptz,
  hold_by bigint references operators,
  hold_until timestamptz,
  hold_reason text not null default '',
  first_by bigint references operators,
  first_hash text,
  first_note text not null default '',
  first_at timestamptz,
  decided_by bigint references operators,
  decided_hash text,
  decided_note text not null default '',
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  due_at timestamptz not null default (now() + '1 day'::interval),
  constraint reviews_approvals_check CHECK ((approvals = ANY (ARRAY[1, 2]))),
  constraint reviews_claim CHECK (((claimed_by IS NULL) = (claim_until IS NULL))),
  constraint reviews_claim_since CHECK (((claimed_by IS NULL) = (claim_since IS NULL))),
  constraint reviews_decided CHECK (((state = 'open') = (decided_at IS NULL))),
  constraint reviews_first CHECK ((((first_by IS NULL) = (first_hash IS NULL)) AND ((first_by IS NULL) = (first_at IS NULL)))),
  constraint reviews_once UNIQUE (kind, subject_id),
  constraint reviews_reason CHECK (((state <> 'rejected') OR ((decided_by IS NOT NULL) AND (decided_note <> '')))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['open', 'approved', 'rejected', 'cancelled']))),
  constraint reviews_two_people CHECK (((state <> 'approved') OR ((decided_by IS NOT NULL) AND (decided_hash IS NOT NULL) AND ((approvals = 1) OR ((first_by IS NOT NULL) AND (first_by <> decided_by) AND (first_hash = decided_hash))))))
);
CREATE INDEX reviews_decided ON reviews (kind, id DESC) WHERE (state <> 'open');
CREATE INDEX reviews_of_member ON reviews (member_id, id DESC);
CREATE INDEX reviews_open ON reviews (due_at, id) WHERE (state = 'open');
CREATE TRIGGER reviews_approve_in_turn BEFORE UPDATE ON reviews FOR EACH ROW WHEN (((new.state = 'approved') AND (new.approvals = 2) AND ((old.first_by IS DISTINCT FROM new.first_by) OR (old.first_hash IS DISTINCT FROM new.first_hash)))) EXECUTE FUNCTION refuse_write('a second approval follows a first one', 'reviews_in_turn');
CREATE TRIGGER reviews_begin_open BEFORE INSERT ON reviews FOR EACH ROW WHEN (((new.state <> 'open') OR (new.decided_by IS NOT NULL))) EXECUTE FUNCTION refuse_write('a review starts open', 'reviews_begin_open');
CREATE TRIGGER reviews_decided_are_final BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_refuse_change();
CREATE CONSTRAINT TRIGGER reviews_logged AFTER UPDATE ON reviews DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.state = ANY (ARRAY['approved', 'rejected'])) AND (old.state = 'open')) OR ((new.state = 'open') AND (new.first_by IS NOT NULL) AND (new.first_by IS DISTINCT FROM old.first_by)))) EXECUTE FUNCTION reviews_refuse_unlogged();
CREATE TRIGGER reviews_screened BEFORE UPDATE ON reviews FOR EACH ROW WHEN (((new.state = 'approved') AND (old.state = 'open') AND (new.member_id IS NOT NULL))) EXECUTE FUNCTION reviews_refuse_screened();
grant insert, select, update on reviews to tern_app;

-- view reviews_agreed (kind, subject_id)
grant select on reviews_agreed to tern_app;

-- function reviews_refuse_change() returns trigger
-- function reviews_refuse_unlogged() returns trigger, with the rights of the owner

-- 1090-events.sql ---------------------------------------------------------------------------------

create table member_events (
  seq bigint not null generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  member_ids bigint[] not null,
  events json not null,
  created_at timestamptz not null
);
CREATE INDEX member_events_age ON member_events (created_at);
CREATE INDEX member_events_order ON member_events (transaction_id, seq);
grant delete, insert, select on member_events to tern_app;

-- function member_events_after(after_transaction xid8, after_seq bigint, rows_max bigint, listeners bigint[]) returns TABLE(transaction_id xid8, seq bigint, events json, created_at timestamptz), for tern_app

create table outgoing_messages (
  id bigint not null generated always as identity primary key,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  purpose text not null,
  code text,
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  delivery_id bigint unique,
  device_id bigint,
  notification_id bigint,
  constraint outgoing_messages_channel_check CHECK ((channel = ANY (ARRAY['email', 'sms', 'push']))),
  constraint outgoing_messages_push CHECK ((((channel = 'push') = (delivery_id IS NOT NULL)) AND ((delivery_id IS NULL) = (device_id IS NULL)) AND ((delivery_id IS NULL) = (notification_id IS NULL)))),
  constraint outgoing_messages_push_not_due CHECK (((channel <> 'push') OR (next_attempt_at = 'infinity'::timestamptz))),
  constraint outgoing_messages_state_check CHECK ((state = ANY (ARRAY['waiting', 'sent', 'recorded', 'failed'])))
);
CREATE INDEX outgoing_messages_age ON outgoing_messages (created_at) WHERE (state <> 'waiting');
CREATE INDEX outgoing_messages_due ON outgoing_messages (next_attempt_at) WHERE ((state = 'waiting') AND (channel <> 'push'));
CREATE INDEX outgoing_messages_in_state ON outgoing_messages (state, id DESC);
CREATE INDEX outgoing_messages_of_recipient ON outgoing_messages (recipient, id DESC);
CREATE TRIGGER outgoing_messages_code_once BEFORE UPDATE ON outgoing_messages FOR EACH ROW WHEN (((old.state = 'failed') AND (new.state <> 'failed') AND (old.code IS NOT NULL))) EXECUTE FUNCTION refuse_write('a message with a one-time code is not sent again', 'outgoing_messages_code_once');
grant delete, insert, select, update on outgoing_messages to tern_app;

create table idempotency_keys (
  member_id bigint not null,
  key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey PRIMARY KEY (member_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
grant delete, insert, select on idempotency_keys to tern_app;

-- 1100-ledger.sql ---------------------------------------------------------------------------------

create table ledger_kinds (
  kind smallint not null primary key,
  name text not null unique
);
CREATE TRIGGER ledger_kinds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_kinds FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the journal is append only');
grant select on ledger_kinds to tern_app;

-- function ledger_kind(wanted text) returns smallint, for tern_app

create table ledger_facts (
  kind smallint not null references ledger_kinds,
  reference text not null,
  feature text not null,
  fact text not null,
  line_kinds smallint[],
  required_lines text,
  constraint ledger_facts_pkey PRIMARY KEY (kind, reference),
  constraint ledger_facts_reference_check CHECK ((reference ~ '^[a-z]+$'))
);
CREATE TRIGGER ledger_facts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the journal is append only');
grant select on ledger_facts to tern_app;

-- function ledger_house_account(wanted text) returns bigint, for tern_app
-- function ledger_custody_account(network_id bigint) returns bigint, for tern_app
-- function ledger_account_of(owner bigint) returns bigint, for tern_app
-- function ledger_adjustment_account() returns bigint, for tern_app

create table ledger_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38,18) not null default 0,
  held numeric(38,18) not null default 0,
  locked numeric(38,18) not null default 0,
  staked numeric(38,18) not null default 0,
  financed numeric(38,18) not null default 0,
  loan numeric(38,18) not null default 0,
  is_closed boolean not null default false,
  constraint ledger_balances_pkey PRIMARY KEY (owner_id, asset),
  constraint ledger_balances_closed CHECK (((NOT is_closed) OR ((available = (0)::numeric) AND (held = (0)::numeric) AND (locked = (0)::numeric) AND (staked = (0)::numeric) AND (financed = (0)::numeric) AND (loan = (0)::numeric)))),
  constraint ledger_balances_floor CHECK ((((owner_id < 0) AND (owner_id <> ALL (ARRAY[('-5'::integer)::bigint, ('-10'::integer)::bigint, ('-11'::integer)::bigint, ('-12'::integer)::bigint, ('-13'::integer)::bigint]))) OR ((available >= (0)::numeric) AND (held >= (0)::numeric) AND (locked >= (0)::numeric) AND (staked >= (0)::numeric) AND (financed >= (0)::numeric) AND (loan <= (0)::numeric)))),
  constraint ledger_balances_owner CHECK ((owner_id <> 0))
);
CREATE TRIGGER ledger_balances_live_floor AFTER INSERT OR UPDATE ON ledger_balances FOR EACH ROW WHEN (((new.owner_id < 0) AND (new.available < (0)::numeric) AND (new.owner_id = ANY (ARRAY[('-3'::integer)::bigint, ('-103'::integer)::bigint, ('-203'::integer)::bigint, ('-303'::integer)::bigint, ('-403'::integer)::bigint, ('-503'::integer)::bigint, ('-603'::integer)::bigint, ('-703'::integer)::bigint, ('-803'::integer)::bigint, ('-903'::integer)::bigint, ('-6'::integer)::bigint, ('-7'::integer)::bigint])))) EXECUTE FUNCTION ledger_refuse_unbacked();
grant select on ledger_balances to tern_app;

create table ledger_entries (
  id bigint not null generated always as identity primary key,
  kind smallint not null,
  reference text not null,
  note text not null default '',
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint ledger_entries_once UNIQUE (kind, reference)
);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the journal is append only');
CREATE TRIGGER ledger_entries_while_writable BEFORE INSERT ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_while_read_only();
grant select on ledger_entries to tern_app;

create table ledger_postings (
  id bigint not null generated always as identity primary key,
  entry_id bigint not null,
  owner_id bigint not null,
  asset text not null,
  available numeric(38,18) not null default 0,
  held numeric(38,18) not null default 0,
  locked numeric(38,18) not null default 0,
  staked numeric(38,18) not null default 0,
  financed numeric(38,18) not null default 0,
  loan numeric(38,18) not null default 0,
  total numeric(38,18) generated always as ((((((available + held) + locked) + staked) + financed) + loan)) stored,
  available_after numeric(38,18) not null default 0,
  reserved_after numeric(38,18) not null default 0,
  total_after numeric(38,18) not null,
  kind smallint not null,
  effective_at timestamptz not null,
  subject_id bigint not null default 0
);
CREATE INDEX ledger_postings_flows ON ledger_postings (owner_id, effective_at) WHERE (ledger_is_flow(total, kind) AND (owner_id > 0));
CREATE INDEX ledger_postings_flows_by_time ON ledger_postings (effective_at, owner_id) WHERE (ledger_is_flow(total, kind) AND (owner_id > 0));
CREATE INDEX ledger_postings_records ON ledger_postings (owner_id, id DESC) WHERE (ledger_is_record(total, kind) AND (owner_id > 0));
CREATE INDEX ledger_postings_records_of_kind ON ledger_postings (owner_id, asset, kind, id) WHERE (ledger_is_record(total, kind) AND (owner_id > 0));
CREATE UNIQUE INDEX ledger_postings_subject ON ledger_postings (subject_id, kind) WHERE ((subject_id <> 0) AND (kind = ANY (ARRAY[ledger_kind('contractClose'), ledger_kind('contractPrincipalReturn')])));
CREATE CONSTRAINT TRIGGER futures_stakes_founded AFTER INSERT ON ledger_postings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 3) AND (new.owner_id > 0))) EXECUTE FUNCTION futures_refuse_unfounded_stake();
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the journal is append only');
grant select on ledger_postings to tern_app;

-- function ledger_post(entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[], posting_entries integer[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[], posting_available numeric[], posting_held numeric[], posting_locked numeric[], posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]) returns TABLE(owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric), with the rights of the owner, for tern_app
-- function ledger_write(entry_kinds smallint[], entry_references text[], entry_notes text[], entry_times timestamptz[], posting_entries integer[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[], posting_available numeric[], posting_held numeric[], posting_locked numeric[], posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]) returns TABLE(owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric), with the rights of the owner
-- function ledger_refuse_unbacked() returns trigger, with the rights of the owner
-- function ledger_fail_unfounded(kind bigint, reference text) returns void

-- 1110-ledger-payouts.sql -------------------------------------------------------------------------

-- function ledger_write_pay_out(paid_asset text, subject text, payer bigint, rounding bigint, principal_kind smallint, gain_kind smallint, paid_at timestamptz, owners bigint[], subject_ids bigint[], sizes integer[], principals numeric[], gains numeric[], remainders numeric[]) returns TABLE(owner_id bigint, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric), with the rights of the owner

-- 1120-ledger-records.sql -------------------------------------------------------------------------

-- function ledger_is_record(total numeric, kind smallint) returns boolean, for tern_app
-- function ledger_is_listed(available numeric, total numeric, kind smallint) returns boolean, for tern_app

create table ledger_record_progress (
  is_only boolean not null default true primary key,
  counted_through bigint not null default 0,
  next_through bigint not null default 0,
  settled_at xid8 not null default '0'::xid8,
  days_from date not null default '-infinity'::date,
  constraint ledger_record_progress_is_only_check CHECK (is_only)
);
grant select on ledger_record_progress to tern_app;

create table ledger_record_counts (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  records bigint not null,
  constraint ledger_record_counts_pkey PRIMARY KEY (owner_id, asset, kind)
);
grant select on ledger_record_counts to tern_app;

create table ledger_record_list_counts (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  records bigint not null,
  constraint ledger_record_list_counts_pkey PRIMARY KEY (owner_id, asset, kind),
  constraint ledger_record_list_counts_check CHECK (((asset = '') <> (kind = 0)))
);
grant select on ledger_record_list_counts to tern_app;

create table ledger_record_marks (
  owner_id bigint not null,
  asset text not null,
  kind smallint not null,
  number bigint not null,
  posting_id bigint not null,
  constraint ledger_record_marks_pkey PRIMARY KEY (owner_id, asset, kind, number)
);
grant select on ledger_record_marks to tern_app;

create table ledger_day_changes (
  owner_id bigint not null,
  day date not null,
  asset text not null,
  amount numeric(38,18) not null,
  constraint ledger_day_changes_pkey PRIMARY KEY (owner_id, day, asset)
);
grant select on ledger_day_changes to tern_app;

-- function ledger_count_records(lines_max integer) returns bigint, with the rights of the owner, for tern_app

-- 1130-rails.sql ----------------------------------------------------------------------------------

create table rail_chains (
  network text not null primary key references networks,
  chain_id bigint not null,
  height bigint,
  hash text,
  updated_at timestamptz not null,
  block_time timestamptz,
  constraint rail_chains_chain_id_check CHECK ((chain_id > 0)),
  constraint rail_chains_check CHECK (((height IS NULL) = (hash IS NULL))),
  constraint rail_chains_height_check CHECK ((height >= 0))
);
grant insert, select, update on rail_chains to tern_app;

-- sequence rail_address_paths
grant usage on rail_address_paths to tern_app;

create table rail_addresses (
  network text not null references networks,
  member_id bigint not null references members,
  path_index integer not null unique,
  address text not null,
  created_at timestamptz not null,
  constraint rail_addresses_pkey PRIMARY KEY (network, member_id),
  constraint rail_addresses_path_index_check CHECK ((path_index >= 0))
);
CREATE UNIQUE INDEX rail_addresses_of_network ON rail_addresses (network, lower(address));
grant insert, select on rail_addresses to tern_app;

create table rail_house_addresses (
  network text not null primary key references networks,
  path_index integer not null unique,
  address text not null,
  created_at timestamptz not null,
  constraint rail_house_addresses_path_index_check CHECK ((path_index >= 0))
);
CREATE UNIQUE INDEX rail_house_addresses_of_network ON rail_house_addresses (network, lower(address));
grant insert, select on rail_house_addresses to tern_app;

create table rail_wallets (
  network text not null references networks,
  address text not null,
  next_nonce bigint not null default 0,
  constraint rail_wallets_pkey PRIMARY KEY (network, address),
  constraint rail_wallets_next_nonce_check CHECK ((next_nonce >= 0))
);
grant insert, select, update on rail_wallets to tern_app;

create table rail_transfers (
  reference text not null primary key,
  network text not null references networks,
  asset text not null references assets,
  address text not null,
  amount numeric(38,18) not null,
  state text not null,
  reason text not null default '',
  sender text,
  nonce bigint,
  txid text unique,
  signed text,
  given_up_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mined_txid text,
  mined_height bigint,
  reference_height bigint,
  expires_at timestamptz,
  fee_limit bigint,
  account_fee bigint,
  constraint rail_transfers_account_fee_check CHECK ((account_fee >= 0)),
  constraint rail_transfers_amount_check CHECK ((amount > (0)::numeric)),
  constraint rail_transfers_check CHECK ((num_nulls(sender, nonce, txid, signed) = ANY (ARRAY[0, 4]))),
  constraint rail_transfers_check1 CHECK (((state = 'refused') OR (signed IS NOT NULL))),
  constraint rail_transfers_check2 CHECK (((state = 'refused') = (reason <> ''))),
  constraint rail_transfers_check3 CHECK (((mined_height IS NULL) OR ((mined_height >= 0) AND (state <> 'signed')))),
  constraint rail_transfers_cost CHECK ((num_nulls(expires_at, fee_limit, account_fee) = ANY (ARRAY[0, 3]))),
  constraint rail_transfers_expiry CHECK ((((reference_height IS NULL) = (expires_at IS NULL)) AND ((expires_at IS NULL) OR (signed IS NOT NULL)))),
  constraint rail_transfers_fee_limit_check CHECK ((fee_limit >= 0)),
  constraint rail_transfers_mined CHECK (((mined_txid IS NULL) OR (state <> 'signed'))),
  constraint rail_transfers_network_sender_fkey FOREIGN KEY (network, sender) REFERENCES rail_wallets(network, address),
  constraint rail_transfers_network_sender_nonce_key UNIQUE (network, sender, nonce),
  constraint rail_transfers_nonce_check CHECK ((nonce >= 0)),
  constraint rail_transfers_nonce_of UNIQUE (reference, network, sender, nonce),
  constraint rail_transfers_reference_height_check CHECK ((reference_height >= 0)),
  constraint rail_transfers_state_check CHECK ((state = ANY (ARRAY['signed', 'completed', 'refused'])))
);
CREATE INDEX rail_transfers_by_end ON rail_transfers (network, asset, updated_at) WHERE (state = 'completed');
CREATE INDEX rail_transfers_pending ON rail_transfers (network, sender, asset) WHERE (state = 'signed');
CREATE TRIGGER rail_transfers_new BEFORE INSERT ON rail_transfers FOR EACH ROW WHEN ((new.expires_at IS NOT NULL)) EXECUTE FUNCTION rail_transfers_refuse_known();
CREATE TRIGGER rail_transfers_unchanged BEFORE UPDATE ON rail_transfers FOR EACH ROW EXECUTE FUNCTION rail_transfers_refuse_change();
grant insert, select, update (state, reason, given_up_at, updated_at, mined_txid, mined_height) on rail_transfers to tern_app;

-- function rail_transfers_refuse_change() returns trigger

-- 1140-images.sql ---------------------------------------------------------------------------------

create table images (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  name text not null unique,
  sha256 text not null,
  difference_hash text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  used_for text,
  created_at timestamptz not null,
  constraint images_bytes_check CHECK ((bytes > 0)),
  constraint images_difference_hash_check CHECK ((difference_hash ~ '^[0-9a-f]{64}$')),
  constraint images_height_check CHECK ((height > 0)),
  constraint images_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$')),
  constraint images_width_check CHECK ((width > 0))
);
CREATE INDEX images_to_prune ON images (created_at) WHERE (used_for IS NULL);
CREATE INDEX images_unused ON images (member_id, created_at) WHERE (used_for IS NULL);
CREATE INDEX images_used ON images (sha256) WHERE (used_for IS NOT NULL);
CREATE TRIGGER images_used_once BEFORE DELETE OR UPDATE ON images FOR EACH ROW EXECUTE FUNCTION images_refuse_change();
grant delete, insert, select, update (used_for) on images to tern_app;

-- function images_refuse_change() returns trigger

create table image_uploads (
  name text not null primary key,
  created_at timestamptz not null
);
CREATE INDEX image_uploads_age ON image_uploads (created_at);
grant delete, insert, select, update (created_at) on image_uploads to tern_app;

-- 1150-invariants.sql -----------------------------------------------------------------------------

create table invariant_progress (
  is_only boolean not null default true primary key,
  entries_through bigint not null default 0,
  postings_through bigint not null default 0,
  claimed_until timestamptz not null default '-infinity'::timestamptz,
  constraint invariant_progress_is_only_check CHECK (is_only)
);
grant select, update (claimed_until) on invariant_progress to tern_app;

create table invariant_balances (
  owner_id bigint not null,
  asset text not null,
  available numeric(38,18) not null,
  held numeric(38,18) not null,
  locked numeric(38,18) not null,
  staked numeric(38,18) not null,
  financed numeric(38,18) not null,
  loan numeric(38,18) not null,
  constraint invariant_balances_pkey PRIMARY KEY (owner_id, asset)
);
grant select on invariant_balances to tern_app;

-- function invariant_mark() returns TABLE(postings bigint, entries bigint, settled_at xid8), with the rights of the owner, for tern_app
-- function invariant_advance(entries_to bigint, postings_to bigint) returns void, with the rights of the owner, for tern_app

create table invariant_results (
  id text not null primary key,
  checked_at timestamptz not null,
  took_ms integer not null,
  faults text[] not null,
  own_through bigint not null default 0,
  own_noted bigint not null default 0
);
grant insert, select, update on invariant_results to tern_app;

create table read_only_periods (
  id bigint not null generated always as identity primary key,
  invariant text not null,
  faults text[] not null,
  began_at timestamptz not null,
  proposed_by bigint references operators,
  proposed_reason text,
  proposed_at timestamptz,
  lifted_by bigint references operators,
  lifted_reason text,
  lifted_at timestamptz,
  constraint read_only_lifted CHECK ((num_nonnulls(lifted_by, lifted_reason, lifted_at) = ANY (ARRAY[0, 3]))),
  constraint read_only_periods_faults_check CHECK ((cardinality(faults) > 0)),
  constraint read_only_periods_lifted_reason_check CHECK ((lifted_reason <> '')),
  constraint read_only_periods_proposed_reason_check CHECK ((proposed_reason <> '')),
  constraint read_only_proposed CHECK ((num_nonnulls(proposed_by, proposed_reason, proposed_at) = ANY (ARRAY[0, 3]))),
  constraint read_only_two_people CHECK (((lifted_by IS NULL) OR ((proposed_by IS NOT NULL) AND (proposed_by <> lifted_by))))
);
CREATE UNIQUE INDEX read_only_periods_one ON read_only_periods ((true)) WHERE (lifted_at IS NULL);
CREATE TRIGGER read_only_periods_begin_open BEFORE INSERT ON read_only_periods FOR EACH ROW WHEN (((new.proposed_by IS NOT NULL) OR (new.lifted_by IS NOT NULL))) EXECUTE FUNCTION refuse_write('a read-only period begins without a proposal');
CREATE TRIGGER read_only_periods_in_turn BEFORE UPDATE ON read_only_periods FOR EACH ROW EXECUTE FUNCTION read_only_refuse_change();
CREATE TRIGGER read_only_periods_kept BEFORE DELETE OR TRUNCATE ON read_only_periods FOR EACH STATEMENT EXECUTE FUNCTION read_only_refuse_change();
grant insert, select, update (proposed_by, proposed_reason, proposed_at, lifted_by, lifted_reason, lifted_at) on read_only_periods to tern_app;

-- function read_only_refuse_change() returns trigger
-- function ledger_refuse_while_read_only() returns trigger, with the rights of the owner

-- 1160-schema-guards.sql --------------------------------------------------------------------------

-- view schema_guards_now (kind, name, definition)
grant select on schema_guards_now to tern_app;

create table schema_guards (
  kind text not null,
  name text not null,
  definition text not null,
  restored text,
  constraint schema_guards_pkey PRIMARY KEY (kind, name)
);
grant select on schema_guards to tern_app;

create table schema_guards_source (
  is_only boolean not null default true primary key,
  newest_migration text not null,
  server_version integer not null,
  constraint schema_guards_source_is_only_check CHECK (is_only)
);

-- function schema_guards_restored() returns TABLE(kind text, name text, definition text)
-- function schema_record_guards() returns void
-- function schema_finish_restore() returns boolean

-- 1200-pricing.sql --------------------------------------------------------------------------------

create table market_genesis (
  instrument_id smallint not null primary key references instruments,
  began_at timestamptz not null,
  price numeric(38,18) not null,
  history_seed text not null,
  model smallint not null default 1,
  constraint market_genesis_model_check CHECK ((model > 0)),
  constraint market_genesis_price_check CHECK ((price > (0)::numeric))
);
CREATE TRIGGER market_genesis_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON market_genesis FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
grant insert, select on market_genesis to tern_app;

create table ticks (
  instrument_id smallint not null references instruments,
  seq bigint not null,
  at timestamptz not null,
  price numeric(38,18) not null,
  quantity numeric(38,18) not null,
  taker_side text not null,
  source text not null,
  rule smallint not null,
  backfilled_at timestamptz,
  hash bytea not null,
  constraint ticks_pkey PRIMARY KEY (instrument_id, seq),
  constraint ticks_check CHECK ((backfilled_at > at)),
  constraint ticks_hash_check CHECK ((octet_length(hash) = 32)),
  constraint ticks_price_check CHECK ((price > (0)::numeric)),
  constraint ticks_quantity_check CHECK ((quantity >= (0)::numeric)),
  constraint ticks_seq_check CHECK ((seq > 0)),
  constraint ticks_taker_side_check CHECK ((taker_side = ANY (ARRAY['buy', 'sell'])))
);
CREATE INDEX ticks_time ON ticks (instrument_id, at);
CREATE TRIGGER ticks_after_closures AFTER INSERT ON ticks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ticks_refuse_before_closure();
CREATE TRIGGER ticks_append_only BEFORE UPDATE OR TRUNCATE ON ticks FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
CREATE TRIGGER ticks_keep_recent BEFORE DELETE ON ticks FOR EACH ROW WHEN ((old.at > (now() - '48:00:00'::interval))) EXECUTE FUNCTION refuse_write('prices are append only');
grant insert, select on ticks to tern_app;

create table tick_checkpoints (
  instrument_id smallint not null primary key references instruments,
  seq bigint not null,
  at timestamptz not null,
  hash bytea not null,
  constraint tick_checkpoints_hash_check CHECK ((octet_length(hash) = 32))
);
grant select on tick_checkpoints to tern_app;

create table tick_closures (
  instrument_id smallint not null references instruments,
  at timestamptz not null,
  constraint tick_closures_pkey PRIMARY KEY (instrument_id, at)
);
CREATE TRIGGER tick_closures_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON tick_closures FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
CREATE TRIGGER tick_closures_take_turn BEFORE INSERT ON tick_closures FOR EACH ROW EXECUTE FUNCTION tick_closures_take_turn();
grant insert, select on tick_closures to tern_app;

create table candles (
  instrument_id smallint not null references instruments,
  minutes smallint not null,
  start timestamptz not null,
  open numeric(38,18) not null,
  high numeric(38,18) not null,
  low numeric(38,18) not null,
  close numeric(38,18) not null,
  amount numeric(38,18) not null,
  vol numeric(38,18) not null,
  count bigint not null,
  constraint candles_pkey PRIMARY KEY (instrument_id, minutes, start),
  constraint candles_amount_check CHECK ((amount >= (0)::numeric)),
  constraint candles_bounds CHECK (((low <= open) AND (low <= close) AND (high >= open) AND (high >= close))),
  constraint candles_count_check CHECK ((count >= 0)),
  constraint candles_low_check CHECK ((low > (0)::numeric)),
  constraint candles_minutes_check CHECK ((minutes = ANY (ARRAY[1, 60, 1440]))),
  constraint candles_vol_check CHECK ((vol >= (0)::numeric))
);
CREATE TRIGGER candles_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON candles FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
grant insert, select on candles to tern_app;

create table candle_backfills (
  instrument_id smallint not null references instruments,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  source text not null,
  constraint candle_backfills_pkey PRIMARY KEY (instrument_id, starts_at, ends_at),
  constraint candle_backfills_span CHECK ((starts_at < ends_at))
);
CREATE TRIGGER candle_backfills_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON candle_backfills FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
grant insert, select on candle_backfills to tern_app;

create table feed_gaps (
  class text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  constraint feed_gaps_pkey PRIMARY KEY (class, from_at),
  constraint feed_gaps_check CHECK ((from_at < to_at))
);
CREATE TRIGGER feed_gaps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON feed_gaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('prices are append only');
grant insert, select on feed_gaps to tern_app;

-- function tick_closures_take_turn() returns trigger, with the rights of the owner
-- function ticks_refuse_before_closure() returns trigger
-- function prune_ticks(before timestamptz) returns bigint, with the rights of the owner, for tern_app

-- 1300-public-log.sql -----------------------------------------------------------------------------

create table public_log_keys (
  id smallint not null primary key,
  public_key bytea not null unique,
  sealed_secret bytea not null,
  salt_secret bytea not null,
  created_at timestamptz not null,
  constraint public_log_keys_id_check CHECK ((id > 0)),
  constraint public_log_keys_public_key_check CHECK ((octet_length(public_key) = 32)),
  constraint public_log_keys_salt_secret_check CHECK ((octet_length(salt_secret) = 32))
);
CREATE TRIGGER public_log_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_keys to tern_app;

create table public_log_head (
  is_only boolean not null default true primary key,
  origin text not null,
  size bigint not null,
  root bytea not null,
  checkpoint text not null,
  signed_at timestamptz not null,
  round bigint not null,
  round_at timestamptz not null,
  sealed_through bigint not null default 0,
  next_through bigint not null default 0,
  settled_at xid8 not null default '0'::xid8,
  receipts_after bigint not null default 0,
  constraint public_log_head_is_only_check CHECK (is_only),
  constraint public_log_head_root_check CHECK ((octet_length(root) = 32)),
  constraint public_log_head_round_check CHECK ((round >= 0)),
  constraint public_log_head_size_check CHECK ((size >= 0))
);
CREATE TRIGGER public_log_head_grows BEFORE UPDATE ON public_log_head FOR EACH ROW WHEN (((new.origin IS DISTINCT FROM old.origin) OR (new.size < old.size) OR (new.round < old.round) OR ((new.size = old.size) AND (new.root IS DISTINCT FROM old.root)))) EXECUTE FUNCTION refuse_write('the public log is append only');
CREATE TRIGGER public_log_head_kept BEFORE DELETE OR TRUNCATE ON public_log_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
CREATE TRIGGER public_log_head_receipts BEFORE UPDATE ON public_log_head FOR EACH ROW WHEN ((new.receipts_after <> old.receipts_after)) EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select, update on public_log_head to tern_app;

create table public_log_entries (
  index bigint not null primary key,
  entry bytea not null,
  constraint public_log_entries_entry_check CHECK (((octet_length(entry) >= 1) AND (octet_length(entry) <= 65535))),
  constraint public_log_entries_index_check CHECK ((index >= 0))
);
CREATE TRIGGER public_log_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_entries to tern_app;

create table public_log_key_entries (
  key_id smallint not null primary key references public_log_keys,
  entry_index bigint not null unique references public_log_entries
);
CREATE TRIGGER public_log_key_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_key_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_key_entries to tern_app;

create table public_log_rounds (
  round bigint not null primary key,
  entry_index bigint not null unique references public_log_entries,
  key_id smallint not null references public_log_keys,
  first_posting bigint not null,
  last_posting bigint not null,
  constraint public_log_rounds_check CHECK ((last_posting >= first_posting)),
  constraint public_log_rounds_round_check CHECK ((round > 0))
);
CREATE TRIGGER public_log_rounds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_rounds FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_rounds to tern_app;

create table public_log_journal (
  entry_id bigint not null primary key,
  round bigint not null references public_log_rounds
);
CREATE INDEX public_log_journal_round ON public_log_journal (round);
CREATE TRIGGER public_log_journal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_journal to tern_app;

create table public_log_tiles (
  level smallint not null,
  index bigint not null,
  nodes bytea not null,
  constraint public_log_tiles_pkey PRIMARY KEY (level, index),
  constraint public_log_tiles_index_check CHECK ((index >= 0)),
  constraint public_log_tiles_level_check CHECK (((level >= 0) AND (level <= 63))),
  constraint public_log_tiles_nodes_check CHECK ((((octet_length(nodes) >= 32) AND (octet_length(nodes) <= 8192)) AND ((octet_length(nodes) % 32) = 0)))
);
CREATE TRIGGER public_log_tiles_grow BEFORE UPDATE ON public_log_tiles FOR EACH ROW WHEN ((((new.level IS DISTINCT FROM old.level) OR (new.index IS DISTINCT FROM old.index)) OR (SUBSTRING(new.nodes FROM 1 FOR octet_length(old.nodes)) IS DISTINCT FROM old.nodes))) EXECUTE FUNCTION refuse_write('the public log is append only');
CREATE TRIGGER public_log_tiles_kept BEFORE DELETE OR TRUNCATE ON public_log_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select, update on public_log_tiles to tern_app;

create table public_log_checkpoints (
  size bigint not null primary key,
  checkpoint text not null,
  signed_at timestamptz not null,
  constraint public_log_checkpoints_size_check CHECK ((size > 0))
);
CREATE TRIGGER public_log_checkpoints_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public_log_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select on public_log_checkpoints to tern_app;

create table public_log_witnesses (
  key text not null primary key,
  asked_at timestamptz not null,
  answer text not null,
  size bigint not null,
  cosigned_at timestamptz,
  failures integer not null,
  retry_at timestamptz not null,
  constraint public_log_witnesses_answer_check CHECK ((answer = ANY (ARRAY['cosigned', 'refused', 'missing']))),
  constraint public_log_witnesses_check CHECK (((cosigned_at IS NOT NULL) OR (size = 0))),
  constraint public_log_witnesses_check1 CHECK (((answer = 'cosigned') = (failures = 0))),
  constraint public_log_witnesses_failures_check CHECK ((failures >= 0)),
  constraint public_log_witnesses_size_check CHECK ((size >= 0))
);
grant insert, select, update on public_log_witnesses to tern_app;

create table public_log_published (
  is_only boolean not null default true primary key,
  size bigint not null,
  checkpoint text not null,
  signed_at timestamptz not null,
  submitted_at timestamptz not null,
  constraint public_log_published_is_only_check CHECK (is_only),
  constraint public_log_published_size_check CHECK ((size >= 0))
);
CREATE TRIGGER public_log_published_grows BEFORE UPDATE ON public_log_published FOR EACH ROW WHEN ((new.size < old.size)) EXECUTE FUNCTION refuse_write('the public log is append only');
CREATE TRIGGER public_log_published_kept BEFORE DELETE OR TRUNCATE ON public_log_published FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the public log is append only');
grant insert, select, update on public_log_published to tern_app;

-- function public_log_unsealed(after_posting bigint, postings_max integer) returns TABLE(entry_ids bigint[], first_posting bigint, last_posting bigint, at timestamptz, unsealed_count bigint), for tern_app
-- function public_log_lines(entry_rounds bigint[], entry_ids bigint[], first_posting bigint, last_posting bigint, inner_key bytea, outer_key bytea) returns TABLE(round bigint, owner_id bigint, line text), for tern_app
-- function public_log_assets(entry_rounds bigint[], entry_ids bigint[], first_posting bigint, last_posting bigint) returns TABLE(round bigint, assets text, is_balanced boolean), for tern_app
-- function public_log_last_posting() returns bigint, for tern_app
-- function public_log_unsealed_balances(after_posting bigint) returns TABLE(owner_id bigint, asset text, amount numeric), for tern_app
-- function public_log_entry_of(posting_id bigint, owner bigint) returns SETOF bigint, for tern_app

create table public_log_losses (
  key_id smallint not null primary key references public_log_keys,
  proposed_by bigint not null references operators,
  proposed_reason text not null,
  proposed_at timestamptz not null,
  declared_by bigint references operators,
  declared_reason text,
  declared_at timestamptz,
  entry_index bigint unique references public_log_entries,
  constraint public_log_losses_declared CHECK ((num_nonnulls(declared_by, declared_reason, declared_at, entry_index) = ANY (ARRAY[0, 4]))),
  constraint public_log_losses_declared_reason_check CHECK ((declared_reason <> '')),
  constraint public_log_losses_proposed_reason_check CHECK ((proposed_reason <> '')),
  constraint public_log_losses_two_people CHECK ((declared_by <> proposed_by))
);
CREATE TRIGGER public_log_losses_begin_open BEFORE INSERT ON public_log_losses FOR EACH ROW WHEN ((new.entry_index IS NOT NULL)) EXECUTE FUNCTION refuse_write('a lost key is proposed before it is declared');
CREATE TRIGGER public_log_losses_in_turn BEFORE UPDATE ON public_log_losses FOR EACH ROW EXECUTE FUNCTION public_log_losses_refuse_change();
CREATE TRIGGER public_log_losses_kept BEFORE DELETE OR TRUNCATE ON public_log_losses FOR EACH STATEMENT EXECUTE FUNCTION public_log_losses_refuse_change();
grant insert, select, update (declared_by, declared_reason, declared_at, entry_index) on public_log_losses to tern_app;

-- function public_log_losses_refuse_change() returns trigger

-- 1310-transparency.sql ---------------------------------------------------------------------------

create table transparency_keys (
  id smallint not null primary key,
  public_key bytea not null unique,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  constraint transparency_keys_id_check CHECK ((id > 0)),
  constraint transparency_keys_public_key_check CHECK ((octet_length(public_key) = 32))
);
CREATE TRIGGER transparency_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('published proofs are append only');
CREATE TRIGGER transparency_keys_stated AFTER INSERT ON transparency_keys FOR EACH ROW EXECUTE FUNCTION transparency_state_key();
grant insert, select on transparency_keys to tern_app;

create table transparency_segments (
  instrument_id smallint not null references instruments,
  from_seq bigint not null,
  to_seq bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  hash_before bytea not null,
  hash bytea not null,
  signed_at timestamptz not null,
  key_id smallint not null references transparency_keys,
  signature bytea not null,
  ticks bytea not null,
  entry_index bigint references public_log_entries,
  constraint transparency_segments_pkey PRIMARY KEY (instrument_id, from_seq),
  constraint transparency_segments_check CHECK (((to_seq >= from_seq) AND (to_at >= from_at))),
  constraint transparency_segments_from_seq_check CHECK ((from_seq > 0)),
  constraint transparency_segments_hash_before_check CHECK ((octet_length(hash_before) = 32)),
  constraint transparency_segments_hash_check CHECK ((octet_length(hash) = 32)),
  constraint transparency_segments_instrument_id_to_seq_key UNIQUE (instrument_id, to_seq),
  constraint transparency_segments_signature_check CHECK ((octet_length(signature) = 64))
);
CREATE INDEX transparency_segments_of_entry ON transparency_segments (entry_index, instrument_id) WHERE (entry_index IS NOT NULL);
CREATE INDEX transparency_segments_signed ON transparency_segments (instrument_id, signed_at);
CREATE INDEX transparency_segments_time ON transparency_segments (instrument_id, from_at);
CREATE TRIGGER transparency_segments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency_segments FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('published proofs are append only');
grant insert, select on transparency_segments to tern_app;

create table transparency_seeds (
  day date not null primary key,
  commitment bytea not null,
  published_at timestamptz not null,
  key_id smallint not null references transparency_keys,
  signature bytea not null,
  constraint transparency_seeds_commitment_check CHECK ((octet_length(commitment) = 32)),
  constraint transparency_seeds_signature_check CHECK ((octet_length(signature) = 64))
);
CREATE TRIGGER transparency_seeds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transparency_seeds FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('published proofs are append only');
CREATE TRIGGER transparency_seeds_stated AFTER INSERT ON transparency_seeds FOR EACH ROW EXECUTE FUNCTION transparency_state_seed();
grant insert, select on transparency_seeds to tern_app;

create table transparency_figures (
  is_only boolean not null default true primary key,
  computed_at timestamptz not null,
  figures jsonb not null,
  constraint transparency_figures_is_only_check CHECK (is_only)
);
CREATE TRIGGER transparency_figures_stated AFTER INSERT OR UPDATE ON transparency_figures FOR EACH ROW EXECUTE FUNCTION transparency_state_figures();
grant insert, select, update (computed_at, figures) on transparency_figures to tern_app;

create table transparency_runs (
  id bigint not null generated always as identity primary key,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  constraint transparency_runs_check CHECK ((seen_at >= began_at))
);
CREATE INDEX transparency_runs_seen ON transparency_runs (seen_at);
CREATE TRIGGER transparency_runs_begin BEFORE INSERT ON transparency_runs FOR EACH ROW WHEN ((new.seen_at <> new.began_at)) EXECUTE FUNCTION refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');
CREATE TRIGGER transparency_runs_go_on BEFORE UPDATE ON transparency_runs FOR EACH ROW WHEN (((new.began_at <> old.began_at) OR (new.seen_at < old.seen_at) OR (new.seen_at > (old.seen_at + '00:02:00'::interval)))) EXECUTE FUNCTION refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');
CREATE TRIGGER transparency_runs_kept BEFORE DELETE OR TRUNCATE ON transparency_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a run is only extended by the time since it was last seen', 'transparency_runs_honest');
grant insert, select, update (seen_at) on transparency_runs to tern_app;

-- 1320-liabilities.sql ----------------------------------------------------------------------------

create table liabilities_snapshots (
  snapshot bigint not null primary key,
  asked_at timestamptz not null,
  asked_by bigint references operators,
  nonce bytea not null,
  builder text,
  builder_until timestamptz,
  taken_at timestamptz,
  round bigint,
  entry_index bigint unique,
  receipt text,
  published_at timestamptz,
  constraint liabilities_snapshots_check CHECK (((taken_at IS NULL) = (round IS NULL))),
  constraint liabilities_snapshots_check1 CHECK (((entry_index IS NULL) = (receipt IS NULL))),
  constraint liabilities_snapshots_check2 CHECK (((entry_index IS NULL) OR (taken_at IS NOT NULL))),
  constraint liabilities_snapshots_nonce_check CHECK ((octet_length(nonce) = 32)),
  constraint liabilities_snapshots_published_at CHECK (((published_at IS NULL) OR (entry_index IS NOT NULL))),
  constraint liabilities_snapshots_round_check CHECK ((round >= 0)),
  constraint liabilities_snapshots_snapshot_check CHECK ((snapshot > 0))
);
CREATE UNIQUE INDEX liabilities_snapshots_unpublished ON liabilities_snapshots ((true)) WHERE (entry_index IS NULL);
CREATE TRIGGER liabilities_snapshots_kept BEFORE DELETE OR TRUNCATE ON liabilities_snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a snapshot of liabilities never changes');
CREATE TRIGGER liabilities_snapshots_published BEFORE UPDATE ON liabilities_snapshots FOR EACH ROW WHEN (((old.entry_index IS NOT NULL) OR (((new.snapshot IS DISTINCT FROM old.snapshot) OR (new.asked_at IS DISTINCT FROM old.asked_at)) OR (new.nonce IS DISTINCT FROM old.nonce)) OR ((old.taken_at IS NOT NULL) AND ((new.taken_at IS DISTINCT FROM old.taken_at) OR (new.round IS DISTINCT FROM old.round))))) EXECUTE FUNCTION refuse_write('a snapshot of liabilities never changes');
grant insert, select, update on liabilities_snapshots to tern_app;

create table liabilities_balances (
  snapshot bigint not null references liabilities_snapshots,
  owner_id bigint not null,
  assets text[] not null,
  amounts numeric(38,18)[] not null,
  constraint liabilities_balances_pkey PRIMARY KEY (snapshot, owner_id),
  constraint liabilities_balances_assets_check CHECK ((cardinality(assets) > 0)),
  constraint liabilities_balances_check CHECK (((cardinality(amounts) = cardinality(assets)) AND ((0)::numeric < ALL (amounts)))),
  constraint liabilities_balances_owner_id_check CHECK ((owner_id > 0))
);
CREATE TRIGGER liabilities_balances_added AFTER INSERT ON liabilities_balances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
CREATE TRIGGER liabilities_balances_kept BEFORE UPDATE OR TRUNCATE ON liabilities_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a snapshot of liabilities never changes');
CREATE TRIGGER liabilities_balances_removed AFTER DELETE ON liabilities_balances REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
grant delete, insert, select on liabilities_balances to tern_app;

create table liabilities_trees (
  snapshot bigint not null references liabilities_snapshots,
  asset text not null,
  leaves bigint not null,
  total numeric(38,18) not null,
  root bytea not null,
  constraint liabilities_trees_pkey PRIMARY KEY (snapshot, asset),
  constraint liabilities_trees_leaves_check CHECK ((leaves > 0)),
  constraint liabilities_trees_root_check CHECK ((octet_length(root) = 32)),
  constraint liabilities_trees_total_check CHECK ((total > (0)::numeric))
);
CREATE TRIGGER liabilities_trees_added AFTER INSERT ON liabilities_trees REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
CREATE TRIGGER liabilities_trees_kept BEFORE UPDATE OR TRUNCATE ON liabilities_trees FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a snapshot of liabilities never changes');
CREATE TRIGGER liabilities_trees_removed AFTER DELETE ON liabilities_trees REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
grant delete, insert, select on liabilities_trees to tern_app;

create table liabilities_tiles (
  snapshot bigint not null references liabilities_snapshots,
  asset text not null,
  level smallint not null,
  index bigint not null,
  nodes bytea not null,
  constraint liabilities_tiles_pkey PRIMARY KEY (snapshot, asset, level, index),
  constraint liabilities_tiles_index_check CHECK ((index >= 0)),
  constraint liabilities_tiles_level_check CHECK (((level >= 0) AND (level <= 63))),
  constraint liabilities_tiles_nodes_check CHECK ((((octet_length(nodes) >= 48) AND (octet_length(nodes) <= 12288)) AND ((octet_length(nodes) % 48) = 0)))
);
CREATE TRIGGER liabilities_tiles_added AFTER INSERT ON liabilities_tiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
CREATE TRIGGER liabilities_tiles_kept BEFORE UPDATE OR TRUNCATE ON liabilities_tiles FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a snapshot of liabilities never changes');
CREATE TRIGGER liabilities_tiles_removed AFTER DELETE ON liabilities_tiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION liabilities_refuse_published();
grant delete, insert, select on liabilities_tiles to tern_app;

-- function liabilities_refuse_published() returns trigger

-- 1400-auth.sql -----------------------------------------------------------------------------------

create table auth_captchas (
  id text not null primary key,
  answer_hash text not null,
  expires_at timestamptz not null
);
CREATE INDEX auth_captchas_age ON auth_captchas (expires_at);
grant delete, insert, select, update on auth_captchas to tern_app;

create table auth_codes (
  id bigint not null generated always as identity primary key,
  code_for text not null,
  code_hash text not null,
  tries_left integer not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
CREATE INDEX auth_codes_age ON auth_codes (sent_at);
CREATE INDEX auth_codes_of ON auth_codes (code_for, id);
grant delete, insert, select, update on auth_codes to tern_app;

create table auth_code_budgets (
  subject text not null primary key,
  sent_at timestamptz[] not null,
  updated_at timestamptz not null
);
CREATE INDEX auth_code_budgets_age ON auth_code_budgets (updated_at);
grant delete, insert, select, update on auth_code_budgets to tern_app;

create table auth_attempts (
  subject text not null primary key,
  failed_at timestamptz[] not null,
  updated_at timestamptz not null
);
CREATE INDEX auth_attempts_age ON auth_attempts (updated_at);
grant delete, insert, select, update on auth_attempts to tern_app;

create table auth_sessions (
  id bigint not null generated always as identity primary key,
  member_id bigint not null unique references members,
  token_hash text not null unique,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
CREATE INDEX auth_sessions_age ON auth_sessions (expires_at);
grant delete, insert, select, update on auth_sessions to tern_app;

create table auth_ended_sessions (
  token_hash text not null primary key,
  cause text not null,
  address text not null,
  device text not null,
  ended_at timestamptz not null,
  constraint auth_ended_sessions_cause_check CHECK ((cause = ANY (ARRAY['login', 'password', 'freeze', 'ban', 'closing'])))
);
CREATE INDEX auth_ended_sessions_age ON auth_ended_sessions (ended_at);
grant delete, insert, select on auth_ended_sessions to tern_app;

create table auth_alerts (
  token_hash text not null primary key,
  member_id bigint not null references members,
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
CREATE INDEX auth_alerts_age ON auth_alerts (expires_at);
CREATE INDEX auth_alerts_member ON auth_alerts (member_id);
grant delete, insert, select, update on auth_alerts to tern_app;

create table paper_grants (
  member_id bigint not null references members,
  asset text not null references assets,
  amount numeric(38,18) not null,
  granted_at timestamptz not null default now(),
  constraint paper_grants_pkey PRIMARY KEY (member_id, asset),
  constraint paper_grants_amount_check CHECK ((amount > (0)::numeric))
);
CREATE TRIGGER paper_grants_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON paper_grants FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a grant does not change');
grant select on paper_grants to tern_app;

-- view paper_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on paper_required_lines to tern_app;

-- function grant_paper_funds(new_member bigint, at_time timestamptz) returns TABLE(asset text, amount numeric), with the rights of the owner, for tern_app

-- 1410-security.sql -------------------------------------------------------------------------------

create table unfreeze_requests (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  frozen_at timestamptz not null,
  note text not null,
  state text not null default 'open',
  reason text not null default '',
  earliest_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint unfreeze_requests_decided CHECK (((state = 'open') = (decided_at IS NULL))),
  constraint unfreeze_requests_in_time CHECK (((state <> 'approved') OR (decided_at >= earliest_at))),
  constraint unfreeze_requests_state_check CHECK ((state = ANY (ARRAY['open', 'approved', 'rejected', 'cancelled']))),
  constraint unfreeze_requests_wait CHECK ((earliest_at >= (created_at + '24:00:00'::interval)))
);
CREATE INDEX unfreeze_requests_of_member ON unfreeze_requests (member_id, id DESC);
CREATE UNIQUE INDEX unfreeze_requests_one ON unfreeze_requests (member_id) WHERE (state = 'open');
CREATE TRIGGER unfreeze_requests_stay BEFORE UPDATE ON unfreeze_requests FOR EACH ROW EXECUTE FUNCTION unfreeze_requests_refuse_change();
grant insert, select, update (state, reason, decided_at) on unfreeze_requests to tern_app;

-- function unfreeze_requests_refuse_change() returns trigger

-- 1420-member-security.sql ------------------------------------------------------------------------

create table member_devices (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  key_hash text,
  name text not null,
  address text not null,
  network text not null,
  method text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  logged_in_at timestamptz not null
);
CREATE UNIQUE INDEX member_devices_key ON member_devices (member_id, key_hash) WHERE (key_hash IS NOT NULL);
CREATE INDEX member_devices_newest ON member_devices (member_id, logged_in_at DESC, id DESC);
CREATE INDEX member_devices_of_address ON member_devices (address) WHERE (address <> '');
CREATE INDEX member_devices_of_key ON member_devices (key_hash) WHERE (key_hash IS NOT NULL);
grant delete, insert, select, update on member_devices to tern_app;

create table security_events (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  kind text not null,
  "values" json not null,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  constraint security_events_kind_check CHECK ((kind <> ''))
);
CREATE INDEX security_events_of_member ON security_events (member_id, id DESC);
CREATE TRIGGER security_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON security_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the security timeline does not change');
grant insert, select on security_events to tern_app;

create table member_mail_words (
  member_id bigint not null primary key references members,
  sealed_word bytea not null,
  set_at timestamptz not null
);
grant delete, insert, select, update on member_mail_words to tern_app;

create table owner_freezes (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  frozen_at timestamptz not null,
  stopped_at timestamptz
);
CREATE INDEX owner_freezes_of_member ON owner_freezes (member_id, id DESC);
CREATE INDEX owner_freezes_to_stop ON owner_freezes (id) WHERE (stopped_at IS NULL);
grant insert, select, update (stopped_at) on owner_freezes to tern_app;

-- 1430-second-factor.sql --------------------------------------------------------------------------

create table passkeys (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint passkeys_name_check CHECK ((name <> '')),
  constraint passkeys_sign_count_check CHECK ((sign_count >= 0))
);
CREATE INDEX passkeys_of_member ON passkeys (member_id, id);
CREATE TRIGGER passkeys_refuse_replay BEFORE UPDATE ON passkeys FOR EACH ROW EXECUTE FUNCTION factors_refuse_replay();
grant delete, insert, select, update (sign_count, is_synced, name, last_used_at) on passkeys to tern_app;

create table authenticators (
  member_id bigint not null primary key references members,
  sealed_secret bytea not null,
  last_step bigint not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
CREATE TRIGGER authenticators_refuse_replay BEFORE UPDATE ON authenticators FOR EACH ROW EXECUTE FUNCTION factors_refuse_replay();
grant delete, insert, select, update on authenticators to tern_app;

create table recovery_codes (
  member_id bigint not null references members,
  code_hash text not null,
  constraint recovery_codes_pkey PRIMARY KEY (member_id, code_hash)
);
grant delete, insert, select on recovery_codes to tern_app;

create table factor_setups (
  member_id bigint not null references members,
  kind text not null,
  session_id bigint not null,
  sealed_secret bytea,
  challenge text,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint factor_setups_pkey PRIMARY KEY (member_id, kind),
  constraint factor_setups_check CHECK (((sealed_secret IS NOT NULL) = (kind = 'totp'))),
  constraint factor_setups_check1 CHECK (((challenge IS NOT NULL) = (kind = 'passkey'))),
  constraint factor_setups_kind_check CHECK ((kind = ANY (ARRAY['totp', 'passkey'])))
);
CREATE INDEX factor_setups_age ON factor_setups (expires_at);
grant delete, insert, select, update on factor_setups to tern_app;

-- function factors_refuse_replay() returns trigger

create table call_confirmations (
  id_hash text not null primary key,
  member_id bigint not null references members,
  session_id bigint,
  binding text not null,
  challenge text not null,
  tries_left integer not null,
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  constraint call_confirmations_check CHECK (((session_id IS NOT NULL) OR (confirmed_at IS NULL))),
  constraint call_confirmations_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX call_confirmations_age ON call_confirmations (expires_at);
CREATE TRIGGER call_confirmations_fixed BEFORE UPDATE ON call_confirmations FOR EACH ROW EXECUTE FUNCTION call_confirmations_refuse_change();
grant delete, insert, select, update (tries_left, confirmed_at) on call_confirmations to tern_app;

-- function call_confirmations_refuse_change() returns trigger

create table passkey_logins (
  id_hash text not null primary key,
  challenge text not null,
  expires_at timestamptz not null
);
CREATE INDEX passkey_logins_age ON passkey_logins (expires_at);
grant delete, insert, select on passkey_logins to tern_app;

create table factor_failures (
  member_id bigint not null primary key references members,
  failed_at timestamptz[] not null
);
grant delete, insert, select, update on factor_failures to tern_app;

-- 1440-identity.sql -------------------------------------------------------------------------------

create table identity_documents (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  document_type smallint not null,
  name text not null,
  state text not null default 'reviewed',
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  words text not null generated always as (search_words(name)) stored,
  constraint identity_documents_check CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint identity_documents_check1 CHECK (((state = 'reviewed') = (decided_at IS NULL))),
  constraint identity_documents_document_type_check CHECK ((document_type = ANY (ARRAY[1, 2, 4]))),
  constraint identity_documents_name_check CHECK (((name <> '') AND (length(name) <= 100))),
  constraint identity_documents_state_check CHECK ((state = ANY (ARRAY['reviewed', 'verified', 'rejected'])))
);
CREATE INDEX identity_documents_of_member ON identity_documents (member_id, id DESC);
CREATE UNIQUE INDEX identity_documents_one_review ON identity_documents (member_id) WHERE (state = 'reviewed');
CREATE INDEX identity_documents_searched ON identity_documents USING gin (words gin_trgm_ops);
CREATE TRIGGER identity_documents_change BEFORE UPDATE ON identity_documents FOR EACH ROW EXECUTE FUNCTION identity_check_change();
CREATE TRIGGER identity_documents_sending BEFORE INSERT ON identity_documents FOR EACH ROW EXECUTE FUNCTION identity_check_sending();
CREATE TRIGGER identity_documents_stay BEFORE DELETE OR TRUNCATE ON identity_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('documents stay as they were sent');
grant insert, select, update (state, reason, held_until, decided_at, updated_at) on identity_documents to tern_app;

create table identity_images (
  document_id bigint not null references identity_documents,
  side text not null,
  image_id bigint not null unique references images,
  sha256 text not null,
  difference_hash bit(256) not null,
  constraint identity_images_pkey PRIMARY KEY (document_id, side),
  constraint identity_images_side_check CHECK ((side = ANY (ARRAY['front', 'back', 'hand'])))
);
CREATE INDEX identity_images_alike ON identity_images (sha256);
CREATE TRIGGER identity_images_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_images FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('documents stay as they were sent');
grant insert, select on identity_images to tern_app;

-- function identity_check_sending() returns trigger
-- function identity_check_change() returns trigger

-- 1450-account-data.sql ---------------------------------------------------------------------------

create table account_closings (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  requested_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null default 'waiting',
  decided_at timestamptz,
  constraint account_closings_decided CHECK (((state = 'waiting') = (decided_at IS NULL))),
  constraint account_closings_in_time CHECK (((state <> 'closed') OR (decided_at >= ends_at))),
  constraint account_closings_state_check CHECK ((state = ANY (ARRAY['waiting', 'kept', 'stopped', 'closed']))),
  constraint account_closings_wait CHECK ((ends_at >= (requested_at + '168:00:00'::interval)))
);
CREATE INDEX account_closings_due ON account_closings (ends_at) WHERE (state = 'waiting');
CREATE INDEX account_closings_of_member ON account_closings (member_id, id DESC);
CREATE UNIQUE INDEX account_closings_one ON account_closings (member_id) WHERE (state = ANY (ARRAY['waiting', 'closed']));
CREATE TRIGGER account_closings_stay BEFORE UPDATE ON account_closings FOR EACH ROW EXECUTE FUNCTION account_closings_refuse_change();
grant insert, select, update (state, decided_at) on account_closings to tern_app;

-- function account_closings_refuse_change() returns trigger

create table account_exports (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  downloaded_at timestamptz
);
CREATE INDEX account_exports_of_member ON account_exports (member_id, id DESC);
grant insert, select, update (downloaded_at) on account_exports to tern_app;

-- function account_close() returns trigger, with the rights of the owner
-- function account_close_asset() returns trigger, with the rights of the owner

-- 1460-notification.sql ---------------------------------------------------------------------------

create table notifications (
  id bigint not null generated always as identity,
  member_id bigint not null,
  about_id bigint not null,
  created_at timestamptz not null,
  read_at timestamptz,
  kind text not null,
  about text not null,
  "values" json not null,
  constraint notifications_pkey PRIMARY KEY (member_id, id),
  constraint notifications_kind_check CHECK ((kind <> ''))
);
CREATE INDEX notifications_age ON notifications (created_at);
grant delete, insert, select, update (read_at) on notifications to tern_app;

create table notification_floors (
  member_id bigint not null primary key,
  read_through bigint not null
);
grant insert, select, update on notification_floors to tern_app;

create table notification_switches (
  member_id bigint not null references members,
  category text not null,
  channel text not null,
  is_on boolean not null,
  updated_at timestamptz not null,
  constraint notification_switches_pkey PRIMARY KEY (member_id, category, channel),
  constraint notification_switches_category_check CHECK ((category <> '')),
  constraint notification_switches_channel_check CHECK ((channel = ANY (ARRAY['push', 'email']))),
  constraint notification_switches_locked CHECK ((is_on OR (NOT ((category = 'security') OR ((category = 'loans') AND (channel = 'email'))))))
);
grant delete, insert, select, update on notification_switches to tern_app;

create table notification_settings (
  member_id bigint not null primary key references members,
  quiet_from integer,
  quiet_until integer,
  time_zone text not null,
  shows_details boolean not null,
  updated_at timestamptz not null,
  constraint notification_settings_quiet CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND ((quiet_from IS NULL) OR (quiet_from <> quiet_until)))),
  constraint notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  constraint notification_settings_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 1439)))
);
grant delete, insert, select, update on notification_settings to tern_app;

create table push_devices (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  endpoint_hash text not null unique,
  sealed bytea not null,
  lang text not null,
  created_at timestamptz not null
);
CREATE INDEX push_devices_member ON push_devices (member_id);
grant delete, insert, select, update on push_devices to tern_app;

create table push_keys (
  id integer not null primary key,
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  constraint push_keys_id_check CHECK ((id = 1))
);
grant insert, select on push_keys to tern_app;

create table notification_deliveries (
  id bigint not null generated always as identity primary key,
  member_id bigint not null,
  notification_id bigint not null,
  channel text not null,
  device_id bigint,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  constraint notification_deliveries_channel_check CHECK ((channel = ANY (ARRAY['push', 'email']))),
  constraint notification_deliveries_device CHECK (((channel = 'push') = (device_id IS NOT NULL)))
);
CREATE INDEX notification_deliveries_due ON notification_deliveries (channel, next_attempt_at);
grant delete, insert, select, update on notification_deliveries to tern_app;

create table notification_yields (
  day date not null,
  member_id bigint not null,
  asset text not null,
  amount numeric(38,18) not null,
  constraint notification_yields_pkey PRIMARY KEY (day, member_id, asset),
  constraint notification_yields_amount_check CHECK ((amount > (0)::numeric))
);
grant delete, insert, select, update on notification_yields to tern_app;

-- 1470-invitation.sql -----------------------------------------------------------------------------

-- view invitation_people (inviter_id, level, member_id, email, is_verified, created_at)
grant select on invitation_people to tern_app;

create table invitation_progress (
  is_only boolean not null default true primary key,
  rewarded_through bigint not null default 0,
  constraint invitation_progress_is_only_check CHECK (is_only)
);
grant select on invitation_progress to tern_app;

create table invitation_rewards (
  id bigint not null generated always as identity primary key,
  batch_id bigint not null,
  source text not null,
  source_id bigint not null,
  level smallint not null,
  inviter_id bigint not null references members,
  invitee_id bigint not null references members,
  asset text not null references assets,
  fee numeric(38,18) not null,
  share numeric(38,18) not null,
  amount numeric(38,18) not null,
  charged_at timestamptz not null,
  created_at timestamptz not null,
  constraint invitation_rewards_amount_check CHECK ((amount >= (0)::numeric)),
  constraint invitation_rewards_level_check CHECK (((level >= 1) AND (level <= 3))),
  constraint invitation_rewards_once UNIQUE (source, source_id, invitee_id, level),
  constraint invitation_rewards_share_check CHECK (((share > (0)::numeric) AND (share <= (1)::numeric))),
  constraint invitation_rewards_source_check CHECK ((source = ANY (ARRAY['trade', 'swap'])))
);
CREATE INDEX invitation_rewards_of_batch ON invitation_rewards (batch_id);
CREATE TRIGGER invitation_rewards_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invitation_rewards FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('rewards stay as they are');
grant select on invitation_rewards to tern_app;

create table invitation_waits (
  id bigint not null generated always as identity primary key,
  batch_id bigint not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  first_reward bigint not null,
  last_reward bigint not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  constraint invitation_waits_amount_check CHECK ((amount > (0)::numeric)),
  constraint invitation_waits_check CHECK ((last_reward >= first_reward)),
  constraint invitation_waits_once UNIQUE (batch_id, asset)
);
CREATE INDEX invitation_waits_unpaid ON invitation_waits (asset, id) WHERE (paid_at IS NULL);
CREATE TRIGGER invitation_waits_final BEFORE DELETE OR UPDATE ON invitation_waits FOR EACH ROW EXECUTE FUNCTION invitation_waits_refuse_change();
CREATE TRIGGER invitation_waits_stay BEFORE TRUNCATE ON invitation_waits FOR EACH STATEMENT EXECUTE FUNCTION invitation_waits_refuse_change();
grant select on invitation_waits to tern_app;

-- function invitation_waits_refuse_change() returns trigger

create table invitation_payments (
  id bigint not null generated always as identity primary key,
  batch_id bigint not null,
  reversed_id bigint unique references invitation_rewards,
  wait_id bigint references invitation_waits,
  inviter_id bigint not null references members,
  level smallint not null,
  asset text not null references assets,
  share numeric(38,18) not null,
  fee numeric(38,18) not null,
  amount numeric(38,18) not null,
  trades integer not null,
  swaps integer not null,
  created_at timestamptz not null,
  constraint invitation_payments_check CHECK (((amount <> (0)::numeric) AND ((amount < (0)::numeric) = (reversed_id IS NOT NULL)))),
  constraint invitation_payments_share CHECK ((amount <= (fee * share)))
);
CREATE INDEX invitation_payments_of_batch ON invitation_payments (batch_id) WHERE (reversed_id IS NULL);
CREATE INDEX invitation_payments_of_inviter ON invitation_payments (inviter_id, id DESC);
CREATE INDEX invitation_payments_of_wait ON invitation_payments (wait_id) WHERE (wait_id IS NOT NULL);
CREATE TRIGGER invitation_payments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invitation_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('rewards stay as they are');
grant select on invitation_payments to tern_app;

create table invitation_totals (
  inviter_id bigint not null references members,
  invitee_id bigint not null references members,
  asset text not null,
  level smallint not null,
  amount numeric(38,18) not null,
  constraint invitation_totals_pkey PRIMARY KEY (inviter_id, invitee_id, asset)
);
grant select on invitation_totals to tern_app;

create table invitation_weeks (
  week date not null,
  inviter_id bigint not null,
  asset text not null,
  amount numeric(38,18) not null,
  constraint invitation_weeks_pkey PRIMARY KEY (week, inviter_id, asset),
  constraint invitation_weeks_week_check CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);
grant delete, insert, select, update on invitation_weeks to tern_app;

create table invitation_reversals (
  source text not null,
  source_id bigint not null,
  created_at timestamptz not null,
  constraint invitation_reversals_pkey PRIMARY KEY (source, source_id),
  constraint invitation_reversals_source_check CHECK ((source = ANY (ARRAY['trade', 'swap'])))
);
CREATE TRIGGER invitation_reversals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invitation_reversals FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('rewards stay as they are');
grant select on invitation_reversals to tern_app;

-- view invitation_unpaid_rewards (id, wait_id)
grant select on invitation_unpaid_rewards to tern_app;

-- view invitation_reward_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on invitation_reward_required_lines to tern_app;

-- view invitation_reversal_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on invitation_reversal_required_lines to tern_app;

-- view invitation_wait_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on invitation_wait_required_lines to tern_app;

-- 1500-spot.sql -----------------------------------------------------------------------------------

-- sequence spot_order_ids
grant usage on spot_order_ids to tern_app;

-- sequence spot_trade_ids
grant usage on spot_trade_ids to tern_app;

create table spot_orders (
  id bigint not null primary key,
  member_id bigint not null,
  instrument_id smallint not null,
  side smallint not null,
  type smallint not null,
  limit_price numeric(38,18),
  quantity numeric(38,18),
  budget numeric(38,18),
  filled_quantity numeric(38,18) not null,
  filled_quote numeric(38,18) not null,
  fee numeric(38,18) not null,
  maker_fee_ratio numeric(38,18) not null,
  taker_fee_ratio numeric(38,18) not null,
  status smallint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  client_order_id text,
  source smallint not null default 1,
  received_as_taker numeric(38,18),
  time_in_force smallint,
  conditional_id bigint,
  place bigint,
  number bigint,
  constraint spot_orders_check CHECK (((filled_quantity >= (0)::numeric) AND (filled_quote >= (0)::numeric) AND (fee >= (0)::numeric))),
  constraint spot_orders_check1 CHECK (((quantity IS NULL) OR (filled_quantity <= quantity))),
  constraint spot_orders_check2 CHECK (((budget IS NULL) OR (filled_quote <= budget))),
  constraint spot_orders_check3 CHECK (((time_in_force IS NULL) OR ((time_in_force = ANY (ARRAY[1, 2, 3])) AND (type = 1)))),
  constraint spot_orders_client_order_id_check CHECK (((char_length(client_order_id) >= 1) AND (char_length(client_order_id) <= 64))),
  constraint spot_orders_received_as_taker CHECK (((received_as_taker >= (0)::numeric) AND (received_as_taker <=
CASE side
    WHEN 1 THEN filled_quantity
    ELSE filled_quote
END))),
  constraint spot_orders_side_check CHECK ((side = ANY (ARRAY[1, 2]))),
  constraint spot_orders_source_check CHECK ((source = ANY (ARRAY[1, 2, 3]))),
  constraint spot_orders_status_check CHECK ((status = ANY (ARRAY[1, 2, 3]))),
  constraint spot_orders_type_check CHECK ((type = ANY (ARRAY[1, 2])))
);
CREATE UNIQUE INDEX spot_orders_client_order_id ON spot_orders (member_id, client_order_id) WHERE (client_order_id IS NOT NULL);
CREATE UNIQUE INDEX spot_orders_conditional_id ON spot_orders (conditional_id) WHERE (conditional_id IS NOT NULL);
CREATE INDEX spot_orders_of_member ON spot_orders (member_id, created_at DESC, id DESC) INCLUDE (status, instrument_id, side, type);
CREATE INDEX spot_orders_of_member_by_status ON spot_orders (member_id, status, created_at DESC, id DESC) INCLUDE (instrument_id, side, type);
CREATE INDEX spot_orders_open ON spot_orders (instrument_id, id) WHERE (status = 1);
CREATE CONSTRAINT TRIGGER spot_orders_of_conditional AFTER INSERT ON spot_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.conditional_id IS NOT NULL)) EXECUTE FUNCTION spot_orders_refuse_conditional();
grant select on spot_orders to tern_app;

create table spot_trades (
  id bigint not null primary key,
  instrument_id smallint not null,
  maker_order_id bigint,
  taker_order_id bigint,
  taker_side smallint not null,
  price numeric(38,18) not null,
  quantity numeric(38,18) not null,
  quote_amount numeric(38,18) not null,
  maker_fee numeric(38,18) not null,
  taker_fee numeric(38,18) not null,
  created_at timestamptz not null,
  constraint spot_trades_check CHECK (((maker_order_id IS NOT NULL) OR (taker_order_id IS NOT NULL))),
  constraint spot_trades_price_check CHECK ((price > (0)::numeric)),
  constraint spot_trades_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint spot_trades_quote_amount_check CHECK ((quote_amount > (0)::numeric)),
  constraint spot_trades_taker_side_check CHECK ((taker_side = ANY (ARRAY[1, 2])))
);
CREATE INDEX spot_trades_by_time ON spot_trades USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX spot_trades_maker ON spot_trades (maker_order_id) WHERE (maker_order_id IS NOT NULL);
CREATE INDEX spot_trades_taker ON spot_trades (taker_order_id) WHERE (taker_order_id IS NOT NULL);
grant select on spot_trades to tern_app;

create table spot_engines (
  instrument_id smallint not null primary key references instruments,
  epoch bigint not null,
  last_batch text not null default '',
  last_trade bigint,
  last_price numeric(38,18),
  last_number bigint not null default 0
);
CREATE TRIGGER spot_engines_one_batch BEFORE UPDATE ON spot_engines FOR EACH ROW WHEN ((old.xmin = (pg_current_xact_id())::xid)) EXECUTE FUNCTION spot_engines_refuse_second_batch();
grant insert (instrument_id, epoch), select, update (epoch) on spot_engines to tern_app;

-- function spot_engines_refuse_second_batch() returns trigger
-- function spot_write(engine_instruments smallint[], engine_epochs bigint[], engine_befores text[], engine_batches text[], traders bigint[], new_ids bigint[], new_members bigint[], new_instruments smallint[], new_sides smallint[], new_types smallint[], new_prices numeric[], new_quantities numeric[], new_budgets numeric[], new_filled numeric[], new_filled_quotes numeric[], new_fees numeric[], new_maker_ratios numeric[], new_taker_ratios numeric[], new_statuses smallint[], new_created timestamptz[], new_updated timestamptz[], new_names text[], new_sources smallint[], changed_ids bigint[], changed_filled numeric[], changed_filled_quotes numeric[], changed_fees numeric[], changed_statuses smallint[], changed_updated timestamptz[], trade_ids bigint[], trade_instruments smallint[], trade_makers bigint[], trade_takers bigint[], trade_sides smallint[], trade_prices numeric[], trade_quantities numeric[], trade_quotes numeric[], trade_maker_fees numeric[], trade_taker_fees numeric[], trade_times timestamptz[], new_taken numeric[], changed_taken numeric[], new_times_in_force smallint[], new_conditionals bigint[], amended_ids bigint[], amended_orders bigint[], amended_former_prices numeric[], amended_former_quantities numeric[], amended_prices numeric[], amended_quantities numeric[], amended_filled numeric[], amended_filled_quotes numeric[], amended_places bigint[], amended_keeps boolean[], amended_rests boolean[], amended_times timestamptz[], engine_firsts bigint[], engine_counts integer[], engine_times timestamptz[], engine_secrets text[], engine_roots text[], engine_lines text[], new_numbers bigint[]) returns void, with the rights of the owner, for tern_app
-- type spot_traded
-- function spot_refuse_unfounded(reference text, kinds smallint[], owners bigint[], assets text[], availables numeric[], helds numeric[], subjects bigint[]) returns void
-- function spot_trades_posted(kinds smallint[], owners bigint[], assets text[], availables numeric[], helds numeric[], subjects bigint[], traded spot_traded[]) returns boolean

create table spot_fill_progress (
  is_only boolean not null default true primary key,
  read_through bigint not null default 0,
  constraint spot_fill_progress_is_only_check CHECK (is_only)
);
grant select on spot_fill_progress to tern_app;

create table spot_fill_notices (
  order_id bigint not null primary key,
  due_at timestamptz,
  is_done boolean not null default false,
  read_through bigint not null
);
CREATE INDEX spot_fill_notices_due ON spot_fill_notices (due_at) WHERE (due_at IS NOT NULL);
grant delete, select, update (due_at, is_done) on spot_fill_notices to tern_app;

-- function spot_read_fills(lines_max integer, at_time timestamptz, part_due_at timestamptz) returns bigint, with the rights of the owner, for tern_app

-- 1510-swap.sql -----------------------------------------------------------------------------------

create table swaps (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  from_asset text not null references assets,
  to_asset text not null references assets,
  given numeric(38,18) not null,
  rate numeric(38,18) not null,
  spread numeric(38,18) not null,
  fee_ratio numeric(38,18) not null,
  fee numeric(38,18) not null,
  received numeric(38,18) not null,
  legs jsonb not null,
  created_at timestamptz not null,
  constraint swaps_check CHECK ((from_asset <> to_asset)),
  constraint swaps_fee_check CHECK ((fee >= (0)::numeric)),
  constraint swaps_fee_ratio_check CHECK (((fee_ratio >= (0)::numeric) AND (fee_ratio < (1)::numeric))),
  constraint swaps_given_check CHECK ((given > (0)::numeric)),
  constraint swaps_rate_check CHECK ((rate > (0)::numeric)),
  constraint swaps_received_check CHECK ((received > (0)::numeric)),
  constraint swaps_spread_check CHECK (((spread >= (0)::numeric) AND (spread < (1)::numeric)))
);
CREATE INDEX swaps_by_time ON swaps USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX swaps_of_member ON swaps (member_id, id DESC);
CREATE TRIGGER swaps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON swaps FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a swap does not change');
CREATE TRIGGER swaps_by_prices BEFORE INSERT ON swaps FOR EACH ROW EXECUTE FUNCTION swaps_refuse_wrong();
grant insert, select on swaps to tern_app;

-- view swap_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on swap_required_lines to tern_app;

-- function swaps_refuse_wrong() returns trigger

-- 1520-futures.sql --------------------------------------------------------------------------------

-- sequence futures_contract_ids
grant usage on futures_contract_ids to tern_app;

create table futures_contracts (
  id bigint not null primary key,
  member_id bigint not null references members,
  instrument_id smallint not null references instruments,
  direction smallint not null,
  stake numeric(38,18) not null,
  rule smallint not null,
  duration_s integer not null,
  payout_ratio numeric(38,18) not null,
  open_after_ms integer not null default 0,
  open_within_ms integer not null,
  stale_after_ms integer not null,
  terms_hash bytea not null,
  accepted_at timestamptz not null,
  receipt text not null,
  status smallint not null default 1,
  outcome smallint not null default 0,
  reason smallint not null default 0,
  open_seq bigint,
  open_price numeric(38,18),
  open_at timestamptz,
  due_at timestamptz,
  close_seq bigint,
  close_price numeric(38,18),
  close_at timestamptz,
  payout numeric(38,18) not null default 0,
  profit numeric(38,18) not null default 0,
  settled_at timestamptz,
  updated_at timestamptz not null,
  constraint futures_contracts_check CHECK ((open_at > accepted_at)),
  constraint futures_contracts_check1 CHECK ((close_at <= due_at)),
  constraint futures_contracts_close_price_check CHECK ((close_price > (0)::numeric)),
  constraint futures_contracts_closed CHECK ((num_nonnulls(close_seq, close_price, close_at) = ANY (ARRAY[0, 3]))),
  constraint futures_contracts_direction_check CHECK ((direction = ANY (ARRAY[1, 2]))),
  constraint futures_contracts_duration_s_check CHECK ((duration_s > 0)),
  constraint futures_contracts_ended_by_rule CHECK (
CASE
    WHEN (status = 2) THEN ((close_at >= open_at) AND (close_seq >= open_seq) AND ((due_at - close_at) <= ((stale_after_ms)::double precision * '00:00:00.001'::interval)) AND (outcome =
    CASE
        WHEN (close_price = open_price) THEN 3
        WHEN ((close_price > open_price) = (direction = 1)) THEN 1
        ELSE 2
    END) AND
    CASE outcome
        WHEN 1 THEN ((payout = (stake + profit)) AND (profit <= (stake * payout_ratio)) AND (profit > ((stake * payout_ratio) - (1)::numeric)))
        WHEN 2 THEN ((payout = (0)::numeric) AND (profit = (- stake)))
        ELSE ((payout = stake) AND (profit = (0)::numeric))
    END)
    WHEN (reason = 1) THEN ((open_seq IS NULL) AND (close_seq IS NULL))
    WHEN (reason = 2) THEN ((open_seq IS NOT NULL) AND (close_seq IS NOT NULL) AND (close_at >= open_at) AND ((due_at - close_at) > ((stale_after_ms)::double precision * '00:00:00.001'::interval)))
    ELSE true
END),
  constraint futures_contracts_open_after_ms_check CHECK ((open_after_ms >= 0)),
  constraint futures_contracts_open_price_check CHECK ((open_price > (0)::numeric)),
  constraint futures_contracts_open_within_ms_check CHECK ((open_within_ms > 0)),
  constraint futures_contracts_opened CHECK ((num_nonnulls(open_seq, open_price, open_at, due_at) = ANY (ARRAY[0, 4]))),
  constraint futures_contracts_opened_by_rule CHECK ((((open_at - accepted_at) > ((open_after_ms)::double precision * '00:00:00.001'::interval)) AND ((open_at - accepted_at) <= (((open_after_ms + open_within_ms))::double precision * '00:00:00.001'::interval)) AND ((due_at - open_at) = ((duration_s)::double precision * '00:00:01'::interval)))),
  constraint futures_contracts_outcome_check CHECK ((outcome = ANY (ARRAY[0, 1, 2, 3]))),
  constraint futures_contracts_payout_check CHECK ((payout >= (0)::numeric)),
  constraint futures_contracts_payout_ratio_check CHECK ((payout_ratio > (0)::numeric)),
  constraint futures_contracts_ratio CHECK (((payout_ratio >= 0.1) AND (payout_ratio <= 0.98))) NOT VALID,
  constraint futures_contracts_reason_check CHECK ((reason = ANY (ARRAY[0, 1, 2]))),
  constraint futures_contracts_result CHECK (
CASE status
    WHEN 1 THEN ((outcome = 0) AND (reason = 0) AND (close_seq IS NULL) AND (payout = (0)::numeric) AND (profit = (0)::numeric) AND (settled_at IS NULL))
    WHEN 2 THEN ((outcome <> 0) AND (reason = 0) AND (open_seq IS NOT NULL) AND (close_seq IS NOT NULL) AND (settled_at IS NOT NULL))
    ELSE ((outcome = 0) AND (reason <> 0) AND (payout = stake) AND (profit = (0)::numeric) AND (settled_at IS NOT NULL))
END),
  constraint futures_contracts_stake_check CHECK ((stake > (0)::numeric)),
  constraint futures_contracts_stale_after_ms_check CHECK ((stale_after_ms > 0)),
  constraint futures_contracts_status_check CHECK ((status = ANY (ARRAY[1, 2, 3]))),
  constraint futures_contracts_terms_hash_check CHECK ((octet_length(terms_hash) = 32))
);
CREATE INDEX futures_contracts_of_member ON futures_contracts (member_id, accepted_at DESC, id DESC);
CREATE TRIGGER futures_contracts_agreed AFTER UPDATE OF id, member_id, instrument_id, direction, stake, rule, duration_s, payout_ratio, open_after_ms, open_within_ms, stale_after_ms, terms_hash, accepted_at, receipt ON futures_contracts FOR EACH ROW EXECUTE FUNCTION refuse_write('a recorded contract or alarm does not change');
CREATE TRIGGER futures_contracts_begin_pending BEFORE INSERT ON futures_contracts FOR EACH ROW WHEN ((new.status <> 1)) EXECUTE FUNCTION refuse_write('a contract begins pending', 'futures_contracts_begin_pending');
CREATE TRIGGER futures_contracts_done AFTER UPDATE ON futures_contracts FOR EACH ROW WHEN (((old.status <> 1) OR ((old.open_seq IS NOT NULL) AND ((((new.open_seq IS DISTINCT FROM old.open_seq) OR (new.open_price IS DISTINCT FROM old.open_price)) OR (new.open_at IS DISTINCT FROM old.open_at)) OR (new.due_at IS DISTINCT FROM old.due_at))))) EXECUTE FUNCTION refuse_write('a recorded contract or alarm does not change');
CREATE TRIGGER futures_contracts_kept BEFORE DELETE OR TRUNCATE ON futures_contracts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a recorded contract or alarm does not change');
CREATE CONSTRAINT TRIGGER futures_contracts_staked AFTER INSERT ON futures_contracts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION futures_refuse_unpaid_stake();
grant insert, select, update (status, outcome, reason, open_seq, open_price, open_at, due_at, close_seq, close_price, close_at, payout, profit, settled_at, updated_at) on futures_contracts to tern_app;

create table futures_waiting (
  id bigint not null primary key references futures_contracts,
  for_end boolean not null,
  at timestamptz not null
);
CREATE INDEX futures_waiting_order ON futures_waiting (for_end, at, id);
CREATE TRIGGER futures_waiting_due AFTER UPDATE ON futures_waiting REFERENCING NEW TABLE AS waits FOR EACH STATEMENT EXECUTE FUNCTION futures_wait_for_due();
CREATE TRIGGER futures_waiting_kept AFTER DELETE ON futures_waiting REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION futures_refuse_removal();
grant delete, insert, select, update (for_end, at) on futures_waiting to tern_app;

create table futures_exposure (
  instrument_id smallint not null primary key references instruments,
  up_stake numeric(38,18) not null,
  up_profit numeric(38,18) not null,
  down_stake numeric(38,18) not null,
  down_profit numeric(38,18) not null,
  constraint futures_exposure_check CHECK (((up_stake >= (0)::numeric) AND (up_profit >= (0)::numeric) AND (down_stake >= (0)::numeric) AND (down_profit >= (0)::numeric)))
);
grant insert, select, update on futures_exposure to tern_app;

create table futures_limits (
  member_id bigint not null primary key references members,
  daily_stake numeric(38,18),
  next_daily_stake numeric(38,18),
  next_at timestamptz,
  paused_until timestamptz,
  updated_at timestamptz not null,
  constraint futures_limits_daily_stake_check CHECK ((daily_stake >= (0)::numeric)),
  constraint futures_limits_next_daily_stake_check CHECK ((next_daily_stake >= (0)::numeric))
);
grant insert, select, update on futures_limits to tern_app;

-- function futures_due(by timestamptz, after_at timestamptz, after_id bigint, most bigint) returns TABLE(ids bigint[], member_ids bigint[], instrument_id smallint, direction smallint, stake numeric, rule smallint, duration_s integer, payout_ratio numeric, open_after_ms integer, open_within_ms integer, stale_after_ms integer, open_seq bigint, open_price numeric, open_at timestamptz, due_at timestamptz, status smallint, outcome smallint, reason smallint, payout numeric, profit numeric), for tern_app
-- function futures_end(ids bigint[], sizes integer[], statuses smallint[], outcomes smallint[], reasons smallint[], close_seqs bigint[], close_prices numeric[], close_times timestamptz[], payouts numeric[], profits numeric[], ended_at timestamptz) returns bigint, for tern_app
-- function futures_remove_waiting(ids bigint[]) returns bigint, for tern_app
-- function futures_refuse_unfounded(owners bigint[], ids bigint[], sizes integer[], principals numeric[], gains numeric[], remainders numeric[]) returns void
-- function futures_refuse_unpaid_stake() returns trigger
-- function futures_refuse_removal() returns trigger
-- function futures_wait_for_due() returns trigger

create table futures_result_cursor (
  is_only boolean not null default true primary key,
  counted_to bigint not null,
  constraint futures_result_cursor_is_only_check CHECK (is_only)
);
grant select, update (counted_to) on futures_result_cursor to tern_app;

create table futures_result_sequences (
  subject text not null,
  subject_id bigint not null,
  period timestamptz not null,
  sequence smallint not null,
  known_at timestamptz not null,
  wins bigint not null,
  losses bigint not null,
  ties bigint not null,
  net numeric(38,18) not null,
  expected_net numeric(38,18) not null,
  squares numeric(38,18) not null,
  constraint futures_result_sequences_pkey PRIMARY KEY (subject, subject_id, period, sequence),
  constraint futures_result_sequences_losses_check CHECK ((losses >= 0)),
  constraint futures_result_sequences_sequence_check CHECK ((sequence >= 0)),
  constraint futures_result_sequences_squares_check CHECK ((squares >= (0)::numeric)),
  constraint futures_result_sequences_subject_check CHECK ((subject = ANY (ARRAY['account', 'market', 'house']))),
  constraint futures_result_sequences_ties_check CHECK ((ties >= 0)),
  constraint futures_result_sequences_wins_check CHECK ((wins >= 0))
);
CREATE INDEX futures_result_sequences_past ON futures_result_sequences (period);
grant delete, insert, select, update on futures_result_sequences to tern_app;

create table futures_result_alarms (
  id bigint not null generated always as identity primary key,
  subject text not null,
  member_id bigint references members,
  instrument_id smallint references instruments,
  period timestamptz not null,
  side text not null,
  wins bigint not null,
  losses bigint not null,
  ties bigint not null,
  wins_limit bigint not null,
  net numeric(38,18) not null,
  expected_net numeric(38,18) not null,
  net_limit numeric(38,18) not null,
  raised_at timestamptz not null,
  updated_at timestamptz not null,
  reviewed_by bigint references operators,
  reviewed_at timestamptz,
  reason text,
  kind text not null default 'period',
  first_by bigint references operators,
  first_at timestamptz,
  first_reason text,
  constraint futures_result_alarms_burst CHECK (((kind = 'period') OR ((subject = 'account') AND (side = 'above')))),
  constraint futures_result_alarms_check CHECK ((((subject = 'account') = (member_id IS NOT NULL)) AND ((subject = 'market') = (instrument_id IS NOT NULL)))),
  constraint futures_result_alarms_check1 CHECK ((num_nonnulls(reviewed_by, reviewed_at, reason) = ANY (ARRAY[0, 3]))),
  constraint futures_result_alarms_first CHECK ((num_nonnulls(first_by, first_at, first_reason) = ANY (ARRAY[0, 3]))),
  constraint futures_result_alarms_first_reason_check CHECK ((first_reason <> '')),
  constraint futures_result_alarms_kind_check CHECK ((kind = ANY (ARRAY['period', 'burst']))),
  constraint futures_result_alarms_reason_check CHECK ((reason <> '')),
  constraint futures_result_alarms_side_check CHECK ((side = ANY (ARRAY['above', 'below']))),
  constraint futures_result_alarms_subject_check CHECK ((subject = ANY (ARRAY['account', 'market', 'house']))),
  constraint futures_result_alarms_two_people CHECK (((kind = 'period') OR (reviewed_by IS NULL) OR COALESCE((first_by <> reviewed_by), false)))
);
CREATE UNIQUE INDEX futures_result_alarms_open ON futures_result_alarms (subject, COALESCE(member_id, (0)::bigint), COALESCE((instrument_id)::integer, 0), period, side) WHERE (reviewed_at IS NULL);
CREATE TRIGGER futures_result_alarms_first_once BEFORE UPDATE ON futures_result_alarms FOR EACH ROW EXECUTE FUNCTION futures_result_alarms_refuse_second_first();
CREATE TRIGGER futures_result_alarms_kept BEFORE DELETE OR TRUNCATE ON futures_result_alarms FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a recorded contract or alarm does not change');
CREATE TRIGGER futures_result_alarms_reviewed_once BEFORE UPDATE ON futures_result_alarms FOR EACH ROW EXECUTE FUNCTION futures_result_alarms_refuse_change();
grant insert, select, update (wins, losses, ties, wins_limit, net, expected_net, net_limit, updated_at, reviewed_by, reviewed_at, reason, first_by, first_at, first_reason) on futures_result_alarms to tern_app;

-- function futures_result_alarms_refuse_change() returns trigger

create table futures_month_accounts (
  month date not null,
  member_id bigint not null references members,
  settled bigint not null,
  net numeric(38,18) not null,
  constraint futures_month_accounts_pkey PRIMARY KEY (month, member_id),
  constraint futures_month_accounts_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint futures_month_accounts_settled_check CHECK ((settled > 0))
);
CREATE TRIGGER futures_month_accounts_grow BEFORE UPDATE ON futures_month_accounts FOR EACH ROW WHEN ((new.settled <= old.settled)) EXECUTE FUNCTION refuse_write('counted results do not become fewer');
CREATE TRIGGER futures_month_accounts_kept BEFORE DELETE OR TRUNCATE ON futures_month_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('counted results do not become fewer');
grant insert, select, update (settled, net) on futures_month_accounts to tern_app;

create table futures_month_stakes (
  month date not null,
  stake numeric(38,18) not null,
  age smallint not null,
  wins bigint not null,
  losses bigint not null,
  ties bigint not null,
  members bigint[] not null,
  constraint futures_month_stakes_pkey PRIMARY KEY (month, stake, age),
  constraint futures_month_stakes_age_check CHECK (((age >= 0) AND (age <= 5))),
  constraint futures_month_stakes_losses_check CHECK ((losses >= 0)),
  constraint futures_month_stakes_members_check CHECK (((cardinality(members) >= 1) AND (cardinality(members) <= 10))),
  constraint futures_month_stakes_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint futures_month_stakes_stake_check CHECK ((stake > (0)::numeric)),
  constraint futures_month_stakes_ties_check CHECK ((ties >= 0)),
  constraint futures_month_stakes_wins_check CHECK ((wins >= 0))
);
CREATE TRIGGER futures_month_stakes_grow BEFORE UPDATE ON futures_month_stakes FOR EACH ROW WHEN (((new.wins < old.wins) OR (new.losses < old.losses) OR (new.ties < old.ties))) EXECUTE FUNCTION refuse_write('counted results do not become fewer');
CREATE TRIGGER futures_month_stakes_kept BEFORE DELETE OR TRUNCATE ON futures_month_stakes FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('counted results do not become fewer');
grant insert, select, update (wins, losses, ties, members) on futures_month_stakes to tern_app;

-- 1600-manual-entries.sql -------------------------------------------------------------------------

create table manual_entries (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  side text not null,
  asset text not null,
  amount numeric(38,18) not null,
  message text not null default 'message.correction',
  reason text not null,
  proposed_by bigint not null references operators,
  request_id text,
  created_at timestamptz not null,
  constraint manual_entries_amount_check CHECK ((amount > (0)::numeric)),
  constraint manual_entries_message_check CHECK ((message <> '')),
  constraint manual_entries_reason_check CHECK ((reason <> '')),
  constraint manual_entries_request UNIQUE (proposed_by, request_id),
  constraint manual_entries_side_check CHECK ((side = ANY (ARRAY['credit', 'debit'])))
);
CREATE TRIGGER manual_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON manual_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a proposed entry does not change');
grant insert, select on manual_entries to tern_app;

-- view manual_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on manual_required_lines to tern_app;

-- 1610-funding.sql --------------------------------------------------------------------------------

-- function funding_refuse_unagreed() returns trigger, with the rights of the owner

create table address_locks (
  member_id bigint not null primary key references members,
  on_since timestamptz not null,
  off_asked_at timestamptz,
  off_at timestamptz,
  constraint address_locks_wait CHECK ((((off_at IS NULL) = (off_asked_at IS NULL)) AND (off_at >= (off_asked_at + '24:00:00'::interval)) AND (off_asked_at >= on_since)))
);
CREATE TRIGGER address_locks_stay BEFORE UPDATE ON address_locks FOR EACH ROW EXECUTE FUNCTION address_locks_refuse_sooner();
grant insert, select, update on address_locks to tern_app;

-- function address_locks_refuse_sooner() returns trigger
-- function address_lock_is_on(owner_id bigint, at_time timestamptz) returns boolean, for tern_app
-- function bank_reference_key(reference text) returns text, for tern_app

create table bank_receipts_lock (
  is_only boolean not null default true primary key,
  constraint bank_receipts_lock_is_only_check CHECK (is_only)
);

-- 1620-fiat.sql -----------------------------------------------------------------------------------

create table fiat_currencies (
  asset text not null primary key references assets,
  "position" smallint not null unique,
  wire_min numeric(38,18) not null,
  wire_max numeric(38,18) not null,
  payout_min numeric(38,18) not null,
  payout_max numeric(38,18) not null,
  payout_fee numeric(38,18) not null,
  takes_wires boolean not null default true,
  takes_payouts boolean not null default true,
  wires_paused boolean not null default false,
  payouts_paused boolean not null default false,
  constraint fiat_currencies_check CHECK ((wire_max >= wire_min)),
  constraint fiat_currencies_check1 CHECK ((payout_max >= payout_min)),
  constraint fiat_currencies_check2 CHECK (((payout_fee >= (0)::numeric) AND (payout_fee < payout_min))),
  constraint fiat_currencies_payout_min_check CHECK ((payout_min > (0)::numeric)),
  constraint fiat_currencies_wire_min_check CHECK ((wire_min > (0)::numeric))
);
grant select, update (wire_min, wire_max, payout_min, payout_max, payout_fee, takes_wires, takes_payouts, wires_paused, payouts_paused) on fiat_currencies to tern_app;

create table bank_cards (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  iban text not null,
  payee_address text not null,
  country text not null,
  created_at timestamptz not null,
  usable_from timestamptz not null default now(),
  constraint bank_cards_country_check CHECK ((country ~ '^[A-Z]{2}$')),
  constraint bank_cards_once UNIQUE (member_id, card_number, iban),
  constraint bank_cards_sealed CHECK (((card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$') AND (iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$')))
);
CREATE INDEX bank_cards_of_holder ON bank_cards (lower(btrim(account_name)));
CREATE INDEX bank_cards_of_member ON bank_cards (member_id, id DESC);
grant delete, insert, select on bank_cards to tern_app;

create table wires (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  asset text not null references fiat_currencies,
  amount numeric(38,18) not null,
  email text not null,
  reference text not null unique,
  received numeric(38,18),
  bank_reference text not null default '',
  payer text not null default '',
  state text not null default 'reviewed',
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  constraint wires_amount_check CHECK ((amount > (0)::numeric)),
  constraint wires_check CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint wires_check1 CHECK (((state <> 'completed') OR (received IS NOT NULL))),
  constraint wires_check2 CHECK (((state <> 'cancelled') OR (received IS NULL))),
  constraint wires_received_check CHECK ((received > (0)::numeric)),
  constraint wires_state_check CHECK ((state = ANY (ARRAY['reviewed', 'completed', 'rejected', 'cancelled'])))
);
CREATE UNIQUE INDEX wires_bank_reference ON wires (asset, bank_reference_key(bank_reference)) WHERE ((bank_reference <> '') AND (state <> 'rejected'));
CREATE INDEX wires_of_member ON wires (member_id, id DESC);
CREATE INDEX wires_searched ON wires USING gin (lower(((((reference || ' ') || bank_reference) || ' ') || payer)) gin_trgm_ops);
CREATE TRIGGER wires_begin_reviewed BEFORE INSERT ON wires FOR EACH ROW WHEN ((new.state <> 'reviewed')) EXECUTE FUNCTION refuse_write('a new wire or payout must be under review', 'fiat_begin_reviewed');
CREATE TRIGGER wires_guard_change BEFORE UPDATE ON wires FOR EACH ROW EXECUTE FUNCTION wires_refuse_change();
CREATE TRIGGER wires_no_receipt BEFORE INSERT OR UPDATE ON wires FOR EACH ROW WHEN (((new.bank_reference <> '') AND (new.state <> 'rejected'))) EXECUTE FUNCTION wires_refuse_receipt();
CREATE TRIGGER wires_only_agreed BEFORE UPDATE ON wires FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = 'completed'))) EXECUTE FUNCTION funding_refuse_unagreed('wire', '');
CREATE TRIGGER wires_stay_as_on_statement BEFORE UPDATE ON wires FOR EACH ROW WHEN (((new.received IS DISTINCT FROM old.received) OR (new.bank_reference IS DISTINCT FROM old.bank_reference))) EXECUTE FUNCTION wires_keep_statement();
grant insert, select, update on wires to tern_app;

-- view wire_receipts (asset, bank_key)
-- function wires_refuse_change() returns trigger
-- view fiat_wire_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on fiat_wire_required_lines to tern_app;

create table payouts (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  asset text not null references assets,
  amount numeric(38,18) not null,
  currency text not null references fiat_currencies,
  quoted_rate numeric(38,18) not null,
  quoted_received numeric(38,18) not null,
  least_received numeric(38,18) not null,
  rate numeric(38,18) not null,
  spread numeric(38,18) not null,
  legs jsonb not null,
  fee numeric(38,18) not null,
  received numeric(38,18) not null,
  bank_name text not null,
  account_name text not null,
  card_number text not null,
  bank_address text not null,
  iban text not null,
  payee_address text not null,
  country text not null,
  state text not null default 'reviewed',
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  bank_reference text not null default '',
  value_date date,
  returned numeric(38,18),
  constraint payouts_amount_check CHECK ((amount > (0)::numeric)),
  constraint payouts_check CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint payouts_fee_check CHECK ((fee >= (0)::numeric)),
  constraint payouts_least_received CHECK (((least_received >= (0)::numeric) AND (least_received <= quoted_received))),
  constraint payouts_never_below_least CHECK ((received >= least_received)),
  constraint payouts_quoted_rate CHECK ((quoted_rate > (0)::numeric)),
  constraint payouts_rate_check CHECK ((rate > (0)::numeric)),
  constraint payouts_received_check CHECK ((received > (0)::numeric)),
  constraint payouts_returned CHECK (((returned IS NULL) OR ((state = 'returned') AND (returned <= received)))),
  constraint payouts_returned_check CHECK ((returned > (0)::numeric)),
  constraint payouts_sealed CHECK (((card_number ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$') AND (iban ~ '^s1:[A-Za-z0-9_-]{40,}:[A-Z0-9* ]{6,14}$'))),
  constraint payouts_spread_check CHECK (((spread >= (0)::numeric) AND (spread < (1)::numeric))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['reviewed', 'approved', 'completed', 'returned', 'rejected', 'cancelled'])))
);
CREATE UNIQUE INDEX payouts_bank_reference ON payouts (currency, bank_reference_key(bank_reference)) WHERE (bank_reference <> '');
CREATE INDEX payouts_ended ON payouts (updated_at) WHERE (state = ANY (ARRAY['completed', 'rejected', 'cancelled']));
CREATE INDEX payouts_held ON payouts (member_id, asset) WHERE (state = ANY (ARRAY['reviewed', 'approved']));
CREATE INDEX payouts_of_member ON payouts (member_id, id DESC);
CREATE INDEX payouts_searched ON payouts USING gin (lower(bank_reference) gin_trgm_ops);
CREATE INDEX payouts_to_card ON payouts (member_id, card_number, iban) WHERE (state = 'completed');
CREATE INDEX payouts_to_send ON payouts (decided_at, id) WHERE (state = 'approved');
CREATE TRIGGER payouts_begin_reviewed BEFORE INSERT ON payouts FOR EACH ROW WHEN ((new.state <> 'reviewed')) EXECUTE FUNCTION refuse_write('a new wire or payout must be under review', 'fiat_begin_reviewed');
CREATE TRIGGER payouts_guard_change BEFORE UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_refuse_change();
CREATE TRIGGER payouts_keep_to_saved BEFORE INSERT ON payouts FOR EACH ROW EXECUTE FUNCTION payouts_keep_to_saved();
CREATE TRIGGER payouts_not_in_open_file BEFORE UPDATE ON payouts FOR EACH ROW WHEN (((old.state = 'approved') AND (new.state <> 'approved'))) EXECUTE FUNCTION payouts_refuse_in_file();
CREATE TRIGGER payouts_only_agreed BEFORE UPDATE ON payouts FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = ANY (ARRAY['approved', 'completed'])))) EXECUTE FUNCTION funding_refuse_unagreed('payout', 'held');
CREATE TRIGGER payouts_only_returned BEFORE UPDATE ON payouts FOR EACH ROW WHEN ((new.state = 'returned')) EXECUTE FUNCTION payouts_refuse_unreturned();
grant insert, select, update on payouts to tern_app;

-- function payouts_refuse_change() returns trigger
-- function payouts_keep_to_saved() returns trigger

create table payout_returns (
  id bigint not null generated always as identity primary key,
  payout_id bigint not null references payouts,
  amount numeric(38,18),
  bank_reference text not null,
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  constraint payout_returns_amount_check CHECK ((amount > (0)::numeric)),
  constraint payout_returns_bank_reference_check CHECK ((bank_reference <> '')),
  constraint payout_returns_reason_check CHECK ((reason <> '')),
  constraint payout_returns_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX payout_returns_one ON payout_returns (payout_id) WHERE (state <> 'dropped');
CREATE TRIGGER payout_returns_stay BEFORE UPDATE ON payout_returns FOR EACH ROW EXECUTE FUNCTION payout_returns_refuse_change();
grant insert, select, update (state) on payout_returns to tern_app;

-- function payout_returns_refuse_change() returns trigger
-- view payout_returns_agreed (payout_id, amount)
grant select on payout_returns_agreed to tern_app;

-- function payouts_refuse_unreturned() returns trigger, with the rights of the owner
-- view fiat_payout_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on fiat_payout_required_lines to tern_app;

-- 1630-deposit.sql --------------------------------------------------------------------------------

create table deposit_addresses (
  network text not null references networks,
  address text not null,
  member_id bigint not null references members,
  created_at timestamptz not null,
  constraint deposit_addresses_pkey PRIMARY KEY (network, address)
);
CREATE INDEX deposit_addresses_everywhere ON deposit_addresses (address);
CREATE INDEX deposit_addresses_of_member ON deposit_addresses (member_id, network);
CREATE INDEX deposit_addresses_searched ON deposit_addresses USING gin (lower(address) gin_trgm_ops);
grant insert, select on deposit_addresses to tern_app;

create table deposits (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  asset text not null,
  network text,
  address text,
  amount numeric(38,18) not null,
  fee numeric(38,18) not null,
  source text not null,
  image_id bigint unique references images,
  txid text not null default '',
  manual_entry_id bigint unique references manual_entries,
  state text not null,
  reason text not null default '',
  held_until timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  constraint deposits_amount_check CHECK ((amount > (0)::numeric)),
  constraint deposits_asset_network_fkey FOREIGN KEY (asset, network) REFERENCES asset_networks(asset, network),
  constraint deposits_check CHECK (((fee >= (0)::numeric) AND (fee < amount))),
  constraint deposits_check1 CHECK (((source = 'member') = (image_id IS NOT NULL))),
  constraint deposits_check2 CHECK (((source = 'member') OR (state = 'completed'))),
  constraint deposits_check3 CHECK (((state = 'reviewed') = (decided_at IS NULL))),
  constraint deposits_check4 CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint deposits_manual_entry CHECK (((source = 'platform') = (manual_entry_id IS NOT NULL))),
  constraint deposits_over_a_network CHECK ((((source = 'platform') = (network IS NULL)) AND ((network IS NULL) = (address IS NULL)))),
  constraint deposits_source_check CHECK ((source = ANY (ARRAY['member', 'network', 'platform']))),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['reviewed', 'completed', 'rejected', 'cancelled'])))
);
CREATE INDEX deposits_alike ON deposits (asset, network, amount);
CREATE INDEX deposits_of_member ON deposits (member_id, id DESC);
CREATE INDEX deposits_searched ON deposits USING gin (lower(((COALESCE(address, '') || ' ') || txid)) gin_trgm_ops);
CREATE INDEX deposits_under_review ON deposits (member_id) WHERE (state = 'reviewed');
CREATE TRIGGER deposits_begin_reviewed BEFORE INSERT ON deposits FOR EACH ROW WHEN (((new.source = 'member') AND (new.state <> 'reviewed'))) EXECUTE FUNCTION refuse_write('a new deposit must be under review', 'deposits_begin_reviewed');
CREATE TRIGGER deposits_guard_change BEFORE UPDATE ON deposits FOR EACH ROW EXECUTE FUNCTION deposits_refuse_change();
CREATE TRIGGER deposits_only_agreed BEFORE UPDATE ON deposits FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = 'completed'))) EXECUTE FUNCTION funding_refuse_unagreed('deposit', '');
grant insert, select, update on deposits to tern_app;

-- function deposits_refuse_change() returns trigger

create table deposits_seen (
  reference text not null primary key,
  network text not null,
  asset text not null,
  address text not null,
  amount numeric(38,18) not null,
  txid text not null,
  deposit_id bigint unique references deposits,
  house_at timestamptz,
  fault text,
  dismissed_at timestamptz,
  seen_at timestamptz not null,
  height bigint,
  constraint deposits_seen_fault CHECK (((fault IS NOT NULL) OR ((deposit_id IS NOT NULL) AND (dismissed_at IS NULL) AND (house_at IS NULL)))),
  constraint deposits_seen_fault_check CHECK ((fault = ANY (ARRAY['unknown-address', 'unknown-asset', 'not-above-fee', 'closed-account']))),
  constraint deposits_seen_height_check CHECK ((height >= 0)),
  constraint deposits_seen_settled CHECK ((num_nonnulls(deposit_id, dismissed_at, house_at) <= 1))
);
CREATE INDEX deposits_seen_at_address ON deposits_seen (network, address, asset);
CREATE INDEX deposits_seen_by_time ON deposits_seen (network, asset, seen_at);
CREATE INDEX deposits_seen_unmatched ON deposits_seen (seen_at, reference) WHERE ((deposit_id IS NULL) AND (dismissed_at IS NULL) AND (house_at IS NULL));
CREATE INDEX deposits_seen_with_fault ON deposits_seen (network, asset) WHERE (fault IS NOT NULL);
CREATE TRIGGER deposits_seen_noted AFTER INSERT ON deposits_seen FOR EACH ROW EXECUTE FUNCTION deposits_seen_note();
CREATE TRIGGER deposits_seen_settled_once BEFORE UPDATE ON deposits_seen FOR EACH ROW EXECUTE FUNCTION deposits_seen_refuse_change();
grant insert, insert (height), select, update (deposit_id, house_at, dismissed_at) on deposits_seen to tern_app;

-- function deposits_seen_refuse_change() returns trigger

create table unmatched_proposals (
  id bigint not null generated always as identity primary key,
  reference text not null references deposits_seen,
  act text not null,
  member_id bigint references members,
  account text,
  fee numeric(38,18) not null default 0,
  message text not null default 'message.depositAssigned',
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  constraint unmatched_proposals_account CHECK (((act = 'house') = (account IS NOT NULL))),
  constraint unmatched_proposals_account_check CHECK ((account = ANY (ARRAY['yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards']))),
  constraint unmatched_proposals_act_check CHECK ((act = ANY (ARRAY['credit', 'dismiss', 'house']))),
  constraint unmatched_proposals_check CHECK (((act = 'credit') = (member_id IS NOT NULL))),
  constraint unmatched_proposals_fee_check CHECK ((fee >= (0)::numeric)),
  constraint unmatched_proposals_message_check CHECK ((message <> '')),
  constraint unmatched_proposals_reason_check CHECK ((reason <> '')),
  constraint unmatched_proposals_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX unmatched_proposals_one ON unmatched_proposals (reference) WHERE (state <> 'dropped');
grant insert, select, update (state) on unmatched_proposals to tern_app;

-- view deposit_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on deposit_required_lines to tern_app;

-- view house_deposit_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on house_deposit_required_lines to tern_app;

-- 1640-withdrawal.sql -----------------------------------------------------------------------------

create table withdrawal_addresses (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  asset text not null,
  network text not null,
  address text not null,
  memo text not null,
  name text not null,
  remark text not null,
  usable_from timestamptz not null,
  created_at timestamptz not null,
  constraint withdrawal_addresses_asset_network_fkey FOREIGN KEY (asset, network) REFERENCES asset_networks(asset, network),
  constraint withdrawal_addresses_once UNIQUE (member_id, asset, network, address, memo)
);
CREATE INDEX withdrawal_addresses_of_member ON withdrawal_addresses (member_id, id DESC);
CREATE INDEX withdrawal_addresses_searched ON withdrawal_addresses USING gin (lower(((address || ' ') || name)) gin_trgm_ops);
grant delete, insert, select on withdrawal_addresses to tern_app;

create table withdrawals (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  asset text not null,
  network text not null,
  address text not null,
  memo text not null,
  amount numeric(38,18) not null,
  fee numeric(38,18) not null,
  state text not null default 'reviewed',
  reason text not null default '',
  held_until timestamptz,
  txid text not null default '',
  next_attempt_at timestamptz,
  silent_since timestamptz,
  silence text not null default '',
  due_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  constraint withdrawals_amount_check CHECK ((amount > (0)::numeric)),
  constraint withdrawals_asset_network_fkey FOREIGN KEY (asset, network) REFERENCES asset_networks(asset, network),
  constraint withdrawals_check CHECK (((fee >= (0)::numeric) AND (fee < amount))),
  constraint withdrawals_check1 CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint withdrawals_silence CHECK (((silent_since IS NOT NULL) OR (silence = ''))),
  constraint withdrawals_state_check CHECK ((state = ANY (ARRAY['reviewed', 'approved', 'sending', 'completed', 'rejected', 'cancelled'])))
);
CREATE INDEX withdrawals_above_cap ON withdrawals (asset, decided_at, id) WHERE ((state = 'approved') AND (reason <> ''));
CREATE INDEX withdrawals_by_txid ON withdrawals (lower(txid)) WHERE (txid <> '');
CREATE INDEX withdrawals_ended ON withdrawals (updated_at) WHERE (state = ANY (ARRAY['completed', 'rejected', 'cancelled']));
CREATE INDEX withdrawals_held ON withdrawals (member_id, asset) WHERE (state = ANY (ARRAY['reviewed', 'approved', 'sending']));
CREATE INDEX withdrawals_of_member ON withdrawals (member_id, id DESC);
CREATE INDEX withdrawals_searched ON withdrawals USING gin (lower(((address || ' ') || txid)) gin_trgm_ops);
CREATE INDEX withdrawals_silent ON withdrawals (silent_since, id) WHERE ((state = 'sending') AND (silent_since IS NOT NULL));
CREATE INDEX withdrawals_to_address ON withdrawals (lower(address), network, memo, created_at);
CREATE INDEX withdrawals_to_send ON withdrawals (next_attempt_at, id) WHERE (state = ANY (ARRAY['approved', 'sending']));
CREATE TRIGGER withdrawals_begin_reviewed BEFORE INSERT ON withdrawals FOR EACH ROW WHEN ((new.state <> 'reviewed')) EXECUTE FUNCTION refuse_write('a new withdrawal must be under review', 'withdrawals_begin_reviewed');
CREATE TRIGGER withdrawals_guard_change BEFORE UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_refuse_change();
CREATE TRIGGER withdrawals_keep_to_saved BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION withdrawals_keep_to_saved();
CREATE TRIGGER withdrawals_only_agreed BEFORE UPDATE ON withdrawals FOR EACH ROW WHEN (((new.state <> old.state) AND (new.state = ANY (ARRAY['approved', 'sending'])))) EXECUTE FUNCTION funding_refuse_unagreed('withdrawal', 'held');
CREATE TRIGGER withdrawals_within_cap BEFORE UPDATE ON withdrawals FOR EACH ROW WHEN (((old.state <> 'sending') AND (new.state = 'sending'))) EXECUTE FUNCTION withdrawals_count_outflow();
grant insert, select, update on withdrawals to tern_app;

-- function withdrawals_refuse_change() returns trigger
-- function withdrawals_keep_to_saved() returns trigger

create table withdrawal_resolutions (
  id bigint not null generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  outcome text not null,
  txid text not null,
  message text not null default 'message.resolvedByStaff',
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  decided_at timestamptz,
  next_look_at timestamptz,
  constraint withdrawal_resolutions_check CHECK (((outcome = 'unsent') OR (txid <> ''))),
  constraint withdrawal_resolutions_check1 CHECK (((state = 'proposed') = (decided_at IS NULL))),
  constraint withdrawal_resolutions_check2 CHECK (((state = 'carried') OR (next_look_at IS NULL))),
  constraint withdrawal_resolutions_message_check CHECK ((message <> '')),
  constraint withdrawal_resolutions_outcome_check CHECK ((outcome = ANY (ARRAY['unsent', 'sent']))),
  constraint withdrawal_resolutions_reason_check CHECK ((reason <> '')),
  constraint withdrawal_resolutions_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX withdrawal_resolutions_one ON withdrawal_resolutions (withdrawal_id) WHERE (state <> 'dropped');
CREATE INDEX withdrawal_resolutions_open ON withdrawal_resolutions (id) WHERE (state = 'proposed');
CREATE UNIQUE INDEX withdrawal_resolutions_payment ON withdrawal_resolutions (txid) WHERE ((outcome = 'sent') AND (state <> 'dropped'));
CREATE INDEX withdrawal_resolutions_to_look ON withdrawal_resolutions (next_look_at, id) WHERE (next_look_at IS NOT NULL);
CREATE TRIGGER withdrawal_resolutions_late_enough BEFORE UPDATE ON withdrawal_resolutions FOR EACH ROW WHEN (((old.state = 'proposed') AND (new.state = 'carried') AND (new.outcome = 'unsent'))) EXECUTE FUNCTION withdrawal_resolutions_refuse_early();
CREATE TRIGGER withdrawal_resolutions_stay BEFORE UPDATE ON withdrawal_resolutions FOR EACH ROW EXECUTE FUNCTION withdrawal_resolutions_refuse_change();
grant insert, select, update (state, decided_at, next_look_at) on withdrawal_resolutions to tern_app;

-- function withdrawal_resolutions_refuse_change() returns trigger

create table withdrawal_discrepancies (
  id bigint not null generated always as identity primary key,
  resolution_id bigint not null unique references withdrawal_resolutions,
  said text not null,
  txid text not null,
  reason text not null,
  created_at timestamptz not null,
  constraint withdrawal_discrepancies_said_check CHECK ((said = ANY (ARRAY['completed', 'refused'])))
);
grant insert, select on withdrawal_discrepancies to tern_app;

-- view withdrawals_agreed (id)
grant select on withdrawals_agreed to tern_app;

-- view withdrawal_required_lines (kind, reference, subject_id, owner_id, asset, available, held)
grant select on withdrawal_required_lines to tern_app;

-- 1650-assets.sql ---------------------------------------------------------------------------------

create table assets_paid_in (
  member_id bigint not null references members,
  day date not null,
  put_in numeric(38,18) not null,
  taken_out numeric(38,18) not null,
  constraint assets_paid_in_pkey PRIMARY KEY (member_id, day)
);
grant insert, select, update on assets_paid_in to tern_app;

create table assets_paid_in_totals (
  member_id bigint not null primary key references members,
  through_posting bigint not null,
  put_in numeric(38,18) not null,
  taken_out numeric(38,18) not null
);
grant insert, select, update on assets_paid_in_totals to tern_app;

-- 1660-statement.sql ------------------------------------------------------------------------------

create table statement_progress (
  member_id bigint not null primary key references members,
  next_month date not null,
  through_posting bigint not null,
  from_posting bigint not null,
  holdings json not null
);
grant insert, select, update on statement_progress to tern_app;

create table statement_months (
  member_id bigint not null references members,
  month date not null,
  through_posting bigint not null,
  from_posting bigint not null,
  late_from bigint not null,
  figures json not null,
  closed_at timestamptz not null,
  constraint statement_months_pkey PRIMARY KEY (member_id, month)
);
CREATE TRIGGER statement_months_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON statement_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a closed month never changes');
grant insert, select on statement_months to tern_app;

create table statement_documents (
  member_id bigint not null,
  month date not null,
  content bytea not null,
  receipt text not null,
  sealed_at timestamptz not null,
  constraint statement_documents_pkey PRIMARY KEY (member_id, month),
  constraint statement_documents_member_id_month_fkey FOREIGN KEY (member_id, month) REFERENCES statement_months(member_id, month)
);
CREATE TRIGGER statement_documents_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON statement_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a closed month never changes');
grant insert, select on statement_documents to tern_app;

-- 1700-products.sql -------------------------------------------------------------------------------

create table products (
  id bigint not null generated always as identity primary key,
  kind text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_kind_check CHECK ((kind ~ '^[a-z]+$'))
);
grant insert (kind, created_at, updated_at), select, update (updated_at) on products to tern_app;

create table product_versions (
  id bigint not null generated always as identity primary key,
  product_id bigint not null references products,
  version integer not null,
  terms jsonb not null,
  is_open boolean not null default true,
  state text not null default 'draft',
  effective_at timestamptz,
  reason text not null default '',
  is_beginning boolean not null default false,
  proposed_by bigint references operators,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint product_versions_author CHECK ((is_beginning = (proposed_by IS NULL))),
  constraint product_versions_once UNIQUE (product_id, version),
  constraint product_versions_state_check CHECK ((state = ANY (ARRAY['draft', 'proposed', 'scheduled', 'inForce', 'replaced', 'rejected', 'withdrawn']))),
  constraint product_versions_terms_check CHECK ((jsonb_typeof(terms) = 'object')),
  constraint product_versions_time CHECK (((effective_at IS NOT NULL) OR (state <> ALL (ARRAY['scheduled', 'inForce', 'replaced'])))),
  constraint product_versions_version_check CHECK ((version > 0))
);
CREATE INDEX product_versions_due ON product_versions (effective_at, id) WHERE (state = 'scheduled');
CREATE UNIQUE INDEX product_versions_in_force ON product_versions (product_id) WHERE (state = 'inForce');
CREATE UNIQUE INDEX product_versions_pending ON product_versions (product_id) WHERE (state = ANY (ARRAY['draft', 'proposed', 'scheduled']));
CREATE TRIGGER product_versions_guard BEFORE INSERT OR UPDATE ON product_versions FOR EACH ROW EXECUTE FUNCTION product_versions_guard();
CREATE TRIGGER product_versions_restated AFTER UPDATE ON product_versions FOR EACH ROW WHEN ((((new.state = ANY (ARRAY['scheduled', 'inForce', 'replaced'])) OR (old.state = ANY (ARRAY['scheduled', 'inForce', 'replaced']))) AND ((((((new.product_id IS DISTINCT FROM old.product_id) OR (new.version IS DISTINCT FROM old.version)) OR (new.terms IS DISTINCT FROM old.terms)) OR (new.is_open IS DISTINCT FROM old.is_open)) OR (new.effective_at IS DISTINCT FROM old.effective_at)) OR (new.state IS DISTINCT FROM old.state)))) EXECUTE FUNCTION product_versions_state_change();
CREATE TRIGGER product_versions_stated AFTER INSERT ON product_versions FOR EACH ROW WHEN ((new.state = ANY (ARRAY['scheduled', 'inForce', 'replaced']))) EXECUTE FUNCTION product_versions_state_change();
CREATE TRIGGER product_versions_stay BEFORE DELETE OR TRUNCATE ON product_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('versions of products stay');
grant insert (product_id, version, terms, is_open, state, effective_at, reason, proposed_by, created_at, updated_at), select, update (terms, is_open, state, effective_at, reason, proposed_by, updated_at) on product_versions to tern_app;

-- function product_version_may_apply(candidate product_versions) returns boolean, for tern_app
-- function product_versions_guard() returns trigger
-- function product_columns(terms jsonb) returns jsonb, for tern_app
-- function product_follow_version() returns trigger
-- function product_faults() returns TABLE(fault text), for tern_app
-- function product_begin(kind text, terms jsonb, at_time timestamptz, is_open boolean) returns bigint

-- 1710-house-fundings.sql -------------------------------------------------------------------------

create table house_fundings (
  id bigint not null generated always as identity primary key,
  account text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  reason text not null,
  bank_reference text not null default '',
  is_beginning boolean not null default false,
  granted_at timestamptz,
  proposed_by bigint references operators,
  request_id text,
  created_at timestamptz not null,
  constraint house_fundings_account_check CHECK ((account = ANY (ARRAY['yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards']))),
  constraint house_fundings_amount_check CHECK ((amount > (0)::numeric)),
  constraint house_fundings_author CHECK ((is_beginning = (proposed_by IS NULL))),
  constraint house_fundings_granted CHECK ((is_beginning OR (granted_at IS NULL))),
  constraint house_fundings_reason_check CHECK ((reason <> '')),
  constraint house_fundings_request UNIQUE (proposed_by, request_id)
);
CREATE INDEX house_fundings_ungranted ON house_fundings (id) WHERE (is_beginning AND (granted_at IS NULL));
CREATE TRIGGER house_fundings_granted_once BEFORE UPDATE ON house_fundings FOR EACH ROW WHEN (((old.granted_at IS NOT NULL) OR (((((((((new.id IS DISTINCT FROM old.id) OR (new.account IS DISTINCT FROM old.account)) OR (new.asset IS DISTINCT FROM old.asset)) OR (new.amount IS DISTINCT FROM old.amount)) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.is_beginning IS DISTINCT FROM old.is_beginning)) OR (new.proposed_by IS DISTINCT FROM old.proposed_by)) OR (new.request_id IS DISTINCT FROM old.request_id)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION refuse_write('a proposed funding does not change');
CREATE TRIGGER house_fundings_receipt BEFORE INSERT ON house_fundings FOR EACH ROW WHEN ((NOT new.is_beginning)) EXECUTE FUNCTION house_fundings_refuse_unbacked();
CREATE TRIGGER house_fundings_stay BEFORE DELETE OR TRUNCATE ON house_fundings FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a proposed funding does not change');
grant insert (account, asset, amount, reason, bank_reference, proposed_by, request_id, created_at), select, update (granted_at) on house_fundings to tern_app;

-- view house_receipts (id, asset, bank_key)
-- function house_fundings_refuse_unbacked() returns trigger, with the rights of the owner
-- view house_funding_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on house_funding_required_lines to tern_app;

-- function house_funding_begin(to_account text, of_asset text, of_amount numeric, at timestamptz) returns void

-- 1720-staking.sql --------------------------------------------------------------------------------

-- function staking_round_up(exact numeric, places integer) returns numeric, for tern_app
-- function staking_yield_through(base numeric, rate numeric, days integer, places integer) returns numeric, for tern_app
-- function staking_coins(given_value numeric, coin_price numeric) returns numeric, for tern_app
-- function staking_start(from_at timestamptz, payout_minute integer) returns timestamptz, for tern_app
-- function staking_shares(notation text) returns smallint[], for tern_app
-- function staking_are_shares(notation text) returns boolean, for tern_app

create table staking_products (
  id bigint not null primary key references products,
  kind text not null,
  name text not null,
  content jsonb not null,
  asset text not null references assets,
  pay_asset text not null references assets,
  unit_price numeric(38,18) not null,
  daily_rate numeric(38,18),
  daily_output numeric(38,18),
  freezes_output boolean not null,
  term_days integer not null,
  payout_minute integer not null,
  penalty_ratio numeric(38,18) not null,
  order_max integer not null,
  token_asset text references assets,
  token_min numeric(38,18) not null,
  shares text,
  listed_at timestamptz not null,
  state text not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint staking_products_content_check CHECK (((content ->> 'en') IS NOT NULL)),
  constraint staking_products_daily_output_check CHECK ((daily_output > (0)::numeric)),
  constraint staking_products_daily_rate_check CHECK (((daily_rate > (0)::numeric) AND (daily_rate < (1)::numeric))),
  constraint staking_products_income CHECK ((num_nonnulls(daily_rate, daily_output) = 1)),
  constraint staking_products_kind_check CHECK ((kind = ANY (ARRAY['sole', 'shared', 'staking']))),
  constraint staking_products_name_check CHECK ((name <> '')),
  constraint staking_products_order_max_check CHECK (((order_max >= 1) AND (order_max <= 999999))),
  constraint staking_products_pay_asset_check CHECK ((pay_asset = 'USDT')),
  constraint staking_products_payout_minute_check CHECK (((payout_minute >= 0) AND (payout_minute <= 1439))),
  constraint staking_products_penalty CHECK (((kind = 'staking') OR (penalty_ratio = (0)::numeric))),
  constraint staking_products_penalty_ratio_check CHECK (((penalty_ratio >= (0)::numeric) AND (penalty_ratio <= (1)::numeric))),
  constraint staking_products_shares CHECK (
CASE
    WHEN (kind = 'shared') THEN ((staking_are_shares(shares) IS TRUE) AND (order_max = 1))
    ELSE (shares IS NULL)
END),
  constraint staking_products_state_check CHECK ((state = ANY (ARRAY['open', 'closed']))),
  constraint staking_products_term_days_check CHECK (((term_days >= 1) AND (term_days <= 3650))),
  constraint staking_products_token CHECK (((token_asset IS NULL) = (token_min = (0)::numeric))),
  constraint staking_products_token_min_check CHECK ((token_min >= (0)::numeric)),
  constraint staking_products_unit_price_check CHECK ((unit_price > (0)::numeric)),
  constraint staking_products_version_check CHECK ((version > 0))
);
CREATE TRIGGER staking_products_check BEFORE INSERT OR UPDATE ON staking_products FOR EACH ROW EXECUTE FUNCTION staking_check_product();
CREATE TRIGGER staking_products_follow_version BEFORE INSERT OR UPDATE ON staking_products FOR EACH ROW EXECUTE FUNCTION product_follow_version('staking', 'updated_at');
grant insert, select, update (kind, name, content, asset, pay_asset, unit_price, daily_rate, daily_output, freezes_output, term_days, payout_minute, penalty_ratio, order_max, token_asset, token_min, shares, listed_at, state, version, updated_at) on staking_products to tern_app;

create table staking_orders (
  id bigint not null generated always as identity primary key,
  product_id bigint not null references staking_products,
  member_id bigint not null references members,
  version integer not null,
  kind text not null,
  name text not null,
  asset text not null,
  pay_asset text not null,
  asset_scale smallint not null,
  pay_scale smallint not null,
  income text not null,
  freezes_output boolean not null,
  term_days integer not null,
  payout_minute integer not null,
  penalty_ratio numeric(38,18) not null,
  units integer not null,
  share_percent smallint,
  share_position smallint,
  paid numeric(38,18) not null,
  yield_base numeric(38,18) not null,
  yield_rate numeric(38,18) not null,
  yield_asset text not null generated always as (
CASE income
    WHEN 'value' THEN pay_asset
    ELSE asset
END) stored,
  yield_scale smallint not null generated always as (
CASE income
    WHEN 'value' THEN pay_scale
    ELSE asset_scale
END) stored,
  promised numeric(38,18) not null,
  state text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  next_payout_at timestamptz,
  paid_days integer not null default 0,
  paid_amount numeric(38,18) not null default 0,
  paid_value numeric(38,18) not null default 0,
  closed_at timestamptz,
  penalty numeric(38,18) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint staking_orders_check CHECK ((((state = ANY (ARRAY['pending', 'refunded'])) = (starts_at IS NULL)) AND ((starts_at IS NULL) = (ends_at IS NULL)))),
  constraint staking_orders_check1 CHECK ((((state = 'running') = (next_payout_at IS NOT NULL)) AND ((state = ANY (ARRAY['pending', 'running'])) = (closed_at IS NULL)))),
  constraint staking_orders_income_check CHECK ((income = ANY (ARRAY['value', 'coin']))),
  constraint staking_orders_paid_check CHECK ((paid > (0)::numeric)),
  constraint staking_orders_state_check CHECK ((state = ANY (ARRAY['pending', 'running', 'redeemed', 'refunded', 'ended']))),
  constraint staking_orders_units_check CHECK ((units > 0))
);
CREATE INDEX staking_orders_due ON staking_orders (next_payout_at, id) WHERE (next_payout_at IS NOT NULL);
CREATE INDEX staking_orders_of_member ON staking_orders (member_id, id DESC);
CREATE UNIQUE INDEX staking_orders_share ON staking_orders (product_id, share_position) WHERE ((share_position IS NOT NULL) AND (state <> 'refunded'));
CREATE TRIGGER staking_orders_change BEFORE UPDATE ON staking_orders FOR EACH ROW WHEN ((new.paid_days = old.paid_days)) EXECUTE FUNCTION staking_check_change();
CREATE TRIGGER staking_orders_check BEFORE INSERT ON staking_orders FOR EACH ROW EXECUTE FUNCTION staking_check_order();
CREATE TRIGGER staking_orders_stay BEFORE DELETE OR TRUNCATE ON staking_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select, update (state, starts_at, ends_at, next_payout_at, closed_at, penalty, updated_at) on staking_orders to tern_app;

create table staking_payout_batches (
  id bigint not null generated always as identity primary key,
  due_at timestamptz not null,
  created_at timestamptz not null,
  constraint staking_payout_batches_due CHECK ((created_at >= due_at))
);
CREATE TRIGGER staking_payout_batches_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON staking_payout_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select on staking_payout_batches to tern_app;

create table staking_payouts (
  id bigint not null generated always as identity,
  batch_id bigint not null,
  order_id bigint not null,
  member_id bigint not null,
  day integer not null,
  due_at timestamptz not null,
  yielded numeric(38,18) not null,
  amount numeric(38,18) not null,
  price numeric(38,18),
  value numeric(38,18),
  remainder numeric(38,18),
  constraint staking_payouts_once PRIMARY KEY (order_id, day),
  constraint staking_payouts_remainder_check CHECK ((remainder >= (0)::numeric))
);
CREATE INDEX staking_payouts_of_batch ON staking_payouts (batch_id);
CREATE INDEX staking_payouts_of_member ON staking_payouts (member_id, due_at DESC, id DESC);
CREATE TRIGGER staking_payouts_count AFTER INSERT ON staking_payouts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION staking_count_payouts();
CREATE TRIGGER staking_payouts_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON staking_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select on staking_payouts to tern_app;

-- function staking_check_product() returns trigger, with the rights of the owner
-- function staking_check_order() returns trigger, with the rights of the owner
-- function staking_check_change() returns trigger, with the rights of the owner
-- function staking_count_payouts() returns trigger, with the rights of the owner
-- view staking_required_lines (kind, reference, subject_id, owner_id, asset, available, locked, staked)
grant select on staking_required_lines to tern_app;

-- view staking_machine_required_lines (kind, reference, subject_id, owner_id, asset, available, staked)
grant select on staking_machine_required_lines to tern_app;

-- view staking_payout_required_lines (kind, reference, subject_id, owner_id, asset, available, locked)
grant select on staking_payout_required_lines to tern_app;

-- function staking_begin(terms jsonb, at_time timestamptz, is_open boolean) returns bigint

-- 1730-earn.sql -----------------------------------------------------------------------------------

create table fixed_terms (
  id bigint not null primary key references products,
  version integer not null,
  state text not null,
  name text not null,
  asset text not null references assets,
  content jsonb not null,
  term_days integer not null,
  daily_rate numeric(38,18) not null,
  payout_minute integer not null,
  penalty_ratio numeric(38,18) not null,
  fee_ratio numeric(38,18) not null,
  order_min numeric(38,18) not null,
  order_max numeric(38,18) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint fixed_terms_check CHECK (((order_max >= order_min) AND ((penalty_ratio + fee_ratio) <= (1)::numeric))),
  constraint fixed_terms_content_check CHECK (((content ->> 'en') IS NOT NULL)),
  constraint fixed_terms_daily_rate_check CHECK (((daily_rate > (0)::numeric) AND (daily_rate < (1)::numeric))),
  constraint fixed_terms_fee_ratio_check CHECK ((fee_ratio >= (0)::numeric)),
  constraint fixed_terms_order_min_check CHECK ((order_min > (0)::numeric)),
  constraint fixed_terms_payout_minute_check CHECK (((payout_minute >= 0) AND (payout_minute <= 1439))),
  constraint fixed_terms_penalty_ratio_check CHECK ((penalty_ratio >= (0)::numeric)),
  constraint fixed_terms_state_check CHECK ((state = ANY (ARRAY['open', 'closed']))),
  constraint fixed_terms_term_days_check CHECK (((term_days >= 1) AND (term_days <= 3650)))
);
CREATE TRIGGER fixed_terms_follow_version BEFORE INSERT OR UPDATE ON fixed_terms FOR EACH ROW EXECUTE FUNCTION product_follow_version('earn', 'updated_at');
grant insert, select, update on fixed_terms to tern_app;

-- function earn_round_up(exact numeric, places integer) returns numeric, for tern_app
-- function earn_yield_through(principal numeric, daily_rate numeric, days integer, places integer) returns numeric, for tern_app
-- function earn_start_of_term(moment timestamptz, payout_minute integer) returns timestamptz, for tern_app

create table fixed_term_orders (
  id bigint not null generated always as identity primary key,
  product_id bigint not null references fixed_terms,
  member_id bigint not null references members,
  version integer not null,
  name text not null,
  asset text not null,
  scale smallint not null,
  term_days integer not null,
  daily_rate numeric(38,18) not null,
  payout_minute integer not null,
  penalty_ratio numeric(38,18) not null,
  fee_ratio numeric(38,18) not null,
  principal numeric(38,18) not null,
  starts_at timestamptz not null,
  paid_days integer not null default 0,
  paid numeric(38,18) not null default 0,
  next_payout_at timestamptz,
  state text not null default 'inTerm',
  ended_at timestamptz,
  penalty numeric(38,18) not null default 0,
  fee numeric(38,18) not null default 0,
  created_at timestamptz not null,
  constraint fixed_term_orders_check CHECK ((((state = 'inTerm') = (ended_at IS NULL)) AND ((state = 'inTerm') = (next_payout_at IS NOT NULL)))),
  constraint fixed_term_orders_check1 CHECK (((state = 'redeemed') OR ((penalty = (0)::numeric) AND (fee = (0)::numeric)))),
  constraint fixed_term_orders_principal_check CHECK ((principal > (0)::numeric)),
  constraint fixed_term_orders_state_check CHECK ((state = ANY (ARRAY['inTerm', 'redeemed', 'ended'])))
);
CREATE INDEX fixed_term_orders_due ON fixed_term_orders (next_payout_at, id) WHERE (state = 'inTerm');
CREATE INDEX fixed_term_orders_of_member ON fixed_term_orders (member_id, id DESC);
CREATE TRIGGER fixed_term_orders_check BEFORE INSERT ON fixed_term_orders FOR EACH ROW EXECUTE FUNCTION earn_check_order();
CREATE TRIGGER fixed_term_orders_check_change BEFORE UPDATE ON fixed_term_orders FOR EACH ROW WHEN ((new.paid_days = old.paid_days)) EXECUTE FUNCTION earn_check_change();
CREATE TRIGGER fixed_term_orders_stay BEFORE DELETE OR TRUNCATE ON fixed_term_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select, update (next_payout_at, state, ended_at, penalty, fee) on fixed_term_orders to tern_app;

-- function earn_check_order() returns trigger, with the rights of the owner
-- function earn_check_change() returns trigger

create table fixed_term_payout_batches (
  id bigint not null generated always as identity primary key,
  created_at timestamptz not null
);
CREATE TRIGGER fixed_term_payout_batches_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON fixed_term_payout_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select on fixed_term_payout_batches to tern_app;

create table fixed_term_payouts (
  batch_id bigint not null,
  order_id bigint not null,
  day integer not null,
  amount numeric(38,18) not null,
  due_at timestamptz not null,
  paid_at timestamptz not null,
  constraint fixed_term_payouts_once PRIMARY KEY (order_id, day),
  constraint fixed_term_payouts_amount_check CHECK ((amount >= (0)::numeric)),
  constraint fixed_term_payouts_day_check CHECK ((day > 0)),
  constraint fixed_term_payouts_time CHECK ((paid_at >= due_at))
);
CREATE INDEX fixed_term_payouts_of_batch ON fixed_term_payouts (batch_id);
CREATE TRIGGER fixed_term_payouts_count AFTER INSERT ON fixed_term_payouts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION earn_count_payouts();
CREATE TRIGGER fixed_term_payouts_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON fixed_term_payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders and payouts stay');
grant insert, select on fixed_term_payouts to tern_app;

-- function earn_count_payouts() returns trigger, with the rights of the owner
-- view earn_order_required_lines (kind, reference, subject_id, owner_id, asset, available, financed)
grant select on earn_order_required_lines to tern_app;

-- view earn_payout_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on earn_payout_required_lines to tern_app;

-- 1740-offering.sql -------------------------------------------------------------------------------

create table offerings (
  id bigint not null primary key references products,
  version integer not null,
  state text not null,
  asset text not null references assets,
  pay_asset text not null references assets,
  content jsonb not null,
  supply numeric(38,18) not null,
  unit_price numeric(38,18) not null,
  order_min numeric(38,18) not null,
  order_max numeric(38,18) not null,
  member_max numeric(38,18) not null,
  cap numeric(38,18) not null,
  lock_days integer not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  is_prohibited boolean not null default false,
  paper_round integer unique,
  sold numeric(38,18) not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint offerings_cap CHECK (((sold >= (0)::numeric) AND (sold <= cap))),
  constraint offerings_check CHECK (((asset <> pay_asset) AND (order_max >= order_min) AND (member_max >= order_min) AND (supply >= cap) AND (closes_at > opens_at))),
  constraint offerings_content_check CHECK (((content ->> 'en') IS NOT NULL)),
  constraint offerings_lock_days_check CHECK (((lock_days >= 0) AND (lock_days <= 3650))),
  constraint offerings_order_min_check CHECK ((order_min > (0)::numeric)),
  constraint offerings_state_check CHECK ((state = ANY (ARRAY['open', 'closed']))),
  constraint offerings_unit_price_check CHECK ((unit_price > (0)::numeric))
);
CREATE INDEX offerings_by_window ON offerings (closes_at DESC, id DESC);
CREATE TRIGGER offerings_follow_version BEFORE INSERT OR UPDATE ON offerings FOR EACH ROW EXECUTE FUNCTION product_follow_version('offering', 'paper_round', 'sold', 'updated_at');
grant insert (id, version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max, cap, lock_days, opens_at, closes_at, is_prohibited, created_at, updated_at), select, update (version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max, cap, lock_days, opens_at, closes_at, is_prohibited, updated_at) on offerings to tern_app;

create table offering_members (
  offering_id bigint not null references offerings,
  member_id bigint not null references members,
  bought numeric(38,18) not null,
  constraint offering_members_pkey PRIMARY KEY (offering_id, member_id),
  constraint offering_members_bought_check CHECK ((bought > (0)::numeric))
);
grant select on offering_members to tern_app;

create table offering_subscriptions (
  id bigint not null generated always as identity primary key,
  offering_id bigint not null references offerings,
  member_id bigint not null references members,
  asset text not null,
  pay_asset text not null,
  version integer not null,
  quantity numeric(38,18) not null,
  unit_price numeric(38,18) not null,
  paid numeric(38,18) not null,
  unfreezes_at timestamptz not null,
  thawed_at timestamptz,
  created_at timestamptz not null,
  constraint offering_subscriptions_paid_check CHECK ((paid > (0)::numeric)),
  constraint offering_subscriptions_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint offering_subscriptions_thaw CHECK ((thawed_at >= unfreezes_at))
);
CREATE INDEX offering_subscriptions_frozen ON offering_subscriptions (unfreezes_at, id) WHERE (thawed_at IS NULL);
CREATE INDEX offering_subscriptions_of_member ON offering_subscriptions (member_id, id DESC);
CREATE TRIGGER offering_subscriptions_count BEFORE INSERT ON offering_subscriptions FOR EACH ROW EXECUTE FUNCTION offering_count_subscription();
CREATE TRIGGER offering_subscriptions_only_thaw BEFORE UPDATE ON offering_subscriptions FOR EACH ROW WHEN (((old.thawed_at IS NOT NULL) OR (((((((((((new.id IS DISTINCT FROM old.id) OR (new.offering_id IS DISTINCT FROM old.offering_id)) OR (new.member_id IS DISTINCT FROM old.member_id)) OR (new.asset IS DISTINCT FROM old.asset)) OR (new.pay_asset IS DISTINCT FROM old.pay_asset)) OR (new.version IS DISTINCT FROM old.version)) OR (new.quantity IS DISTINCT FROM old.quantity)) OR (new.unit_price IS DISTINCT FROM old.unit_price)) OR (new.paid IS DISTINCT FROM old.paid)) OR (new.unfreezes_at IS DISTINCT FROM old.unfreezes_at)) OR (new.created_at IS DISTINCT FROM old.created_at)))) EXECUTE FUNCTION refuse_write('a subscription only thaws, once');
CREATE TRIGGER offering_subscriptions_stay BEFORE DELETE OR TRUNCATE ON offering_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a subscription only thaws, once');
grant insert, select, update (thawed_at) on offering_subscriptions to tern_app;

-- function offering_cost(quantity numeric, unit_price numeric, places integer) returns numeric, for tern_app
-- function offering_count_subscription() returns trigger, with the rights of the owner
-- view offering_required_lines (kind, reference, subject_id, owner_id, asset, available, locked)
grant select on offering_required_lines to tern_app;

-- function offering_begin(terms jsonb, at_time timestamptz, paper_round integer, is_open boolean) returns bigint

create table offering_paper_plan (
  place integer not null primary key,
  terms jsonb not null
);

-- function offering_add_paper(at timestamptz) returns void, with the rights of the owner, for tern_app

-- 1750-loan.sql -----------------------------------------------------------------------------------

create table loan_products (
  id bigint not null primary key references products,
  version integer not null,
  state text not null,
  name text not null,
  asset text not null references assets,
  amount_min numeric(38,18) not null,
  amount_max numeric(38,18) not null,
  daily_rate numeric(38,18) not null,
  free_days integer not null,
  term_days integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint loan_products_amount_min_check CHECK ((amount_min > (0)::numeric)),
  constraint loan_products_check CHECK ((amount_max >= amount_min)),
  constraint loan_products_daily_rate_check CHECK (((daily_rate > (0)::numeric) AND (daily_rate < (1)::numeric))),
  constraint loan_products_free_days_check CHECK (((free_days >= 0) AND (free_days <= 3650))),
  constraint loan_products_state_check CHECK ((state = ANY (ARRAY['open', 'closed']))),
  constraint loan_products_term_days_check CHECK (((term_days >= 1) AND (term_days <= 3650)))
);
CREATE TRIGGER loan_products_follow_version BEFORE INSERT OR UPDATE ON loan_products FOR EACH ROW EXECUTE FUNCTION product_follow_version('loan', 'updated_at');
grant insert, select, update on loan_products to tern_app;

create table loans (
  id bigint not null generated always as identity primary key,
  product_id bigint not null references loan_products,
  member_id bigint not null references members,
  version integer not null,
  name text not null,
  asset text not null,
  scale smallint not null,
  daily_rate numeric(38,18) not null,
  free_days integer not null,
  term_days integer not null,
  requested numeric(38,18) not null,
  offered numeric(38,18) not null,
  consented_at timestamptz not null,
  state text not null default 'reviewed',
  reason text not null default '',
  decided_at timestamptz,
  credited_at timestamptz,
  due_at timestamptz,
  remind_at timestamptz,
  collected_at timestamptz,
  repaid_at timestamptz,
  principal numeric(38,18) not null default 0,
  accrued numeric(38,18) not null default 0,
  accrued_overdue numeric(38,18) not null default 0,
  interest_paid numeric(38,18) not null default 0,
  counted_days integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint loans_check CHECK (((offered > (0)::numeric) AND (offered <= requested))),
  constraint loans_check1 CHECK (((state <> 'rejected') OR (reason <> ''))),
  constraint loans_check2 CHECK (((offered = requested) OR (reason <> ''))),
  constraint loans_check3 CHECK (((state = 'reviewed') = (decided_at IS NULL))),
  constraint loans_check4 CHECK (((state = ANY (ARRAY['active', 'repaid', 'overdue'])) = (credited_at IS NOT NULL))),
  constraint loans_check5 CHECK (((credited_at IS NULL) = (due_at IS NULL))),
  constraint loans_check6 CHECK (((state = 'repaid') = (repaid_at IS NOT NULL))),
  constraint loans_check7 CHECK (((state <> 'repaid') OR (principal = (0)::numeric))),
  constraint loans_collected CHECK (((collected_at >= due_at) AND ((state <> 'overdue') OR (collected_at IS NOT NULL)))),
  constraint loans_due CHECK ((due_at = (credited_at + ((term_days)::double precision * '24:00:00'::interval)))),
  constraint loans_principal_check CHECK ((principal >= (0)::numeric)),
  constraint loans_requested_check CHECK ((requested > (0)::numeric)),
  constraint loans_state_check CHECK ((state = ANY (ARRAY['reviewed', 'active', 'rejected', 'repaid', 'overdue'])))
);
CREATE INDEX loans_due_at ON loans (due_at, id) WHERE (state = 'active');
CREATE INDEX loans_of_member ON loans (member_id, id DESC);
CREATE UNIQUE INDEX loans_one_application ON loans (member_id, product_id) WHERE (state = 'reviewed');
CREATE INDEX loans_remind_at ON loans (remind_at, id) WHERE ((state = 'active') AND (remind_at IS NOT NULL));
CREATE TRIGGER loans_check_application BEFORE INSERT ON loans FOR EACH ROW EXECUTE FUNCTION loan_check_application();
CREATE TRIGGER loans_check_change BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION loan_check_change();
CREATE TRIGGER loans_stay BEFORE DELETE OR TRUNCATE ON loans FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('loans and repayments stay');
grant insert, select, update (offered, state, reason, decided_at, credited_at, due_at, remind_at, collected_at, principal, updated_at) on loans to tern_app;

-- function loan_check_application() returns trigger, with the rights of the owner
-- function loan_check_change() returns trigger

create table loan_repayments (
  id bigint not null generated always as identity primary key,
  loan_id bigint not null references loans,
  amount numeric(38,18) not null,
  interest numeric(38,18) not null,
  principal numeric(38,18) not null,
  is_collected boolean not null,
  counted_at timestamptz not null,
  created_at timestamptz not null,
  constraint loan_repayments_amount_check CHECK ((amount > (0)::numeric)),
  constraint loan_repayments_check CHECK ((amount = (interest + principal))),
  constraint loan_repayments_check1 CHECK ((counted_at <= created_at)),
  constraint loan_repayments_interest_check CHECK ((interest >= (0)::numeric)),
  constraint loan_repayments_principal_check CHECK ((principal >= (0)::numeric))
);
CREATE UNIQUE INDEX loan_repayments_collected ON loan_repayments (loan_id) WHERE is_collected;
CREATE INDEX loan_repayments_of_loan ON loan_repayments (loan_id, id DESC);
CREATE TRIGGER loan_repayments_count BEFORE INSERT ON loan_repayments FOR EACH ROW EXECUTE FUNCTION loan_count_repayment();
CREATE TRIGGER loan_repayments_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON loan_repayments FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('loans and repayments stay');
grant insert, select on loan_repayments to tern_app;

-- function loan_count_repayment() returns trigger, with the rights of the owner
-- function loan_round_up(exact numeric, places integer) returns numeric, for tern_app
-- view loan_credit_required_lines (kind, reference, subject_id, owner_id, asset, available, loan)
grant select on loan_credit_required_lines to tern_app;

-- view loan_repayment_required_lines (kind, reference, subject_id, owner_id, asset, available, loan)
grant select on loan_repayment_required_lines to tern_app;

-- 1800-keys.sql -----------------------------------------------------------------------------------

create table api_keys (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  name text not null,
  access_key text not null unique,
  sealed_secret bytea not null,
  can_trade boolean not null,
  addresses text[] not null,
  password_mark text not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
CREATE INDEX api_keys_of_member ON api_keys (member_id, id);
grant delete, insert, select, update (last_used_at) on api_keys to tern_app;

-- 1810-htx-gateway.sql ----------------------------------------------------------------------------

create table api_cancel_timers (
  member_id bigint not null primary key references members,
  trigger_at timestamptz not null
);
CREATE INDEX api_cancel_timers_due ON api_cancel_timers (trigger_at);
grant delete, insert, select, update on api_cancel_timers to tern_app;

-- 1900-operators.sql ------------------------------------------------------------------------------

create table operator_sessions (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  token_hash text not null unique,
  seal bytea,
  address text not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  device text not null default '',
  method text not null default 'code',
  is_through_provider boolean not null default false,
  constraint operator_sessions_method CHECK ((method = ANY (ARRAY['code', 'recovery', 'passkey'])))
);
CREATE INDEX operator_sessions_of_operator ON operator_sessions (operator_id, id);
CREATE TRIGGER operator_sessions_unlocked BEFORE INSERT OR UPDATE OF token_hash ON operator_sessions FOR EACH ROW EXECUTE FUNCTION operator_sessions_refuse_locked();
grant delete, insert, select, update on operator_sessions to tern_app;

create table operator_enrolments (
  operator_id bigint not null primary key references operators,
  ticket_hash text not null unique,
  sealed_totp bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null
);
grant delete, insert, select, update on operator_enrolments to tern_app;

create table operator_recovery_codes (
  operator_id bigint not null references operators,
  code_hash text not null,
  constraint operator_recovery_codes_pkey PRIMARY KEY (operator_id, code_hash)
);
grant delete, insert, select on operator_recovery_codes to tern_app;

create table operator_start_halves (
  operator_id bigint not null references operators,
  holder_id bigint not null references operators,
  half_hash text,
  expires_at timestamptz,
  constraint operator_start_halves_pkey PRIMARY KEY (operator_id, holder_id),
  constraint operator_start_halves_check CHECK ((operator_id <> holder_id)),
  constraint operator_start_halves_check1 CHECK (((half_hash IS NULL) = (expires_at IS NULL)))
);
grant delete, insert, select, update on operator_start_halves to tern_app;

create table account_changes (
  id bigint not null generated always as identity primary key,
  change text not null,
  login text not null,
  roles text[] not null,
  reason text not null,
  proposed_by bigint not null references operators,
  request_id text,
  created_at timestamptz not null,
  constraint account_changes_change_check CHECK ((change = ANY (ARRAY['add', 'roles', 'resetCodes', 'unlink']))),
  constraint account_changes_reason_check CHECK ((reason <> '')),
  constraint account_changes_request UNIQUE (proposed_by, request_id)
);
grant insert, select on account_changes to tern_app;

create table setting_versions (
  id bigint not null generated always as identity primary key,
  key text not null,
  value jsonb not null,
  replaced jsonb,
  message text not null default 'message.termsChanged',
  reason text not null,
  effective_at timestamptz not null,
  state text not null default 'proposed',
  proposed_by bigint not null references operators,
  created_at timestamptz not null,
  announced_at timestamptz,
  constraint setting_versions_message_check CHECK ((message <> '')),
  constraint setting_versions_notice CHECK (((state <> ALL (ARRAY['announced', 'inForce'])) OR COALESCE((effective_at >= (announced_at + '01:00:00'::interval)), false))),
  constraint setting_versions_reason_check CHECK ((reason <> '')),
  constraint setting_versions_state_check CHECK ((state = ANY (ARRAY['proposed', 'announced', 'inForce', 'rejected', 'withdrawn']))),
  constraint setting_versions_within_floors CHECK (setting_within_floors(key, value)) NOT VALID
);
CREATE INDEX setting_versions_due ON setting_versions (effective_at, id) WHERE (state = 'announced');
CREATE INDEX setting_versions_of_key ON setting_versions (key, id DESC);
CREATE TRIGGER setting_versions_noticed BEFORE UPDATE ON setting_versions FOR EACH ROW EXECUTE FUNCTION setting_versions_refuse_shorter();
CREATE TRIGGER setting_versions_restated AFTER UPDATE ON setting_versions FOR EACH ROW WHEN ((((new.state = ANY (ARRAY['announced', 'inForce'])) OR (old.state = ANY (ARRAY['announced', 'inForce']))) AND ((((new.key IS DISTINCT FROM old.key) OR (new.value IS DISTINCT FROM old.value)) OR (new.effective_at IS DISTINCT FROM old.effective_at)) OR (new.state IS DISTINCT FROM old.state)))) EXECUTE FUNCTION setting_versions_state_change();
CREATE TRIGGER setting_versions_stated AFTER INSERT ON setting_versions FOR EACH ROW WHEN ((new.state = ANY (ARRAY['announced', 'inForce']))) EXECUTE FUNCTION setting_versions_state_change();
grant insert, select, update (replaced, effective_at, state, announced_at) on setting_versions to tern_app;

create table terms_beginnings (
  key text not null,
  field text not null,
  value text not null,
  constraint terms_beginnings_pkey PRIMARY KEY (key, field)
);
CREATE TRIGGER terms_beginnings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON terms_beginnings FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a proposed entry does not change');
grant select on terms_beginnings to tern_app;

create table member_blocks (
  member_id bigint not null references members,
  act text not null,
  operator_id bigint not null references operators,
  until timestamptz,
  confirmed_by bigint references operators,
  ended_at timestamptz,
  set_at timestamptz not null,
  set_as text not null,
  is_suspicion boolean not null,
  lift_by bigint references operators,
  lift_at timestamptz,
  lifted_by bigint references operators,
  constraint member_blocks_pkey PRIMARY KEY (member_id, act),
  constraint member_blocks_act_check CHECK ((act = ANY (ARRAY['freeze', 'ban', 'unverify']))),
  constraint member_blocks_freezes_end CHECK (((act <> 'freeze') OR (until IS NOT NULL))),
  constraint member_blocks_lift_asked CHECK (((lift_by IS NULL) = (lift_at IS NULL))),
  constraint member_blocks_lifted CHECK (((ended_at IS NULL) OR ((until IS NOT NULL) AND (until <= ended_at)) OR ((act = 'unverify') AND (lifted_by IS NULL)) OR ((lifted_by IS NOT NULL) AND (((NOT is_suspicion) AND (confirmed_by IS NULL)) OR ((lift_by IS NOT NULL) AND (lift_by <> lifted_by)))))),
  constraint member_blocks_set_as_check CHECK ((set_as = ANY (ARRAY['support', 'reviewer']))),
  constraint member_blocks_two_people CHECK ((((until IS NULL) = (confirmed_by IS NOT NULL)) AND (confirmed_by IS DISTINCT FROM operator_id)))
);
CREATE INDEX member_blocks_due ON member_blocks (until) WHERE (ended_at IS NULL);
grant insert, select, update on member_blocks to tern_app;

create table terms_pauses (
  id bigint not null generated always as identity primary key,
  key text not null,
  direction text not null,
  message text not null default 'message.maintenance',
  reason text not null,
  operator_id bigint not null references operators,
  began_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  constraint terms_pauses_direction_check CHECK ((direction = ANY (ARRAY['in', 'out']))),
  constraint terms_pauses_end CHECK (((until > began_at) AND (until <= (began_at + '72:00:00'::interval)))),
  constraint terms_pauses_message_check CHECK ((message <> '')),
  constraint terms_pauses_reason_check CHECK ((reason <> ''))
);
CREATE INDEX terms_pauses_due ON terms_pauses (until) WHERE (ended_at IS NULL);
CREATE INDEX terms_pauses_of_key ON terms_pauses (key, direction, id DESC);
CREATE UNIQUE INDEX terms_pauses_running ON terms_pauses (key, direction) WHERE (ended_at IS NULL);
grant insert, select, update (ended_at) on terms_pauses to tern_app;

create table member_notes (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  operator_id bigint not null references operators,
  level text not null,
  body text not null,
  created_at timestamptz not null,
  words text not null generated always as (search_words(body)) stored,
  constraint member_notes_body_check CHECK ((body <> '')),
  constraint member_notes_level_check CHECK ((level = ANY (ARRAY['all', 'review', 'compliance'])))
);
CREATE INDEX member_notes_of_member ON member_notes (member_id, id DESC);
CREATE INDEX member_notes_searched ON member_notes USING gin (words gin_trgm_ops);
CREATE TRIGGER member_notes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON member_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a note does not change');
grant insert, select on member_notes to tern_app;

-- 1910-operations.sql -----------------------------------------------------------------------------

create table operation_minutes (
  figure text not null,
  minute timestamptz not null,
  value bigint not null,
  constraint operation_minutes_pkey PRIMARY KEY (figure, minute)
);
CREATE INDEX operation_minutes_minute ON operation_minutes (minute);
grant delete, insert, select on operation_minutes to tern_app;

create table operation_incidents (
  id bigint not null generated always as identity primary key,
  kind text not null,
  subject text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  worst bigint,
  constraint operation_incidents_check CHECK ((ended_at >= began_at)),
  constraint operation_incidents_kind_check CHECK ((kind = ANY (ARRAY['figure', 'source', 'readOnly', 'away'])))
);
CREATE UNIQUE INDEX operation_incidents_open ON operation_incidents (kind, subject) WHERE (ended_at IS NULL);
grant insert, select, update (ended_at, worst) on operation_incidents to tern_app;

-- 1920-service.sql --------------------------------------------------------------------------------

create table service_conversations (
  id bigint not null generated always as identity primary key,
  member_id bigint references members,
  visitor_hash text unique,
  address text,
  visitor_email text,
  lang text not null,
  state text not null default 'empty',
  operator_id bigint references operators,
  assigned_at timestamptz,
  last_seq integer not null default 0,
  last_at timestamptz not null,
  waiting_since timestamptz,
  read_seq integer not null default 0,
  service_read_seq integer not null default 0,
  notified_seq integer not null default 0,
  asked_at timestamptz,
  first_answer_at timestamptz,
  closed_at timestamptz,
  stars smallint,
  rating_text text not null default '',
  rated_at timestamptz,
  created_at timestamptz not null,
  constraint service_conversations_check CHECK (((read_seq >= 0) AND (read_seq <= last_seq))),
  constraint service_conversations_check1 CHECK (((service_read_seq >= 0) AND (service_read_seq <= last_seq))),
  constraint service_conversations_check2 CHECK (((member_id IS NULL) <> (visitor_hash IS NULL))),
  constraint service_conversations_check3 CHECK (((state = 'closed') = (closed_at IS NOT NULL))),
  constraint service_conversations_check4 CHECK (((state <> 'empty') OR (last_seq = 0))),
  constraint service_conversations_check5 CHECK (((state <> ALL (ARRAY['assigned', 'answered'])) OR (operator_id IS NOT NULL))),
  constraint service_conversations_check6 CHECK (((state <> ALL (ARRAY['empty', 'waiting'])) OR (operator_id IS NULL))),
  constraint service_conversations_check7 CHECK (((stars IS NULL) = (rated_at IS NULL))),
  constraint service_conversations_check8 CHECK (((stars IS NULL) OR (state = 'closed'))),
  constraint service_conversations_rating_text_check CHECK ((length(rating_text) <= 500)),
  constraint service_conversations_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint service_conversations_state_check CHECK ((state = ANY (ARRAY['empty', 'waiting', 'assigned', 'answered', 'closed'])))
);
CREATE INDEX service_addresses ON service_conversations (created_at) WHERE (address IS NOT NULL);
CREATE INDEX service_closed ON service_conversations (closed_at DESC) WHERE (state = 'closed');
CREATE INDEX service_measured ON service_conversations (first_answer_at DESC) WHERE (asked_at IS NOT NULL);
CREATE INDEX service_of_member ON service_conversations (member_id, id DESC);
CREATE UNIQUE INDEX service_one_open ON service_conversations (member_id) WHERE (state <> 'closed');
CREATE INDEX service_open ON service_conversations (state, waiting_since) WHERE (state <> 'closed');
CREATE TRIGGER service_conversations_checked BEFORE UPDATE ON service_conversations FOR EACH ROW EXECUTE FUNCTION service_check_change();
grant delete, insert, select, update (address, visitor_email, lang, state, operator_id, assigned_at, waiting_since, read_seq, service_read_seq, notified_seq, asked_at, first_answer_at, closed_at, stars, rating_text, rated_at) on service_conversations to tern_app;

create table service_images (
  id bigint not null generated always as identity primary key,
  conversation_id bigint not null references service_conversations,
  operator_id bigint references operators,
  name text not null unique,
  sha256 text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint service_images_bytes_check CHECK ((bytes > 0)),
  constraint service_images_height_check CHECK ((height > 0)),
  constraint service_images_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$')),
  constraint service_images_width_check CHECK ((width > 0))
);
CREATE INDEX service_images_of_conversation ON service_images (conversation_id, created_at);
grant delete, insert, select on service_images to tern_app;

create table service_messages (
  conversation_id bigint not null references service_conversations,
  seq integer not null,
  author text not null,
  operator_id bigint references operators,
  name text not null default '',
  client_id text,
  kind text not null default 'text',
  text text not null,
  hidden json not null,
  image_id bigint unique references service_images,
  record_kind text,
  record_id bigint,
  opens_at timestamptz,
  created_at timestamptz not null,
  constraint service_messages_pkey PRIMARY KEY (conversation_id, seq),
  constraint service_messages_author_check CHECK ((author = ANY (ARRAY['customer', 'operator', 'automatic']))),
  constraint service_messages_check CHECK (((author = 'operator') = (operator_id IS NOT NULL))),
  constraint service_messages_check1 CHECK (((author = 'automatic') = (client_id IS NULL))),
  constraint service_messages_check2 CHECK (((author = 'automatic') = (kind <> 'text'))),
  constraint service_messages_check3 CHECK (((record_kind IS NULL) = (record_id IS NULL))),
  constraint service_messages_check4 CHECK (((kind <> 'cancellable') OR (record_id IS NOT NULL))),
  constraint service_messages_check5 CHECK (((author = 'automatic') OR (text <> '') OR (image_id IS NOT NULL) OR (record_id IS NOT NULL))),
  constraint service_messages_kind_check CHECK ((kind = ANY (ARRAY['text', 'away', 'cancellable', 'unanswered', 'ended']))),
  constraint service_messages_once UNIQUE (conversation_id, client_id),
  constraint service_messages_record_id_check CHECK ((record_id > 0)),
  constraint service_messages_seq_check CHECK ((seq > 0)),
  constraint service_messages_text_check CHECK ((length(text) <= 2000))
);
CREATE TRIGGER service_messages_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON service_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a message does not change');
CREATE TRIGGER service_messages_numbered BEFORE INSERT ON service_messages FOR EACH ROW EXECUTE FUNCTION service_number_message();
grant insert, select on service_messages to tern_app;

-- function service_number_message() returns trigger, with the rights of the owner
-- function service_check_change() returns trigger, with the rights of the owner

create table service_counts (
  subject text not null primary key,
  at timestamptz[] not null
);
grant delete, insert, select, update on service_counts to tern_app;

create table service_names (
  operator_id bigint not null primary key references operators,
  name text not null,
  constraint service_names_name_check CHECK ((length(name) <= 40))
);
grant insert, select, update on service_names to tern_app;

create table service_replies (
  id bigint not null generated always as identity primary key,
  code text not null,
  version integer not null,
  published_version integer,
  published_by bigint references operators,
  published_at timestamptz,
  removed_at timestamptz,
  constraint service_replies_check CHECK (((published_version >= 1) AND (published_version <= version))),
  constraint service_replies_check1 CHECK (((published_version IS NULL) = (published_by IS NULL))),
  constraint service_replies_check2 CHECK (((published_version IS NULL) = (published_at IS NULL))),
  constraint service_replies_id_published_version_fkey FOREIGN KEY (id, published_version) REFERENCES service_reply_versions(reply_id, version),
  constraint service_replies_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX service_reply_codes ON service_replies (code) WHERE (removed_at IS NULL);
CREATE TRIGGER service_replies_published BEFORE UPDATE ON service_replies FOR EACH ROW EXECUTE FUNCTION service_check_publication();
CREATE TRIGGER service_replies_unpublished BEFORE INSERT ON service_replies FOR EACH ROW WHEN ((new.published_version IS NOT NULL)) EXECUTE FUNCTION service_refuse_published();
grant insert, select, update on service_replies to tern_app;

create table service_reply_versions (
  reply_id bigint not null references service_replies,
  version integer not null,
  operator_id bigint not null references operators,
  is_removed boolean not null,
  is_question boolean not null,
  shows text,
  texts json not null,
  created_at timestamptz not null,
  constraint service_reply_versions_pkey PRIMARY KEY (reply_id, version),
  constraint service_reply_versions_version_check CHECK ((version > 0))
);
CREATE TRIGGER service_reply_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON service_reply_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a message does not change');
grant insert, select on service_reply_versions to tern_app;

-- function service_check_publication() returns trigger, with the rights of the owner
-- function service_refuse_published() returns trigger

-- 1930-announcement.sql ---------------------------------------------------------------------------

create table announcements (
  id bigint not null generated always as identity primary key,
  cate smallint not null,
  revision integer not null default 1,
  published_at timestamptz,
  created_by bigint references operators,
  created_at timestamptz not null,
  constraint announcements_cate_check CHECK ((cate = ANY (ARRAY[1, 2, 3])))
);
CREATE INDEX announcements_published ON announcements (cate, published_at DESC, id DESC) WHERE (published_at IS NOT NULL);
grant insert, select, update (revision, published_at) on announcements to tern_app;

create table announcement_drafts (
  announcement_id bigint not null references announcements,
  lang text not null,
  title text not null,
  body text not null,
  constraint announcement_drafts_pkey PRIMARY KEY (announcement_id, lang),
  constraint announcement_drafts_body_check CHECK ((body <> '')),
  constraint announcement_drafts_lang_check CHECK ((lang = ANY (ARRAY['de', 'en', 'es', 'ru', 'pt', 'fr', 'it', 'id', 'jp', 'kr', 'tr', 'vn', 'zh', 'tw']))),
  constraint announcement_drafts_title_check CHECK ((title <> ''))
);
grant delete, insert, select, update (title, body) on announcement_drafts to tern_app;

create table announcement_editions (
  id bigint not null generated always as identity primary key,
  announcement_id bigint not null references announcements,
  texts jsonb not null,
  publish_at timestamptz,
  reason text not null,
  state text not null,
  proposed_by bigint references operators,
  created_at timestamptz not null,
  constraint announcement_editions_state_check CHECK ((state = ANY (ARRAY['proposed', 'agreed', 'published', 'replaced', 'rejected', 'takenBack']))),
  constraint announcement_editions_texts_check CHECK (((((texts -> 'en') ->> 'title') <> '') AND (((texts -> 'en') ->> 'body') <> ''))),
  constraint announcement_editions_time CHECK (((state = ANY (ARRAY['proposed', 'rejected', 'takenBack'])) OR (publish_at IS NOT NULL)))
);
CREATE UNIQUE INDEX announcement_editions_coming ON announcement_editions (announcement_id) WHERE (state = ANY (ARRAY['proposed', 'agreed']));
CREATE INDEX announcement_editions_due ON announcement_editions (publish_at, id) WHERE (state = 'agreed');
CREATE INDEX announcement_editions_of ON announcement_editions (announcement_id, id DESC);
CREATE UNIQUE INDEX announcement_editions_published ON announcement_editions (announcement_id) WHERE (state = 'published');
grant insert, select, update (publish_at, state) on announcement_editions to tern_app;

create table announcement_notices (
  announcement_id bigint not null primary key references announcements,
  published_at timestamptz not null,
  sent_through bigint not null default 0,
  is_done boolean not null default false
);
CREATE INDEX announcement_notices_open ON announcement_notices (announcement_id) WHERE (NOT is_done);
grant insert, select, update (sent_through, is_done) on announcement_notices to tern_app;

-- 1950-ledger-guard.sql ---------------------------------------------------------------------------

-- function ledger_required_lines(entry_kind smallint, entry_reference text) returns TABLE(owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric)
-- view ledger_required (kind, reference, owner_id, asset, available, held, locked, staked, financed, loan)
grant select on ledger_required to tern_app;

-- function ledger_required_since(entry_after bigint, entry_through bigint) returns TABLE(kind smallint, reference text, owner_id bigint, asset text, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric), with the rights of the owner, for tern_app
-- function ledger_refuse_unfounded(entry_kinds smallint[], entry_references text[], posting_entries integer[], posting_kinds smallint[], posting_owners bigint[], posting_assets text[], posting_available numeric[], posting_held numeric[], posting_locked numeric[], posting_staked numeric[], posting_financed numeric[], posting_loan numeric[], posting_subjects bigint[]) returns void
-- function ledger_pay_out(paid_asset text, subject text, payer bigint, rounding bigint, principal_kind smallint, gain_kind smallint, paid_at timestamptz, owners bigint[], subject_ids bigint[], sizes integer[], principals numeric[], gains numeric[], remainders numeric[]) returns TABLE(owner_id bigint, available numeric, held numeric, locked numeric, staked numeric, financed numeric, loan numeric), with the rights of the owner, for tern_app
-- function futures_refuse_unfounded_stake() returns trigger

-- 1960-people-agreed.sql --------------------------------------------------------------------------

create table account_changes_done (
  change_id bigint not null primary key references account_changes,
  done_at timestamptz not null default now()
);
grant select on account_changes_done to tern_app;

-- function operators_take_change(wanted text, of_login text, its_roles text[]) returns boolean, with the rights of the owner
-- function operators_begin() returns boolean, with the rights of the owner
-- function operators_refuse_unagreed() returns trigger, with the rights of the owner
-- function members_refuse_unproven_identity() returns trigger

-- 1970-bank-receipts.sql --------------------------------------------------------------------------

-- function wires_refuse_receipt() returns trigger, with the rights of the owner

-- 1980-invitation-rewards.sql ---------------------------------------------------------------------

-- function invitation_shares(at_time timestamptz) returns numeric[], for tern_app
-- function invitation_reward_fees(lines_max integer, at_time timestamptz) returns TABLE(passed bigint, batch bigint), with the rights of the owner, for tern_app
-- function invitation_pay_waiting(waits_max integer, at_time timestamptz) returns TABLE(ended bigint, payments bigint[]), with the rights of the owner, for tern_app
-- function invitation_reverse(reversed_source text, reversed_id bigint, at_time timestamptz) returns void
-- function invitation_reverse_due(at_time timestamptz) returns SETOF invitation_payments, with the rights of the owner, for tern_app

-- 2000-requests-that-hold.sql ---------------------------------------------------------------------



-- 2010-rewards-of-a-batch.sql ---------------------------------------------------------------------



-- 2020-conditional-orders.sql ---------------------------------------------------------------------

create table spot_conditional_orders (
  id bigint not null primary key,
  member_id bigint not null,
  instrument_id smallint not null,
  kind smallint not null,
  side smallint not null,
  watches smallint not null,
  operator smallint not null,
  trigger_price numeric(38,18),
  trailing_rate numeric(38,18),
  start_price numeric(38,18),
  best_price numeric(38,18),
  limit_price numeric(38,18),
  quantity numeric(38,18),
  budget numeric(38,18),
  time_in_force smallint,
  status smallint not null,
  source smallint not null,
  client_order_id text,
  accepted_after bigint,
  accepted_price numeric(38,18) not null,
  met_number bigint,
  met_price numeric(38,18),
  met_at timestamptz,
  before_number bigint,
  before_price numeric(38,18),
  met_after_pause smallint,
  order_id bigint,
  refusal smallint,
  needed numeric(38,18),
  available numeric(38,18),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  pair_order_id bigint,
  pair_price numeric(38,18),
  pair_filled numeric(38,18),
  parent_order_id bigint,
  parent_end smallint,
  place bigint,
  constraint spot_conditional_orders_accepted CHECK (((trigger_price IS NULL) OR (place IS NOT NULL) OR
CASE operator
    WHEN 1 THEN (accepted_price < trigger_price)
    ELSE (accepted_price > trigger_price)
END)),
  constraint spot_conditional_orders_accepted_price_check CHECK ((accepted_price > (0)::numeric)),
  constraint spot_conditional_orders_after CHECK ((met_number > accepted_after)),
  constraint spot_conditional_orders_amount CHECK (((((quantity IS NULL) <> (budget IS NULL)) OR ((parent_order_id IS NOT NULL) AND (quantity IS NULL) AND (budget IS NULL) AND (status = ANY (ARRAY[1, 3])))) AND ((budget IS NULL) OR ((side = 1) AND (limit_price IS NULL))))),
  constraint spot_conditional_orders_best_price_check CHECK ((best_price > (0)::numeric)),
  constraint spot_conditional_orders_budget_check CHECK ((budget > (0)::numeric)),
  constraint spot_conditional_orders_by_price CHECK (((met_price IS NULL) OR
CASE operator
    WHEN 1 THEN (met_price >= COALESCE(trigger_price, (best_price * ((1)::numeric + trailing_rate))))
    ELSE (met_price <= COALESCE(trigger_price, (best_price * ((1)::numeric - trailing_rate))))
END)),
  constraint spot_conditional_orders_client_order_id_check CHECK (((char_length(client_order_id) >= 1) AND (char_length(client_order_id) <= 64))),
  constraint spot_conditional_orders_kind_check CHECK (((kind >= 1) AND (kind <= 5))),
  constraint spot_conditional_orders_limit CHECK (((kind = ANY (ARRAY[1, 3])) = (limit_price IS NOT NULL))),
  constraint spot_conditional_orders_limit_price_check CHECK ((limit_price > (0)::numeric)),
  constraint spot_conditional_orders_met CHECK ((((status = ANY (ARRAY[2, 4])) = (met_number IS NOT NULL)) AND ((met_number IS NULL) = (met_price IS NULL)) AND ((met_number IS NULL) = (met_at IS NULL)) AND ((status = 2) = (order_id IS NOT NULL)) AND ((status = 4) = (refusal IS NOT NULL)))),
  constraint spot_conditional_orders_met_after_pause_check CHECK (((met_after_pause >= 1) AND (met_after_pause <= 5))),
  constraint spot_conditional_orders_operator CHECK (((operator = 1) = ((side = 1) <> (kind = ANY (ARRAY[3, 4]))))),
  constraint spot_conditional_orders_operator_check CHECK ((operator = ANY (ARRAY[1, 2]))),
  constraint spot_conditional_orders_pair CHECK ((((pair_order_id IS NULL) = (pair_price IS NULL)) AND ((pair_order_id IS NULL) = (pair_filled IS NULL)) AND ((pair_order_id IS NULL) OR ((kind = ANY (ARRAY[1, 2])) AND (quantity IS NOT NULL) AND ((pair_filled >= (0)::numeric) AND (pair_filled <= quantity)) AND ((status = 3) OR (pair_filled < quantity)) AND
CASE side
    WHEN 1 THEN (pair_price < accepted_price)
    ELSE (pair_price > accepted_price)
END)))),
  constraint spot_conditional_orders_parent CHECK (((parent_order_id IS NULL) OR ((kind = ANY (ARRAY[2, 4])) AND (pair_order_id IS NULL)))),
  constraint spot_conditional_orders_parent_end CHECK (((parent_end IS NULL) OR ((parent_order_id IS NOT NULL) AND (status = 3)))),
  constraint spot_conditional_orders_parent_end_check CHECK ((parent_end = ANY (ARRAY[1, 2]))),
  constraint spot_conditional_orders_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint spot_conditional_orders_side_check CHECK ((side = ANY (ARRAY[1, 2]))),
  constraint spot_conditional_orders_source_check CHECK ((source = ANY (ARRAY[1, 2, 3]))),
  constraint spot_conditional_orders_start_price_check CHECK ((start_price > (0)::numeric)),
  constraint spot_conditional_orders_status_check CHECK ((status = ANY (ARRAY[1, 2, 3, 4]))),
  constraint spot_conditional_orders_time_in_force_check CHECK ((time_in_force = ANY (ARRAY[1, 2, 3]))),
  constraint spot_conditional_orders_trailing CHECK ((((kind = 5) = (trailing_rate IS NOT NULL)) AND ((kind = 5) = (trigger_price IS NULL)) AND ((kind = 5) OR ((best_price IS NULL) AND (start_price IS NULL))) AND ((kind <> 5) OR (COALESCE(best_price, start_price) IS NOT NULL)))),
  constraint spot_conditional_orders_trailing_rate_check CHECK (((trailing_rate > (0)::numeric) AND (trailing_rate < (1)::numeric))),
  constraint spot_conditional_orders_trigger_price_check CHECK ((trigger_price > (0)::numeric)),
  constraint spot_conditional_orders_watches_check CHECK ((watches = ANY (ARRAY[1, 2])))
);
CREATE UNIQUE INDEX spot_conditional_orders_client_order_id ON spot_conditional_orders (member_id, client_order_id) WHERE (client_order_id IS NOT NULL);
CREATE INDEX spot_conditional_orders_of_member ON spot_conditional_orders (member_id, created_at DESC, id DESC) INCLUDE (status, instrument_id);
CREATE UNIQUE INDEX spot_conditional_orders_of_parent ON spot_conditional_orders (parent_order_id, kind) WHERE (parent_order_id IS NOT NULL);
CREATE UNIQUE INDEX spot_conditional_orders_pair ON spot_conditional_orders (pair_order_id) WHERE (pair_order_id IS NOT NULL);
CREATE UNIQUE INDEX spot_conditional_orders_parent_met ON spot_conditional_orders (parent_order_id) WHERE ((parent_order_id IS NOT NULL) AND (status = ANY (ARRAY[2, 4])));
CREATE UNIQUE INDEX spot_conditional_orders_placed ON spot_conditional_orders (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX spot_conditional_orders_waiting ON spot_conditional_orders (instrument_id, id) WHERE (status = 1);
CREATE TRIGGER spot_conditional_orders_kept BEFORE UPDATE ON spot_conditional_orders FOR EACH ROW WHEN (((old.status <> 1) OR ((((((((((((((((((((old.id IS DISTINCT FROM new.id) OR (old.member_id IS DISTINCT FROM new.member_id)) OR (old.instrument_id IS DISTINCT FROM new.instrument_id)) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.side IS DISTINCT FROM new.side)) OR (old.watches IS DISTINCT FROM new.watches)) OR (old.operator IS DISTINCT FROM new.operator)) OR (old.trigger_price IS DISTINCT FROM new.trigger_price)) OR (old.trailing_rate IS DISTINCT FROM new.trailing_rate)) OR (old.start_price IS DISTINCT FROM new.start_price)) OR (old.limit_price IS DISTINCT FROM new.limit_price)) OR (old.time_in_force IS DISTINCT FROM new.time_in_force)) OR (old.source IS DISTINCT FROM new.source)) OR (old.client_order_id IS DISTINCT FROM new.client_order_id)) OR (old.accepted_price IS DISTINCT FROM new.accepted_price)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.pair_order_id IS DISTINCT FROM new.pair_order_id)) OR (old.pair_price IS DISTINCT FROM new.pair_price)) OR (old.parent_order_id IS DISTINCT FROM new.parent_order_id)) OR (old.place IS DISTINCT FROM new.place)) OR ((old.parent_order_id IS NULL) AND (((old.quantity IS DISTINCT FROM new.quantity) OR (old.budget IS DISTINCT FROM new.budget)) OR (old.accepted_after IS DISTINCT FROM new.accepted_after))))) EXECUTE FUNCTION spot_conditional_orders_refuse_change();
CREATE TRIGGER spot_conditional_orders_stay BEFORE DELETE OR TRUNCATE ON spot_conditional_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('conditional orders stay');
grant select on spot_conditional_orders to tern_app;

-- function spot_conditional_orders_refuse_change() returns trigger

create table spot_trigger_pauses (
  instrument_id smallint not null,
  after_number bigint not null,
  until_number bigint not null,
  reason smallint not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  constraint spot_trigger_pauses_pkey PRIMARY KEY (instrument_id, until_number),
  constraint spot_trigger_pauses_check CHECK ((after_number < until_number)),
  constraint spot_trigger_pauses_reason_check CHECK (((reason >= 1) AND (reason <= 5)))
);
CREATE TRIGGER spot_trigger_pauses_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON spot_trigger_pauses FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('pauses are append only');
grant select on spot_trigger_pauses to tern_app;

create table spot_trigger_marks (
  instrument_id smallint not null primary key,
  number bigint not null,
  at timestamptz not null
);
grant select on spot_trigger_marks to tern_app;

create table spot_trigger_notices (
  conditional_id bigint not null primary key
);
grant delete, select on spot_trigger_notices to tern_app;

-- function spot_write_conditional_orders(new_ids bigint[], new_members bigint[], new_instruments smallint[], new_kinds smallint[], new_sides smallint[], new_watches smallint[], new_operators smallint[], new_triggers numeric[], new_rates numeric[], new_starts numeric[], new_bests numeric[], new_prices numeric[], new_quantities numeric[], new_budgets numeric[], new_times_in_force smallint[], new_sources smallint[], new_names text[], new_accepted_after bigint[], new_accepted_prices numeric[], new_created timestamptz[], changed_ids bigint[], changed_instruments smallint[], changed_statuses smallint[], changed_bests numeric[], changed_met_numbers bigint[], changed_met_prices numeric[], changed_met_times timestamptz[], changed_before_numbers bigint[], changed_before_prices numeric[], changed_pauses smallint[], changed_orders bigint[], changed_refusals smallint[], changed_needed numeric[], changed_available numeric[], changed_updated timestamptz[], pause_instruments smallint[], pause_afters bigint[], pause_untils bigint[], pause_reasons smallint[], pause_began timestamptz[], pause_ended timestamptz[], mark_instruments smallint[], mark_numbers bigint[], mark_times timestamptz[], new_pair_orders bigint[], new_pair_prices numeric[], changed_pair_filled numeric[], new_parents bigint[], changed_quantities numeric[], changed_budgets numeric[], changed_accepted_after bigint[], changed_parent_ends smallint[]) returns void, with the rights of the owner, for tern_app

-- 2040-price-alerts.sql ---------------------------------------------------------------------------

create table price_alerts (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  instrument_id smallint not null references instruments,
  kind text not null,
  level numeric(38,18) not null,
  repeats boolean not null,
  push boolean not null,
  email boolean not null,
  created_at timestamptz not null,
  set_at timestamptz not null,
  off_at timestamptz,
  is_armed boolean not null default true,
  reached_at timestamptz,
  reached_price numeric(38,18),
  is_done boolean not null generated always as (((NOT repeats) AND (reached_at IS NOT NULL) AND (off_at IS NOT NULL))) stored,
  constraint price_alerts_check CHECK (((reached_at IS NULL) = (reached_price IS NULL))),
  constraint price_alerts_kind_check CHECK ((kind = ANY (ARRAY['above', 'below', 'change']))),
  constraint price_alerts_level_check CHECK ((level > (0)::numeric))
);
CREATE INDEX price_alerts_done ON price_alerts (reached_at) WHERE is_done;
CREATE INDEX price_alerts_of_member ON price_alerts (member_id, is_done, reached_at);
CREATE INDEX price_alerts_on ON price_alerts (instrument_id, kind, level) WHERE (off_at IS NULL);
grant delete, insert, select, update (set_at, off_at, is_armed, reached_at, reached_price) on price_alerts to tern_app;

create table price_alert_cursors (
  instrument_id smallint not null primary key references instruments,
  seq bigint not null
);
grant insert, select, update on price_alert_cursors to tern_app;

-- 2050-oco.sql ------------------------------------------------------------------------------------



-- 2070-recurring-buys.sql -------------------------------------------------------------------------

-- function recurring_split_is_whole(markets smallint[], shares smallint[]) returns boolean, for tern_app

create table recurring_plans (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  amount numeric(38,18) not null,
  markets smallint[] not null,
  shares smallint[] not null,
  rhythm text not null,
  day smallint not null,
  minute smallint not null,
  time_zone text not null,
  first_on date not null,
  state text not null,
  state_at timestamptz not null,
  paused_by text,
  next_at timestamptz,
  skips smallint not null default 0,
  created_at timestamptz not null,
  constraint recurring_plans_amount_check CHECK (((amount >= (5)::numeric) AND (amount <= (50000)::numeric))),
  constraint recurring_plans_day CHECK (
CASE rhythm
    WHEN 'day' THEN (day = 0)
    WHEN 'month' THEN (((day >= 1) AND (day <= 28)) OR (day = 31))
    ELSE ((day >= 1) AND (day <= 7))
END),
  constraint recurring_plans_minute_check CHECK (((minute >= 0) AND (minute <= 1439))),
  constraint recurring_plans_next CHECK (((state = 'on') = (next_at IS NOT NULL))),
  constraint recurring_plans_paused CHECK (((state = 'paused') = (paused_by IS NOT NULL))),
  constraint recurring_plans_paused_by_check CHECK ((paused_by = ANY (ARRAY['member', 'skips']))),
  constraint recurring_plans_rhythm_check CHECK ((rhythm = ANY (ARRAY['day', 'week', 'twoWeeks', 'month']))),
  constraint recurring_plans_skips_check CHECK (((skips >= 0) AND (skips <= 3))),
  constraint recurring_plans_split CHECK (recurring_split_is_whole(markets, shares)),
  constraint recurring_plans_state_check CHECK ((state = ANY (ARRAY['on', 'paused', 'ended'])))
);
CREATE INDEX recurring_plans_due ON recurring_plans (next_at, id) WHERE (next_at IS NOT NULL);
CREATE INDEX recurring_plans_of_member ON recurring_plans (member_id, id);
CREATE TRIGGER recurring_plans_kept BEFORE UPDATE ON recurring_plans FOR EACH ROW WHEN (((old.state = 'ended') OR (((old.id IS DISTINCT FROM new.id) OR (old.member_id IS DISTINCT FROM new.member_id)) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION recurring_refuse_change();
CREATE TRIGGER recurring_plans_stay BEFORE DELETE OR TRUNCATE ON recurring_plans FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('recurring plans stay');
grant insert, select, update (amount, markets, shares, rhythm, day, minute, time_zone, first_on, state, state_at, paused_by, next_at, skips) on recurring_plans to tern_app;

-- function recurring_refuse_change() returns trigger

create table recurring_buys (
  id bigint not null generated always as identity primary key,
  plan_id bigint not null references recurring_plans,
  member_id bigint not null,
  due_at timestamptz not null,
  amount numeric(38,18) not null,
  status text not null,
  try_at timestamptz,
  needed numeric(38,18),
  available numeric(38,18),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint recurring_buys_check CHECK ((((status = 'open') = (try_at IS NOT NULL)) AND ((status = 'open') = (ended_at IS NULL)))),
  constraint recurring_buys_check1 CHECK ((((needed IS NULL) = (available IS NULL)) AND ((needed IS NULL) OR (available < needed)))),
  constraint recurring_buys_once UNIQUE (plan_id, due_at),
  constraint recurring_buys_status_check CHECK ((status = ANY (ARRAY['open', 'bought', 'skipped'])))
);
CREATE INDEX recurring_buys_open ON recurring_buys (try_at, id) WHERE (try_at IS NOT NULL);
CREATE CONSTRAINT TRIGGER recurring_buys_as_coins AFTER INSERT OR UPDATE ON recurring_buys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status <> 'open')) EXECUTE FUNCTION recurring_buys_check();
CREATE TRIGGER recurring_buys_kept BEFORE UPDATE ON recurring_buys FOR EACH ROW WHEN (((old.status <> 'open') OR ((((((old.id IS DISTINCT FROM new.id) OR (old.plan_id IS DISTINCT FROM new.plan_id)) OR (old.member_id IS DISTINCT FROM new.member_id)) OR (old.due_at IS DISTINCT FROM new.due_at)) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION recurring_refuse_change();
CREATE TRIGGER recurring_buys_stay BEFORE DELETE OR TRUNCATE ON recurring_buys FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('recurring buys stay');
grant insert, select, update (status, try_at, needed, available, ended_at) on recurring_buys to tern_app;

create table recurring_buy_coins (
  buy_id bigint not null references recurring_buys,
  place smallint not null,
  instrument_id smallint not null references instruments,
  amount numeric(38,18) not null,
  order_id bigint,
  spent numeric(38,18),
  quantity numeric(38,18),
  fee numeric(38,18),
  skipped text,
  constraint recurring_buy_coins_pkey PRIMARY KEY (buy_id, instrument_id),
  constraint recurring_buy_coins_amount_check CHECK ((amount > (0)::numeric)),
  constraint recurring_buy_coins_bought CHECK ((((order_id IS NULL) = (spent IS NULL)) AND ((order_id IS NULL) = (quantity IS NULL)) AND ((order_id IS NULL) = (fee IS NULL)))),
  constraint recurring_buy_coins_skipped CHECK (((order_id IS NULL) OR ((skipped IS NOT NULL) = (quantity = (0)::numeric)))),
  constraint recurring_buy_coins_skipped_check CHECK ((skipped = ANY (ARRAY['funds', 'closed', 'price', 'size', 'account', 'missed', 'member'])))
);
CREATE UNIQUE INDEX recurring_buy_coins_order ON recurring_buy_coins (order_id) WHERE (order_id IS NOT NULL);
CREATE TRIGGER recurring_buy_coins_by_order BEFORE INSERT OR UPDATE ON recurring_buy_coins FOR EACH ROW EXECUTE FUNCTION recurring_buy_coins_check();
CREATE TRIGGER recurring_buy_coins_kept BEFORE UPDATE ON recurring_buy_coins FOR EACH ROW WHEN (((old.order_id IS NOT NULL) OR (old.skipped IS NOT NULL) OR ((((old.buy_id IS DISTINCT FROM new.buy_id) OR (old.place IS DISTINCT FROM new.place)) OR (old.instrument_id IS DISTINCT FROM new.instrument_id)) OR (old.amount IS DISTINCT FROM new.amount)))) EXECUTE FUNCTION recurring_refuse_change();
CREATE TRIGGER recurring_buy_coins_stay BEFORE DELETE OR TRUNCATE ON recurring_buy_coins FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('recurring buys stay');
grant insert, select, update (order_id, spent, quantity, fee, skipped) on recurring_buy_coins to tern_app;

-- function recurring_buy_coins_check() returns trigger
-- function recurring_buys_check() returns trigger

-- 2080-worth-days.sql -----------------------------------------------------------------------------

create table assets_worth_days (
  member_id bigint not null references members,
  day date not null,
  worth numeric(38,18),
  put_in numeric(38,18) not null,
  taken_out numeric(38,18) not null,
  constraint assets_worth_days_pkey PRIMARY KEY (member_id, day)
);
grant insert, select on assets_worth_days to tern_app;

create table assets_worth_progress (
  is_only boolean not null default true primary key,
  done_through date,
  target date,
  through_member bigint not null default 0,
  constraint assets_worth_progress_check CHECK ((target > done_through)),
  constraint assets_worth_progress_is_only_check CHECK (is_only)
);
grant select, update on assets_worth_progress to tern_app;

-- 2090-transfer-record-types.sql ------------------------------------------------------------------



-- 2091-member-transfer.sql ------------------------------------------------------------------------

create table member_transfers (
  id bigint not null generated always as identity primary key,
  sender_id bigint not null references members,
  receiver_id bigint not null references members,
  sender_name text not null,
  receiver_name text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  note text not null,
  worth numeric(38,18),
  first_day_max numeric(38,18) not null,
  created_at timestamptz not null,
  constraint member_transfers_amount_check CHECK ((amount > (0)::numeric)),
  constraint member_transfers_first_day_max_check CHECK ((first_day_max >= (0)::numeric)),
  constraint member_transfers_note_check CHECK ((char_length(note) <= 60)),
  constraint member_transfers_two_people CHECK ((sender_id <> receiver_id)),
  constraint member_transfers_worth_check CHECK ((worth >= (0)::numeric))
);
CREATE INDEX member_transfers_of_receiver ON member_transfers (receiver_id, id DESC);
CREATE INDEX member_transfers_of_sender ON member_transfers (sender_id, receiver_id, id DESC);
CREATE TRIGGER member_transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON member_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a transfer does not change');
CREATE TRIGGER member_transfers_refuse BEFORE INSERT ON member_transfers FOR EACH ROW EXECUTE FUNCTION member_transfers_refuse();
grant insert, select on member_transfers to tern_app;

-- function member_transfers_refuse() returns trigger

create table member_transfer_searches (
  member_id bigint not null primary key references members,
  searched_at timestamptz[] not null
);
grant insert, select, update on member_transfer_searches to tern_app;

-- view member_transfer_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on member_transfer_required_lines to tern_app;

-- 2092-transfers-in-the-guard.sql -----------------------------------------------------------------



-- 2093-small-conversions.sql ----------------------------------------------------------------------

create table small_conversions (
  member_id bigint not null references members,
  day date not null,
  request text not null,
  constraint small_conversions_pkey PRIMARY KEY (member_id, day)
);
CREATE TRIGGER small_conversions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON small_conversions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a conversion does not change');
grant insert, select on small_conversions to tern_app;

-- 2100-spot-order-fees.sql ------------------------------------------------------------------------



-- 2101-staking-remainders.sql ---------------------------------------------------------------------



-- 2105-order-terms.sql ----------------------------------------------------------------------------

-- function spot_orders_refuse_conditional() returns trigger



-- 2106-spot-amendments.sql ------------------------------------------------------------------------

create table spot_amendments (
  id bigint not null primary key,
  order_id bigint not null,
  former_price numeric(38,18) not null,
  former_quantity numeric(38,18) not null,
  price numeric(38,18) not null,
  quantity numeric(38,18) not null,
  filled_quantity numeric(38,18) not null,
  filled_quote numeric(38,18) not null,
  place bigint not null,
  keeps_place boolean not null,
  rests boolean not null,
  created_at timestamptz not null,
  constraint spot_amendments_above_filled CHECK (((quantity > filled_quantity) AND (filled_quantity >= (0)::numeric) AND (filled_quote >= (0)::numeric))),
  constraint spot_amendments_change CHECK (((price <> former_price) OR (quantity <> former_quantity))),
  constraint spot_amendments_place CHECK ((keeps_place = ((price = former_price) AND (quantity < former_quantity)))),
  constraint spot_amendments_price_check CHECK ((price > (0)::numeric))
);
CREATE INDEX spot_amendments_of_order ON spot_amendments (order_id, id);
CREATE TRIGGER spot_amendments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON spot_amendments FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('changes of orders are append only');
grant select on spot_amendments to tern_app;

-- function spot_reserve(side smallint, facts numeric[], unit numeric) returns numeric



-- 2110-history-files.sql --------------------------------------------------------------------------

create table history_publications (
  name text not null primary key,
  begun_at timestamptz not null,
  manifest text,
  entry_index bigint unique,
  receipt text,
  published_at timestamptz,
  constraint history_publications_check CHECK (((manifest IS NULL) = (published_at IS NULL))),
  constraint history_publications_check1 CHECK (((entry_index IS NULL) = (published_at IS NULL))),
  constraint history_publications_check2 CHECK (((receipt IS NULL) = (published_at IS NULL)))
);
CREATE TRIGGER history_publications_begin_open BEFORE INSERT ON history_publications FOR EACH ROW WHEN ((new.published_at IS NOT NULL)) EXECUTE FUNCTION refuse_write('a publication begins without a manifest');
CREATE TRIGGER history_publications_kept BEFORE DELETE OR TRUNCATE ON history_publications FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a published file of prices never changes');
CREATE TRIGGER history_publications_manifest BEFORE UPDATE ON history_publications FOR EACH ROW EXECUTE FUNCTION history_publications_check_manifest();
grant insert, select, update (manifest, entry_index, receipt, published_at) on history_publications to tern_app;

create table history_files (
  path text not null primary key,
  publication text not null references history_publications,
  content bytea,
  sha256 bytea not null,
  bytes bigint not null,
  document_bytes bigint not null,
  document_crc bigint not null,
  dropped_at timestamptz,
  constraint history_files_bytes_check CHECK ((bytes > 0)),
  constraint history_files_check CHECK (((content IS NULL) OR ((sha256 = sha256(content)) AND (bytes = octet_length(content))))),
  constraint history_files_check1 CHECK (((dropped_at IS NULL) OR (content IS NULL))),
  constraint history_files_document_bytes_check CHECK ((document_bytes > 0)),
  constraint history_files_document_crc_check CHECK (((document_crc >= 0) AND (document_crc <= '4294967295'::bigint))),
  constraint history_files_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX history_files_publication ON history_files (publication, path);
CREATE INDEX history_files_there ON history_files (path) WHERE (dropped_at IS NULL);
CREATE TRIGGER history_files_before_publication BEFORE INSERT ON history_files FOR EACH ROW EXECUTE FUNCTION history_files_refuse_published();
CREATE TRIGGER history_files_dropped_whole BEFORE UPDATE ON history_files FOR EACH ROW EXECUTE FUNCTION history_files_check_drop();
CREATE TRIGGER history_files_kept BEFORE DELETE OR TRUNCATE ON history_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a published file of prices never changes');
grant insert, select, update (content, dropped_at) on history_files to tern_app;

-- function history_files_refuse_published() returns trigger
-- function history_manifest(of_publication text) returns text, for tern_app
-- function history_publications_check_manifest() returns trigger

-- 2130-market-halts.sql ---------------------------------------------------------------------------

create table market_halts (
  id bigint not null generated always as identity primary key,
  instrument_id smallint not null references instruments,
  state smallint not null,
  message text not null,
  reason text not null,
  operator_id bigint references operators,
  began_at timestamptz not null,
  until timestamptz,
  confirmed_by bigint references operators,
  confirmed_at timestamptz,
  ended_by bigint references operators,
  ended_at timestamptz,
  from_seq bigint,
  to_seq bigint,
  from_price numeric(38,18),
  to_price numeric(38,18),
  bound numeric(38,18),
  constraint market_halts_automatic CHECK (((operator_id IS NOT NULL) OR COALESCE(((state = 2) AND (confirmed_by IS NULL) AND (until = (began_at + '00:10:00'::interval))), false))),
  constraint market_halts_begun CHECK ((num_nonnulls(operator_id, to_seq) = 1)),
  constraint market_halts_confirmed CHECK ((num_nonnulls(confirmed_by, confirmed_at) = ANY (ARRAY[0, 2]))),
  constraint market_halts_ended CHECK (((ended_by IS NULL) OR (ended_at IS NOT NULL))),
  constraint market_halts_jump CHECK ((num_nonnulls(from_seq, to_seq, from_price, to_price, bound) = ANY (ARRAY[0, 5]))),
  constraint market_halts_jumped CHECK (((from_seq < to_seq) AND (bound >= 0.01) AND (abs((to_price - from_price)) > (bound * from_price)))),
  constraint market_halts_message_check CHECK ((message <> '')),
  constraint market_halts_one_person CHECK (((confirmed_by IS NOT NULL) OR COALESCE(((until > began_at) AND (until <= (began_at + '01:00:00'::interval))), false))),
  constraint market_halts_reason_check CHECK ((reason <> '')),
  constraint market_halts_state_check CHECK ((state = ANY (ARRAY[2, 3]))),
  constraint market_halts_two_people CHECK ((confirmed_by <> operator_id))
);
CREATE INDEX market_halts_of_market ON market_halts (instrument_id, id DESC);
CREATE UNIQUE INDEX market_halts_running ON market_halts (instrument_id) WHERE (ended_at IS NULL);
CREATE TRIGGER market_halts_in_turn BEFORE UPDATE ON market_halts FOR EACH ROW EXECUTE FUNCTION market_halts_refuse_change();
CREATE TRIGGER market_halts_kept BEFORE DELETE OR TRUNCATE ON market_halts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('halts are kept');
CREATE TRIGGER market_halts_of_jumps BEFORE INSERT ON market_halts FOR EACH ROW WHEN ((new.operator_id IS NULL)) EXECUTE FUNCTION market_halts_refuse_no_jump();
grant insert, select, update (until, confirmed_by, confirmed_at, ended_by, ended_at) on market_halts to tern_app;

-- function market_halts_refuse_change() returns trigger

-- 2140-attached-orders.sql ------------------------------------------------------------------------



-- 2150-fee-levels.sql -----------------------------------------------------------------------------

create table fee_level_days (
  day date not null primary key,
  levels jsonb not null,
  set_at timestamptz not null,
  from_at timestamptz not null unique,
  constraint fee_level_days_check CHECK ((from_at >= (set_at + '00:05:00'::interval)))
);
CREATE TRIGGER fee_level_days_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fee_level_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the fee levels of a day do not change');
CREATE TRIGGER fee_level_days_in_order BEFORE INSERT ON fee_level_days FOR EACH ROW EXECUTE FUNCTION fee_level_days_refuse();
grant insert, select on fee_level_days to tern_app;

-- function fee_level_days_refuse() returns trigger

create table fee_level_turnover (
  member_id bigint not null references members,
  day date not null,
  waited numeric(38,18) not null,
  at_once numeric(38,18) not null,
  swapped numeric(38,18) not null,
  order_fees numeric(38,18) not null,
  swap_fees numeric(38,18) not null,
  constraint fee_level_turnover_pkey PRIMARY KEY (day, member_id),
  constraint fee_level_turnover_at_once_check CHECK ((at_once >= (0)::numeric)),
  constraint fee_level_turnover_order_fees_check CHECK ((order_fees >= (0)::numeric)),
  constraint fee_level_turnover_swap_fees_check CHECK ((swap_fees >= (0)::numeric)),
  constraint fee_level_turnover_swapped_check CHECK ((swapped >= (0)::numeric)),
  constraint fee_level_turnover_waited_check CHECK ((waited >= (0)::numeric))
);
CREATE INDEX fee_level_turnover_of_member ON fee_level_turnover (member_id, day);
CREATE TRIGGER fee_level_turnover_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fee_level_turnover FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what a member traded does not change');
CREATE TRIGGER fee_level_turnover_with_day AFTER INSERT ON fee_level_turnover FOR EACH STATEMENT EXECUTE FUNCTION fee_levels_refuse_later();
grant insert, select on fee_level_turnover to tern_app;

create table fee_levels (
  member_id bigint not null references members,
  day date not null references fee_level_days,
  level smallint not null,
  constraint fee_levels_pkey PRIMARY KEY (member_id, day),
  constraint fee_levels_level_check CHECK ((level > 0))
);
CREATE TRIGGER fee_levels_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fee_levels FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a fee level of a day does not change');
CREATE TRIGGER fee_levels_with_day AFTER INSERT ON fee_levels FOR EACH STATEMENT EXECUTE FUNCTION fee_levels_refuse_later();
grant insert, select on fee_levels to tern_app;

-- function fee_levels_refuse_later() returns trigger

-- 2151-spot-trades-by-time.sql --------------------------------------------------------------------



-- 2152-swaps-by-time.sql --------------------------------------------------------------------------



-- 2153-member-preferences.sql ---------------------------------------------------------------------

create table member_preferences (
  member_id bigint not null primary key references members,
  favourites text[],
  tiles text[],
  updated_at timestamptz not null,
  constraint member_preferences_favourites_check CHECK ((cardinality(favourites) <= 200)),
  constraint member_preferences_tiles_check CHECK ((cardinality(tiles) <= 30))
);
grant delete, insert, select, update (favourites, tiles, updated_at) on member_preferences to tern_app;

-- 2170-exchange-days.sql --------------------------------------------------------------------------

create table ledger_exchange_days (
  day date not null,
  asset text not null,
  account bigint not null,
  kind smallint not null,
  market smallint not null,
  amount numeric(38,18) not null,
  constraint ledger_exchange_days_pkey PRIMARY KEY (day, asset, account, kind, market)
);
CREATE INDEX ledger_exchange_days_of_account ON ledger_exchange_days (account, asset, day);
grant select on ledger_exchange_days to tern_app;

create table ledger_exchange_days_progress (
  is_only boolean not null default true primary key,
  counted_through bigint not null default 0,
  constraint ledger_exchange_days_progress_is_only_check CHECK (is_only)
);
grant select on ledger_exchange_days_progress to tern_app;

-- function ledger_count_exchange_days(lines_max integer) returns bigint, with the rights of the owner, for tern_app

-- 2171-treasury-record-types.sql ------------------------------------------------------------------



-- 2172-treasury.sql -------------------------------------------------------------------------------

create table treasury_moves (
  id bigint not null generated always as identity primary key,
  move text not null,
  account text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  network text not null default '',
  reference text not null,
  reason text not null,
  proposed_by bigint not null references operators,
  request_id text,
  created_at timestamptz not null,
  constraint treasury_moves_account CHECK (
CASE move
    WHEN 'takeOut' THEN (account = ANY (ARRAY['fees', 'rounding', 'loanInterest', 'machineSales']))
    WHEN 'addCapital' THEN ((account = ANY (ARRAY['yields', 'loans', 'offerings', 'liquidity', 'contracts', 'rewards'])) AND (network = ''))
    ELSE false
END),
  constraint treasury_moves_amount_check CHECK ((amount > (0)::numeric)),
  constraint treasury_moves_reason_check CHECK ((reason <> '')),
  constraint treasury_moves_reference_check CHECK ((reference <> '')),
  constraint treasury_moves_request UNIQUE (proposed_by, request_id)
);
CREATE TRIGGER treasury_moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON treasury_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a proposed move of the treasury does not change');
CREATE TRIGGER treasury_moves_receipt BEFORE INSERT ON treasury_moves FOR EACH ROW EXECUTE FUNCTION treasury_moves_refuse_unbacked();
grant insert (move, account, asset, amount, network, reference, reason, proposed_by, request_id, created_at), select on treasury_moves to tern_app;

-- view treasury_receipts (id, asset, bank_key)
-- function treasury_moves_refuse_unbacked() returns trigger, with the rights of the owner
-- function treasury_cover_floor() returns numeric, for tern_app
-- function treasury_position(of_asset text, of_account text) returns TABLE(balance numeric, held numeric, owed numeric, reserved numeric), for tern_app

create table treasury_lock (
  is_only boolean not null default true primary key,
  constraint treasury_lock_is_only_check CHECK (is_only)
);

create table treasury_agreements (
  move_id bigint not null primary key references treasury_moves,
  asset text not null,
  reference text not null,
  balance numeric(38,18) not null,
  held numeric(38,18) not null,
  owed numeric(38,18) not null,
  must_stay numeric(38,18) not null,
  agreed_at timestamptz not null,
  constraint treasury_agreements_must_stay_check CHECK ((must_stay >= (0)::numeric)),
  constraint treasury_agreements_reference_once UNIQUE (asset, reference)
);
CREATE TRIGGER treasury_agreements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON treasury_agreements FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('an agreed move of the treasury does not change');
CREATE TRIGGER treasury_agreements_proven BEFORE INSERT ON treasury_agreements FOR EACH ROW EXECUTE FUNCTION treasury_agreements_prove();
grant insert (move_id, must_stay, agreed_at), select on treasury_agreements to tern_app;

-- function treasury_agreements_prove() returns trigger, with the rights of the owner
-- view treasury_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on treasury_required_lines to tern_app;

-- 2173-treasury-in-the-guard.sql ------------------------------------------------------------------



-- 2174-capital-is-no-receipt.sql ------------------------------------------------------------------



-- 2180-search-members.sql -------------------------------------------------------------------------

-- function search_words(given text) returns text, for tern_app

-- 2181-search-names.sql ---------------------------------------------------------------------------



-- 2182-search-payments.sql ------------------------------------------------------------------------



-- 2183-search-notes.sql ---------------------------------------------------------------------------



-- 2190-operator-locks.sql -------------------------------------------------------------------------

create table operator_locks (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  reason text not null,
  locked_by bigint not null references operators,
  began_at timestamptz not null,
  until timestamptz,
  confirmed_by bigint references operators,
  confirmed_at timestamptz,
  asked_by bigint references operators,
  asked_at timestamptz,
  ended_by bigint references operators,
  ended_at timestamptz,
  constraint operator_locks_ended CHECK (((ended_by IS NULL) OR (ended_at IS NOT NULL))),
  constraint operator_locks_lifted_by_two CHECK (((ended_by IS NULL) OR (confirmed_by IS NULL) OR COALESCE((asked_by <> ended_by), false))),
  constraint operator_locks_not_own CHECK (((ended_by <> operator_id) AND (asked_by <> operator_id))),
  constraint operator_locks_one_person CHECK (((confirmed_by IS NOT NULL) OR COALESCE(((until > began_at) AND (until <= (began_at + '24:00:00'::interval))), false))),
  constraint operator_locks_reason_check CHECK ((reason <> '')),
  constraint operator_locks_two_people CHECK (((confirmed_by <> locked_by) AND (confirmed_by <> operator_id)))
);
CREATE UNIQUE INDEX operator_locks_running ON operator_locks (operator_id) WHERE (ended_at IS NULL);
CREATE TRIGGER operator_locks_in_turn BEFORE UPDATE ON operator_locks FOR EACH ROW EXECUTE FUNCTION operator_locks_refuse_change();
CREATE TRIGGER operator_locks_kept BEFORE DELETE OR TRUNCATE ON operator_locks FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('locks are kept');
grant insert, select, update (until, confirmed_by, confirmed_at, asked_by, asked_at, ended_by, ended_at) on operator_locks to tern_app;

-- function operator_locks_refuse_change() returns trigger
-- function operator_sessions_refuse_locked() returns trigger

-- 2200-market-seed.sql ----------------------------------------------------------------------------

create table market_seed (
  is_one boolean not null default true primary key,
  sealed bytea not null,
  constraint market_seed_is_one_check CHECK (is_one)
);
CREATE TRIGGER market_seed_fixed BEFORE UPDATE OR TRUNCATE ON market_seed FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the market seed cannot be changed');
CREATE TRIGGER market_seed_kept BEFORE DELETE ON market_seed FOR EACH ROW EXECUTE FUNCTION market_seed_refuse_loss();
grant insert, select on market_seed to tern_app;

-- function market_seed_refuse_loss() returns trigger

-- 2201-staff-accounts.sql -------------------------------------------------------------------------

create table operator_devices (
  operator_id bigint not null references operators,
  key_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint operator_devices_pkey PRIMARY KEY (operator_id, key_hash)
);
CREATE INDEX operator_devices_of_key ON operator_devices (key_hash);
grant insert, select, update (last_seen_at) on operator_devices to tern_app;

create table staff_accounts (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  operator_id bigint not null references operators,
  ground text not null,
  reason text not null default '',
  since timestamptz not null,
  confirmed_by bigint references operators,
  confirmed_at timestamptz,
  release_by bigint references operators,
  release_at timestamptz,
  released_by bigint references operators,
  released_at timestamptz,
  constraint staff_accounts_confirmed CHECK ((num_nonnulls(confirmed_by, confirmed_at) = ANY (ARRAY[0, 2]))),
  constraint staff_accounts_ground_check CHECK ((ground = ANY (ARRAY['declared', 'name', 'device']))),
  constraint staff_accounts_release_asked CHECK (((num_nonnulls(release_by, release_at) = ANY (ARRAY[0, 2])) AND (release_by <> operator_id))),
  constraint staff_accounts_released CHECK (((num_nonnulls(released_by, released_at) = 0) OR ((released_by IS NOT NULL) AND (released_at IS NOT NULL) AND COALESCE(((release_by <> released_by) AND (released_by <> operator_id)), false)))),
  constraint staff_accounts_two_people CHECK ((confirmed_by <> operator_id))
);
CREATE UNIQUE INDEX staff_accounts_in_force ON staff_accounts (member_id, operator_id) WHERE (released_at IS NULL);
CREATE TRIGGER staff_accounts_in_turn BEFORE UPDATE ON staff_accounts FOR EACH ROW EXECUTE FUNCTION staff_accounts_refuse_change();
CREATE TRIGGER staff_accounts_kept BEFORE DELETE OR TRUNCATE ON staff_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('accounts of operators are kept');
CREATE TRIGGER staff_accounts_mark AFTER INSERT OR UPDATE ON staff_accounts FOR EACH ROW EXECUTE FUNCTION staff_accounts_mark_member();
grant insert, select, update (confirmed_by, confirmed_at, release_by, release_at, released_by, released_at) on staff_accounts to tern_app;

-- function staff_accounts_refuse_change() returns trigger
-- function staff_accounts_mark_member() returns trigger
-- function members_refuse_false_mark() returns trigger

-- 2202-floors-of-settings.sql ---------------------------------------------------------------------

-- function setting_within_floors(key text, value jsonb) returns boolean, for tern_app

-- 2203-notice-of-versions.sql ---------------------------------------------------------------------

-- function setting_versions_refuse_shorter() returns trigger

-- 2204-contract-ratios.sql ------------------------------------------------------------------------



-- 2205-device-addresses.sql -----------------------------------------------------------------------



-- 2206-result-bursts.sql --------------------------------------------------------------------------

-- function futures_result_alarms_refuse_second_first() returns trigger

create table futures_stops (
  alarm_id bigint not null references futures_result_alarms,
  member_id bigint not null references members,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint futures_stops_pkey PRIMARY KEY (alarm_id, member_id)
);
CREATE INDEX futures_stops_ended ON futures_stops (member_id, ended_at DESC);
CREATE UNIQUE INDEX futures_stops_running ON futures_stops (member_id) WHERE (ended_at IS NULL);
CREATE TRIGGER futures_stops_in_turn BEFORE UPDATE ON futures_stops FOR EACH ROW EXECUTE FUNCTION futures_stops_refuse_change();
CREATE TRIGGER futures_stops_kept BEFORE DELETE OR TRUNCATE ON futures_stops FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('stops are kept');
grant insert, select, update (ended_at) on futures_stops to tern_app;

-- function futures_stops_refuse_change() returns trigger

-- 2210-signed-statements.sql ----------------------------------------------------------------------

-- function public_log_receipt_row(entry_kind smallint, entry_reference text) returns text, for tern_app
-- function public_log_entry_named(entry_kind smallint, entry_reference text) returns SETOF bigint, for tern_app

-- 2211-signed-heads.sql ---------------------------------------------------------------------------



-- 2220-day-close.sql ------------------------------------------------------------------------------

create table day_close_movements (
  day date not null,
  asset text not null,
  account bigint not null,
  kind smallint not null,
  debits numeric(38,18) not null,
  credits numeric(38,18) not null,
  late numeric(38,18) not null,
  constraint day_close_movements_pkey PRIMARY KEY (day, asset, account, kind),
  constraint day_close_movements_account_check CHECK ((((account >= 1) AND (account <= 6)) OR (account < 0))),
  constraint day_close_movements_credits_check CHECK ((credits >= (0)::numeric)),
  constraint day_close_movements_debits_check CHECK ((debits >= (0)::numeric))
);
CREATE TRIGGER day_close_movements_open BEFORE INSERT OR DELETE OR UPDATE ON day_close_movements FOR EACH ROW EXECUTE FUNCTION day_close_movements_refuse_closed();
grant select on day_close_movements to tern_app;

create table day_close_progress (
  is_only boolean not null default true primary key,
  counted_through bigint not null default 0,
  constraint day_close_progress_is_only_check CHECK (is_only)
);
grant select on day_close_progress to tern_app;

create table day_closes (
  day date not null primary key,
  through_posting bigint not null,
  closed_at timestamptz not null
);
CREATE TRIGGER day_closes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON day_closes FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a closed day does not change');
grant select on day_closes to tern_app;

create table day_close_lines (
  day date not null references day_closes,
  asset text not null,
  account bigint not null,
  opening numeric(38,18) not null,
  debits numeric(38,18) not null,
  credits numeric(38,18) not null,
  closing numeric(38,18) not null,
  late numeric(38,18) not null,
  constraint day_close_lines_pkey PRIMARY KEY (day, asset, account),
  constraint day_close_lines_add_up CHECK ((closing = ((opening - debits) + credits)))
);
CREATE TRIGGER day_close_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON day_close_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a closed day does not change');
grant select on day_close_lines to tern_app;

create table day_close_differences (
  day date not null references day_closes,
  asset text not null,
  account bigint not null,
  reason text not null,
  expected numeric(38,18) not null,
  found numeric(38,18) not null,
  constraint day_close_differences_pkey PRIMARY KEY (day, asset, account),
  constraint day_close_differences_check CHECK (((reason = ANY (ARRAY['sides', 'balances'])) AND ((reason = 'sides') = (account = 0)))),
  constraint day_close_differences_check1 CHECK ((found <> expected))
);
CREATE TRIGGER day_close_differences_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON day_close_differences FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a closed day does not change');
grant select on day_close_differences to tern_app;

-- function day_close_movements_refuse_closed() returns trigger
-- view day_close_postings (id, effective_at, kind, asset, account, amount)
grant select on day_close_postings to tern_app;

-- view day_close_balances (asset, account, amount)
-- function day_close_count(lines_max integer) returns bigint, with the rights of the owner, for tern_app
-- function day_close_next(at timestamptz) returns date, with the rights of the owner, for tern_app

-- 2230-due-reviews.sql ----------------------------------------------------------------------------



-- 2231-sent-again.sql -----------------------------------------------------------------------------



-- 2240-operator-passwords.sql ---------------------------------------------------------------------

-- function operators_log_password_change(of_id bigint) returns boolean, with the rights of the owner

-- 2241-operator-sessions.sql ----------------------------------------------------------------------



-- 2242-operator-passkeys.sql ----------------------------------------------------------------------

create table operator_passkeys (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  seal bytea not null,
  is_from_before boolean not null default false,
  constraint operator_passkeys_name_check CHECK ((name <> ''))
);
CREATE INDEX operator_passkeys_of_operator ON operator_passkeys (operator_id, id);
CREATE TRIGGER operator_passkeys_two_people BEFORE INSERT OR DELETE ON operator_passkeys FOR EACH ROW EXECUTE FUNCTION operator_passkeys_refuse_alone();
grant delete, insert, select, update (sign_count, is_synced, last_used_at) on operator_passkeys to tern_app;

create table operator_passkey_challenges (
  operator_id bigint not null references operators,
  purpose text not null,
  id_hash text not null unique,
  challenge text not null,
  expires_at timestamptz not null,
  is_through_provider boolean not null default false,
  constraint operator_passkey_challenges_pkey PRIMARY KEY (operator_id, purpose),
  constraint operator_passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['login', 'add'])))
);
grant delete, insert, select, update on operator_passkey_challenges to tern_app;

-- 2260-public-facts.sql ---------------------------------------------------------------------------

create table transparency_facts (
  id bigint not null generated always as identity primary key,
  kind text not null,
  subject_id bigint not null,
  statement text not null,
  document text,
  stated_at timestamptz not null default now(),
  entry_index bigint references public_log_entries,
  constraint transparency_facts_kind CHECK ((kind = ANY (ARRAY['seed', 'setting', 'product', 'operator', 'key', 'audit', 'figures', 'day', 'listing', 'delisting', 'role']))),
  constraint transparency_facts_statement CHECK (((statement ~ '^[ -~]+$') AND (length(statement) <= 1000)))
);
CREATE INDEX transparency_facts_documents ON transparency_facts (split_part(statement, '|', 5)) WHERE (document IS NOT NULL);
CREATE INDEX transparency_facts_of_entry ON transparency_facts (entry_index, id) WHERE (entry_index IS NOT NULL);
CREATE INDEX transparency_facts_of_subject ON transparency_facts (kind, subject_id, id);
CREATE UNIQUE INDEX transparency_facts_once ON transparency_facts (kind, subject_id) WHERE (kind = ANY (ARRAY['seed', 'key', 'audit', 'day']));
CREATE INDEX transparency_facts_open ON transparency_facts (id) WHERE (entry_index IS NULL);
CREATE TRIGGER transparency_facts_fixed BEFORE UPDATE ON transparency_facts FOR EACH ROW WHEN ((((((((new.id IS DISTINCT FROM old.id) OR (new.kind IS DISTINCT FROM old.kind)) OR (new.subject_id IS DISTINCT FROM old.subject_id)) OR (new.statement IS DISTINCT FROM old.statement)) OR (new.document IS DISTINCT FROM old.document)) OR (new.stated_at IS DISTINCT FROM old.stated_at)) OR (old.entry_index IS NOT NULL) OR (new.entry_index IS NULL))) EXECUTE FUNCTION refuse_write('published proofs are append only');
CREATE TRIGGER transparency_facts_kept BEFORE DELETE OR TRUNCATE ON transparency_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('published proofs are append only');
grant select, update (entry_index) on transparency_facts to tern_app;

-- function transparency_plain_json(value jsonb) returns text, for tern_app
-- function transparency_hash(content text) returns text, for tern_app
-- function transparency_ms(at timestamptz) returns text
-- function transparency_state(fact_kind text, subject bigint, fields text[], content text) returns void
-- function transparency_state_seed() returns trigger, with the rights of the owner
-- function transparency_state_key() returns trigger, with the rights of the owner
-- function transparency_state_figures() returns trigger, with the rights of the owner
-- function transparency_state_audit_head() returns void, with the rights of the owner, for tern_app

-- 2261-stated-settings.sql ------------------------------------------------------------------------

-- function setting_versions_state(version setting_versions, in_state text) returns void
-- function setting_versions_state_change() returns trigger, with the rights of the owner

-- 2262-stated-products.sql ------------------------------------------------------------------------

-- function product_versions_state(version product_versions) returns void
-- function product_versions_state_change() returns trigger, with the rights of the owner

-- 2263-stated-operators.sql -----------------------------------------------------------------------

-- function operators_state(operator operators) returns void
-- function operators_state_change() returns trigger, with the rights of the owner

-- 2300-conditional-amendments.sql -----------------------------------------------------------------

create table spot_conditional_amendments (
  id bigint not null primary key,
  conditional_id bigint not null,
  former_trigger_price numeric(38,18),
  former_trailing_rate numeric(38,18),
  former_start_price numeric(38,18),
  former_limit_price numeric(38,18),
  former_quantity numeric(38,18),
  former_budget numeric(38,18),
  trigger_price numeric(38,18),
  trailing_rate numeric(38,18),
  start_price numeric(38,18),
  limit_price numeric(38,18),
  quantity numeric(38,18),
  budget numeric(38,18),
  place bigint not null,
  keeps_place boolean not null,
  after_number bigint not null,
  price numeric(38,18) not null,
  created_at timestamptz not null,
  constraint spot_conditional_amendments_after_number_check CHECK ((after_number >= 0)),
  constraint spot_conditional_amendments_change CHECK (((((((trigger_price IS DISTINCT FROM former_trigger_price) OR (trailing_rate IS DISTINCT FROM former_trailing_rate)) OR (start_price IS DISTINCT FROM former_start_price)) OR (limit_price IS DISTINCT FROM former_limit_price)) OR (quantity IS DISTINCT FROM former_quantity)) OR (budget IS DISTINCT FROM former_budget))),
  constraint spot_conditional_amendments_kind CHECK ((((trigger_price IS NULL) = (former_trigger_price IS NULL)) AND ((trailing_rate IS NULL) = (former_trailing_rate IS NULL)) AND ((start_price IS NULL) = (former_start_price IS NULL)) AND ((limit_price IS NULL) = (former_limit_price IS NULL)) AND ((quantity IS NULL) = (former_quantity IS NULL)) AND ((budget IS NULL) = (former_budget IS NULL)))),
  constraint spot_conditional_amendments_place CHECK ((keeps_place = ((NOT ((((trigger_price IS DISTINCT FROM former_trigger_price) OR (trailing_rate IS DISTINCT FROM former_trailing_rate)) OR (start_price IS DISTINCT FROM former_start_price)) OR (limit_price IS DISTINCT FROM former_limit_price))) AND (COALESCE(quantity, budget) < COALESCE(former_quantity, former_budget))))),
  constraint spot_conditional_amendments_price_check CHECK ((price > (0)::numeric))
);
CREATE INDEX spot_conditional_amendments_of_order ON spot_conditional_amendments (conditional_id, id);
CREATE TRIGGER spot_conditional_amendments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON spot_conditional_amendments FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('changes of conditional orders are append only');
grant select on spot_conditional_amendments to tern_app;

-- function spot_amend_conditional_orders(amended_ids bigint[], amended_conditionals bigint[], amended_former_triggers numeric[], amended_former_rates numeric[], amended_former_starts numeric[], amended_former_prices numeric[], amended_former_quantities numeric[], amended_former_budgets numeric[], amended_triggers numeric[], amended_rates numeric[], amended_starts numeric[], amended_prices numeric[], amended_quantities numeric[], amended_budgets numeric[], amended_places bigint[], amended_keeps boolean[], amended_after bigint[], amended_current numeric[], amended_times timestamptz[]) returns void, with the rights of the owner, for tern_app

-- 2310-dropped-history-files.sql ------------------------------------------------------------------

-- function history_files_check_drop() returns trigger

-- 2320-jump-halts.sql -----------------------------------------------------------------------------

-- function market_halts_refuse_no_jump() returns trigger

-- 2321-market-delistings.sql ----------------------------------------------------------------------

create table market_delistings (
  id bigint not null generated always as identity primary key,
  instrument_id smallint not null references instruments,
  reason text not null,
  proposed_by bigint not null references operators,
  created_at timestamptz not null,
  state text not null default 'proposed',
  orders_until timestamptz not null,
  closes_at timestamptz not null,
  withdrawals_until timestamptz,
  agreed_at timestamptz,
  withdrawn_by bigint references operators,
  ended_at timestamptz,
  notified_through bigint not null default 0,
  notified_at timestamptz,
  constraint market_delistings_ended CHECK (((state = ANY (ARRAY['proposed', 'agreed'])) = (ended_at IS NULL))),
  constraint market_delistings_notice CHECK (((state <> ALL (ARRAY['agreed', 'closed'])) OR COALESCE((orders_until >= (agreed_at + '21 days'::interval)), false))),
  constraint market_delistings_order CHECK (((closes_at >= (orders_until + '01:00:00'::interval)) AND COALESCE((withdrawals_until >= (closes_at + '30 days'::interval)), true))),
  constraint market_delistings_reason_check CHECK ((reason <> '')),
  constraint market_delistings_state_check CHECK ((state = ANY (ARRAY['proposed', 'agreed', 'closed', 'refused', 'withdrawn']))),
  constraint market_delistings_withdrawn CHECK (((state = 'withdrawn') = (withdrawn_by IS NOT NULL)))
);
CREATE INDEX market_delistings_notify ON market_delistings (id) WHERE ((notified_at IS NULL) AND (state = ANY (ARRAY['agreed', 'withdrawn'])));
CREATE UNIQUE INDEX market_delistings_one ON market_delistings (instrument_id) WHERE (state = ANY (ARRAY['proposed', 'agreed', 'closed']));
CREATE TRIGGER market_delistings_begin BEFORE INSERT ON market_delistings FOR EACH ROW WHEN (((new.state <> 'proposed') OR (new.agreed_at IS NOT NULL))) EXECUTE FUNCTION refuse_write('a delisting is proposed first');
CREATE TRIGGER market_delistings_in_turn BEFORE UPDATE ON market_delistings FOR EACH ROW EXECUTE FUNCTION market_delistings_refuse_change();
CREATE TRIGGER market_delistings_kept BEFORE DELETE OR TRUNCATE ON market_delistings FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('delistings are kept');
CREATE CONSTRAINT TRIGGER market_delistings_stated AFTER UPDATE ON market_delistings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.agreed_at IS NOT NULL) AND (new.state IS DISTINCT FROM old.state))) EXECUTE FUNCTION market_delistings_state_change();
CREATE CONSTRAINT TRIGGER market_delistings_two_people AFTER UPDATE ON market_delistings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'agreed') AND (old.state <> 'agreed'))) EXECUTE FUNCTION market_delistings_refuse_unagreed();
grant insert, select, update (state, agreed_at, withdrawn_by, ended_at, notified_through, notified_at) on market_delistings to tern_app;

-- function market_delistings_refuse_change() returns trigger
-- function market_delistings_refuse_unagreed() returns trigger, with the rights of the owner
-- function assets_refuse_unagreed() returns trigger

-- 2350-stated-days.sql ----------------------------------------------------------------------------



-- 2351-day-signatures.sql -------------------------------------------------------------------------

create table day_close_items (
  id bigint not null generated always as identity primary key,
  day date not null,
  asset text not null,
  account bigint not null,
  amount numeric(38,18) not null,
  owner_id bigint not null references operators,
  reason text not null,
  entry_id bigint,
  carried_id bigint references day_close_items,
  due_on date,
  opened_by bigint not null references operators,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  removed_by bigint references operators,
  settled_by bigint references operators,
  settled_entry_id bigint,
  settled_reason text not null default '',
  against text not null default 'books',
  constraint day_close_items_against_check CHECK ((against = ANY (ARRAY['books', 'statement']))),
  constraint day_close_items_amount_check CHECK (((amount <> (0)::numeric) OR ((against = 'statement') AND (due_on IS NOT NULL)))),
  constraint day_close_items_founded CHECK ((num_nonnulls(entry_id, carried_id, due_on) = 1)),
  constraint day_close_items_reason_check CHECK ((reason <> '')),
  constraint day_close_items_settled CHECK (
CASE
    WHEN (settled_by IS NULL) THEN (settled_entry_id IS NULL)
    ELSE ((due_on IS NOT NULL) AND (removed_by IS NULL) AND (settled_reason <> '') AND ((settled_entry_id IS NOT NULL) OR (amount = (0)::numeric)))
END)
);
CREATE INDEX day_close_items_of_day ON day_close_items (day, id);
CREATE INDEX day_close_items_open ON day_close_items (day) WHERE ((due_on IS NOT NULL) AND (removed_by IS NULL) AND (settled_by IS NULL));
CREATE TRIGGER day_close_items_changed AFTER INSERT OR UPDATE ON day_close_items FOR EACH ROW EXECUTE FUNCTION day_close_items_unsign();
CREATE TRIGGER day_close_items_in_turn BEFORE UPDATE ON day_close_items FOR EACH ROW EXECUTE FUNCTION day_close_items_refuse_change();
CREATE TRIGGER day_close_items_kept BEFORE DELETE OR TRUNCATE ON day_close_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('items of days are kept');
CREATE TRIGGER day_close_items_proven BEFORE INSERT ON day_close_items FOR EACH ROW EXECUTE FUNCTION day_close_items_prove();
grant insert (day, asset, account, amount, owner_id, reason, entry_id, carried_id, due_on, opened_by, opened_at, changed_at, against), select, update (owner_id, due_on, changed_at, removed_by, settled_by, settled_entry_id, settled_reason) on day_close_items to tern_app;

create table day_close_signatures (
  id bigint not null generated always as identity primary key,
  day date not null references day_closes,
  place smallint not null,
  operator_id bigint not null references operators,
  note text not null,
  content text not null,
  content_hash bytea not null,
  signed_at timestamptz not null,
  removed_at timestamptz,
  removed_by bigint references operators,
  removed_reason text not null default '',
  constraint day_close_signatures_check CHECK ((content_hash = sha256(convert_to(content, 'UTF8'::name)))),
  constraint day_close_signatures_place_check CHECK ((place = ANY (ARRAY[1, 2]))),
  constraint day_close_signatures_removed CHECK ((((removed_at IS NOT NULL) OR (removed_by IS NULL)) AND ((removed_by IS NULL) OR (removed_reason <> '')) AND ((removed_at IS NULL) OR (place = 1))))
);
CREATE UNIQUE INDEX day_close_signatures_place ON day_close_signatures (day, place) WHERE (removed_at IS NULL);
CREATE TRIGGER day_close_signatures_in_place BEFORE UPDATE ON day_close_signatures FOR EACH ROW EXECUTE FUNCTION day_close_signatures_refuse_change();
CREATE TRIGGER day_close_signatures_kept BEFORE DELETE OR TRUNCATE ON day_close_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a signed day does not change');
CREATE CONSTRAINT TRIGGER day_close_signatures_logged AFTER INSERT ON day_close_signatures DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION day_close_signatures_refuse_unlogged();
CREATE TRIGGER day_close_signatures_proven BEFORE INSERT ON day_close_signatures FOR EACH ROW EXECUTE FUNCTION day_close_signatures_prove();
CREATE TRIGGER day_close_signatures_stated AFTER INSERT ON day_close_signatures FOR EACH ROW WHEN ((new.place = 2)) EXECUTE FUNCTION day_close_signatures_state();
grant insert (day, place, operator_id, note, content_hash, signed_at), select, update (removed_at, removed_by, removed_reason) on day_close_signatures to tern_app;

-- function day_close_first_signed() returns date, for tern_app
-- function day_close_is_signed(of_day date) returns boolean, for tern_app
-- function day_close_by_hand(of_day date, of_operator bigint) returns boolean, for tern_app
-- function day_close_content(of_day date) returns text, for tern_app
-- function day_close_items_prove() returns trigger, with the rights of the owner
-- function day_close_items_refuse_change() returns trigger, with the rights of the owner
-- function day_close_items_unsign() returns trigger, with the rights of the owner
-- function day_close_signatures_prove() returns trigger, with the rights of the owner
-- function day_close_signatures_refuse_change() returns trigger, with the rights of the owner
-- function day_close_signatures_refuse_unlogged() returns trigger, with the rights of the owner
-- function day_close_signatures_state() returns trigger, with the rights of the owner

-- 2352-day-files.sql ------------------------------------------------------------------------------

create table day_close_files (
  id bigint not null generated always as identity primary key,
  kind text not null,
  from_day date not null,
  until_day date not null,
  asset text,
  has_names boolean not null,
  asked_by bigint not null references operators,
  asked_at timestamptz not null,
  state text not null default 'waiting',
  first bigint not null default 0,
  passed bigint not null default 0,
  through bigint not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  sha256 bytea,
  key_id integer,
  signature bytea,
  made_at timestamptz,
  constraint day_close_files_check CHECK ((until_day >= from_day)),
  constraint day_close_files_kind_check CHECK ((kind ~ '^[a-zA-Z]{1,40}$')),
  constraint day_close_files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint day_close_files_signed CHECK (((state = ANY (ARRAY['ready', 'removed'])) = (num_nonnulls(sha256, key_id, signature, made_at) = 4))),
  constraint day_close_files_state_check CHECK ((state = ANY (ARRAY['waiting', 'making', 'ready', 'removed'])))
);
CREATE INDEX day_close_files_kept ON day_close_files (made_at) WHERE (state = 'ready');
CREATE INDEX day_close_files_open ON day_close_files (id) WHERE (state = ANY (ARRAY['waiting', 'making']));
CREATE TRIGGER day_close_files_fixed BEFORE UPDATE ON day_close_files FOR EACH ROW EXECUTE FUNCTION day_close_files_refuse_change();
CREATE TRIGGER day_close_files_listed BEFORE DELETE OR TRUNCATE ON day_close_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('files of days stay listed');
grant insert (kind, from_day, until_day, asset, has_names, asked_by, asked_at), select, update (state, first, passed, through, rows, bytes, sha256, key_id, signature, made_at) on day_close_files to tern_app;

create table day_close_file_parts (
  file_id bigint not null references day_close_files,
  part integer not null,
  content bytea not null,
  constraint day_close_file_parts_pkey PRIMARY KEY (file_id, part)
);
CREATE TRIGGER day_close_file_parts_fixed BEFORE INSERT OR DELETE OR UPDATE ON day_close_file_parts FOR EACH ROW EXECUTE FUNCTION day_close_file_parts_refuse_change();
grant delete, insert, select on day_close_file_parts to tern_app;

-- function day_close_files_refuse_change() returns trigger
-- function day_close_file_parts_refuse_change() returns trigger

-- 2390-order-record.sql ---------------------------------------------------------------------------

create table spot_commands (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  at timestamptz not null,
  secret bytea not null,
  root bytea,
  lines text not null,
  constraint spot_commands_pkey PRIMARY KEY (instrument_id, last_number),
  constraint spot_commands_numbered CHECK (((first_number > 0) AND ((last_number - first_number) = (length(lines) - length(replace(lines, '
', '')))))),
  constraint spot_commands_root_check CHECK ((octet_length(root) = 32)),
  constraint spot_commands_rooted CHECK (((root IS NOT NULL) OR (first_number = 1))),
  constraint spot_commands_secret_check CHECK ((octet_length(secret) = 16))
);
CREATE TRIGGER spot_commands_append_only BEFORE UPDATE OR TRUNCATE ON spot_commands FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the record of a market is append only');
CREATE TRIGGER spot_commands_packed AFTER DELETE ON spot_commands REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION spot_commands_refuse_unpacked();
grant select on spot_commands to tern_app;

create table spot_command_seals (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  entry_index bigint not null,
  sealed_at timestamptz not null,
  constraint spot_command_seals_pkey PRIMARY KEY (instrument_id, last_number),
  constraint spot_command_seals_order CHECK ((first_number <= last_number))
);
CREATE INDEX spot_command_seals_of_entry ON spot_command_seals (entry_index);
CREATE TRIGGER spot_command_seals_append_only BEFORE UPDATE OR TRUNCATE ON spot_command_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('seals of the record are append only');
CREATE TRIGGER spot_command_seals_follow BEFORE INSERT ON spot_command_seals FOR EACH ROW EXECUTE FUNCTION spot_command_seals_refuse();
CREATE TRIGGER spot_command_seals_packed AFTER DELETE ON spot_command_seals REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION spot_command_seals_refuse_unpacked();
grant insert, select on spot_command_seals to tern_app;

-- function spot_command_seals_refuse() returns trigger



-- 2391-order-record-files.sql ---------------------------------------------------------------------

create table spot_record_files (
  day date not null,
  instrument_id smallint not null,
  last_number bigint not null,
  file bytea not null,
  constraint spot_record_files_pkey PRIMARY KEY (day, instrument_id)
);
CREATE INDEX spot_record_files_of_market ON spot_record_files (instrument_id, day);
CREATE TRIGGER spot_record_files_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON spot_record_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the files of a day do not change');
grant insert, select on spot_record_files to tern_app;

-- 2410-bank-statements.sql ------------------------------------------------------------------------

create table bank_statements (
  id bigint not null generated always as identity primary key,
  asset text not null references fiat_currencies,
  account text not null,
  number text not null,
  format text not null,
  opening numeric(38,18) not null,
  closing numeric(38,18) not null,
  opened_on date not null,
  closed_on date not null,
  entries integer not null,
  content_hash bytea not null,
  previous_id bigint references bank_statements,
  imported_by bigint references operators,
  imported_at timestamptz not null,
  constraint bank_statements_account_check CHECK ((account ~ '^[A-Z0-9]{4,40}$')),
  constraint bank_statements_chain UNIQUE NULLS NOT DISTINCT (account, asset, previous_id),
  constraint bank_statements_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint bank_statements_entries_check CHECK ((entries >= 0)),
  constraint bank_statements_format_check CHECK ((format = ANY (ARRAY['camt.053', 'MT940']))),
  constraint bank_statements_number_check CHECK (((number <> '') AND (length(number) <= 100))),
  constraint bank_statements_of_account UNIQUE (id, account, asset),
  constraint bank_statements_once UNIQUE (account, asset, number)
);
CREATE TRIGGER bank_statements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a bank statement does not change');
CREATE TRIGGER bank_statements_joined BEFORE INSERT ON bank_statements FOR EACH ROW EXECUTE FUNCTION bank_statements_refuse_gap();
CREATE CONSTRAINT TRIGGER bank_statements_whole AFTER INSERT ON bank_statements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bank_statements_refuse_bare();
grant insert (asset, account, number, format, opening, closing, opened_on, closed_on, entries, content_hash, previous_id, imported_by, imported_at), select on bank_statements to tern_app;

-- function bank_statements_refuse_gap() returns trigger

create table bank_entries (
  id bigint not null generated always as identity primary key,
  statement_id bigint not null,
  account text not null,
  asset text not null,
  place integer not null,
  is_credit boolean not null,
  amount numeric(38,18) not null,
  booked_on date not null,
  value_date date not null,
  entry_key text not null,
  bank_reference text not null,
  end_to_end_id text not null,
  party text not null,
  details text not null,
  return_code text not null,
  constraint bank_entries_amount_check CHECK ((amount > (0)::numeric)),
  constraint bank_entries_entry_key_check CHECK ((entry_key <> '')),
  constraint bank_entries_once UNIQUE (account, asset, entry_key),
  constraint bank_entries_place UNIQUE (statement_id, place),
  constraint bank_entries_place_check CHECK ((place > 0)),
  constraint bank_entries_statement_id_account_asset_fkey FOREIGN KEY (statement_id, account, asset) REFERENCES bank_statements(id, account, asset)
);
CREATE INDEX bank_entries_booked ON bank_entries (booked_on, id);
CREATE TRIGGER bank_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('an entry of a bank does not change');
CREATE TRIGGER bank_entries_tied AFTER INSERT ON bank_entries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION bank_entries_refuse_untied();
grant insert (statement_id, account, asset, place, is_credit, amount, booked_on, value_date, entry_key, bank_reference, end_to_end_id, party, details, return_code), select on bank_entries to tern_app;

-- function bank_entries_refuse_untied() returns trigger
-- function bank_statements_refuse_bare() returns trigger

create table bank_matches (
  id bigint not null generated always as identity primary key,
  entry_id bigint not null references bank_entries,
  kind text not null,
  subject_id bigint,
  reason text not null default '',
  matched_by bigint references operators,
  created_at timestamptz not null,
  constraint bank_matches_kind_check CHECK ((kind = ANY (ARRAY['wire', 'payout', 'payback', 'other']))),
  constraint bank_matches_people CHECK (((matched_by IS NOT NULL) OR (kind = ANY (ARRAY['wire', 'payout'])))),
  constraint bank_matches_record CHECK ((((kind = 'other') = (subject_id IS NULL)) AND ((kind = 'other') = (reason <> '')))),
  constraint bank_matches_record_once UNIQUE (kind, subject_id)
);
CREATE INDEX bank_matches_of_entry ON bank_matches (entry_id);
CREATE TRIGGER bank_matches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_matches FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what an entry of a bank belongs to does not change');
CREATE TRIGGER bank_matches_true BEFORE INSERT ON bank_matches FOR EACH ROW EXECUTE FUNCTION bank_matches_refuse_untrue();
grant insert (entry_id, kind, subject_id, reason, matched_by, created_at), select on bank_matches to tern_app;

-- view bank_entries_matched (entry_id, kind, subject_id, reason, matched_by, created_at)
grant select on bank_entries_matched to tern_app;

-- function bank_matches_refuse_untrue() returns trigger, with the rights of the owner
-- function wires_keep_statement() returns trigger
-- view bank_transfers_recorded (asset, bank_key)
grant select on bank_transfers_recorded to tern_app;

-- 2411-payment-files.sql --------------------------------------------------------------------------

create table payment_files (
  id bigint not null generated always as identity primary key,
  asset text not null references fiat_currencies,
  account text not null,
  payments integer not null,
  total numeric(38,18) not null,
  state text not null default 'made',
  made_by bigint not null references operators,
  made_at timestamptz not null,
  ended_by bigint references operators,
  ended_at timestamptz,
  constraint payment_files_account_check CHECK ((account ~ '^[A-Z0-9]{4,40}$')),
  constraint payment_files_check CHECK (((state = 'made') = (ended_at IS NULL))),
  constraint payment_files_payments_check CHECK (((payments >= 1) AND (payments <= 500))),
  constraint payment_files_state_check CHECK ((state = ANY (ARRAY['made', 'sent', 'withdrawn']))),
  constraint payment_files_total_check CHECK ((total > (0)::numeric))
);
CREATE TRIGGER payment_files_stay BEFORE UPDATE ON payment_files FOR EACH ROW EXECUTE FUNCTION payment_files_refuse_change();
CREATE CONSTRAINT TRIGGER payment_files_tied AFTER INSERT ON payment_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payment_files_refuse_untied();
grant insert (asset, account, payments, total, made_by, made_at), select, update (state, ended_by, ended_at) on payment_files to tern_app;

create table payment_file_payouts (
  file_id bigint not null references payment_files,
  payout_id bigint not null references payouts,
  amount numeric(38,18) not null,
  is_withdrawn boolean not null default false,
  constraint payment_file_payouts_pkey PRIMARY KEY (file_id, payout_id),
  constraint payment_file_payouts_amount_check CHECK ((amount > (0)::numeric))
);
CREATE UNIQUE INDEX payment_file_payouts_once ON payment_file_payouts (payout_id) WHERE (NOT is_withdrawn);
CREATE TRIGGER payment_file_payouts_ready BEFORE INSERT ON payment_file_payouts FOR EACH ROW EXECUTE FUNCTION payment_file_payouts_refuse_unready();
grant insert (file_id, payout_id, amount), select on payment_file_payouts to tern_app;

-- function payment_files_refuse_change() returns trigger, with the rights of the owner
-- function payment_file_payouts_refuse_unready() returns trigger, with the rights of the owner
-- function payment_files_refuse_untied() returns trigger
-- function payouts_refuse_in_file() returns trigger

-- 2430-market-listings.sql ------------------------------------------------------------------------

create table market_listings (
  id bigint not null generated always as identity primary key,
  terms jsonb not null,
  state text not null default 'draft',
  started_by bigint not null references operators,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  reason text,
  proposed_by bigint references operators,
  opens_at timestamptz,
  agreed_at timestamptz,
  withdrawn_by bigint references operators,
  ended_at timestamptz,
  failed text[] not null default '{}'::text[],
  instrument_id smallint unique references instruments,
  rechecked_at timestamptz,
  constraint market_listings_ended CHECK (((state = ANY (ARRAY['draft', 'proposed', 'agreed', 'waiting'])) = (ended_at IS NULL))),
  constraint market_listings_proposed CHECK (((state = ANY (ARRAY['draft', 'discarded'])) OR ((reason IS NOT NULL) AND (proposed_by IS NOT NULL) AND (opens_at IS NOT NULL)))),
  constraint market_listings_reason_check CHECK ((reason <> '')),
  constraint market_listings_state_check CHECK ((state = ANY (ARRAY['draft', 'proposed', 'agreed', 'waiting', 'opened', 'stopped', 'refused', 'withdrawn', 'discarded']))),
  constraint market_listings_stopped CHECK (((state <> ALL (ARRAY['stopped', 'waiting'])) OR (failed <> '{}'::text[]))),
  constraint market_listings_terms_check CHECK ((jsonb_typeof(terms) = 'object')),
  constraint market_listings_withdrawn CHECK (((state = 'withdrawn') = (withdrawn_by IS NOT NULL)))
);
CREATE INDEX market_listings_live ON market_listings (id) WHERE (state = ANY (ARRAY['draft', 'proposed', 'agreed', 'waiting']));
CREATE INDEX market_listings_pictures ON market_listings (((terms #>> '{coin,picture}'::text[])));
CREATE TRIGGER market_listings_begin BEFORE INSERT ON market_listings FOR EACH ROW WHEN (((new.state <> 'draft') OR (new.agreed_at IS NOT NULL) OR (new.instrument_id IS NOT NULL))) EXECUTE FUNCTION refuse_write('a listing begins as a draft');
CREATE TRIGGER market_listings_in_turn BEFORE UPDATE ON market_listings FOR EACH ROW EXECUTE FUNCTION market_listings_refuse_change();
CREATE TRIGGER market_listings_kept BEFORE DELETE OR TRUNCATE ON market_listings FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('listings are kept');
CREATE CONSTRAINT TRIGGER market_listings_stated AFTER UPDATE ON market_listings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.agreed_at IS NOT NULL) AND ((new.state IS DISTINCT FROM old.state) OR (new.opens_at IS DISTINCT FROM old.opens_at)))) EXECUTE FUNCTION market_listings_state_change();
CREATE CONSTRAINT TRIGGER market_listings_two_people AFTER UPDATE ON market_listings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'agreed') AND (old.state <> 'agreed'))) EXECUTE FUNCTION market_listings_refuse_unagreed();
grant insert, select, update (terms, state, changed_at, reason, proposed_by, opens_at, agreed_at, withdrawn_by, ended_at, failed, rechecked_at) on market_listings to tern_app;

-- function market_listings_refuse_change() returns trigger
-- function market_listings_refuse_unagreed() returns trigger, with the rights of the owner
-- function catalog_open_listing(listing bigint, at timestamptz) returns smallint, with the rights of the owner, for tern_app

-- 2431-staking-by-sources.sql ---------------------------------------------------------------------



-- 2432-terms-of-listed-networks.sql ---------------------------------------------------------------

-- function terms_begin(listed text) returns void

-- 2450-order-record-books.sql ---------------------------------------------------------------------

create table spot_record_books (
  instrument_id smallint not null,
  number bigint not null,
  at timestamptz not null,
  book bytea not null,
  constraint spot_record_books_pkey PRIMARY KEY (instrument_id, number)
);
CREATE TRIGGER spot_record_books_stay BEFORE UPDATE OR TRUNCATE ON spot_record_books FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a book that was kept does not change');
grant delete, insert, select on spot_record_books to tern_app;

-- 2460-screening.sql ------------------------------------------------------------------------------

create table screening_lists (
  version bigint not null generated always as identity primary key,
  list text not null,
  published_on date,
  content_hash bytea not null,
  entries integer not null,
  changed integer not null,
  removed integer not null,
  imported_at timestamptz not null,
  read_at timestamptz not null,
  constraint screening_lists_changed_check CHECK ((changed >= 0)),
  constraint screening_lists_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint screening_lists_entries_check CHECK ((entries > 0)),
  constraint screening_lists_list_check CHECK ((list = ANY (ARRAY['OFAC', 'OFAC-CONS', 'EU', 'UK', 'UN', 'SAMPLE']))),
  constraint screening_lists_removed_check CHECK ((removed >= 0))
);
CREATE INDEX screening_lists_newest ON screening_lists (list, version DESC);
grant insert, select, update (read_at) on screening_lists to tern_app;

create table screening_entries (
  id bigint not null generated always as identity primary key,
  list text not null,
  number text not null,
  entry jsonb not null,
  content_hash bytea not null,
  is_person boolean not null,
  is_listed boolean not null default true,
  changed_in bigint not null references screening_lists,
  constraint screening_entries_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint screening_entries_number_check CHECK (((number <> '') AND (length(number) <= 100))),
  constraint screening_entries_once UNIQUE (list, number)
);
CREATE INDEX screening_entries_changed ON screening_entries (changed_in);
grant insert, select, update on screening_entries to tern_app;

create table screening_names (
  entry_id bigint not null references screening_entries,
  words text not null,
  sounds text not null
);
CREATE INDEX screening_names_heard ON screening_names USING gin (sounds gin_trgm_ops);
CREATE INDEX screening_names_of_entry ON screening_names (entry_id);
CREATE INDEX screening_names_written ON screening_names USING gin (words gin_trgm_ops);
grant delete, insert, select on screening_names to tern_app;

create table screening_wallets (
  entry_id bigint not null references screening_entries,
  address_key text not null,
  constraint screening_wallets_address_key_check CHECK ((address_key <> ''))
);
CREATE INDEX screening_wallets_by_address ON screening_wallets (address_key);
CREATE INDEX screening_wallets_of_entry ON screening_wallets (entry_id);
grant delete, insert, select on screening_wallets to tern_app;

create table screening_values (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  what text not null,
  value text not null,
  value_key text not null,
  screened_in bigint not null default 0,
  screened_at timestamptz,
  constraint screening_values_once UNIQUE (member_id, what, value_key),
  constraint screening_values_value_check CHECK (((value <> '') AND (length(value) <= 500))),
  constraint screening_values_what_check CHECK ((what = ANY (ARRAY['person', 'party', 'address'])))
);
CREATE INDEX screening_values_alike ON screening_values (what, value_key);
CREATE INDEX screening_values_due ON screening_values (screened_in, id);
grant insert, select, update (screened_in, screened_at) on screening_values to tern_app;

create table screening_records (
  value_id bigint not null references screening_values,
  kind text not null,
  subject_id bigint not null,
  constraint screening_records_pkey PRIMARY KEY (kind, subject_id, value_id)
);
CREATE INDEX screening_records_of_value ON screening_records (value_id);
grant insert, select on screening_records to tern_app;

create table screening_hits (
  id bigint not null generated always as identity primary key,
  value_id bigint not null references screening_values,
  member_id bigint not null references members,
  entry_id bigint not null references screening_entries,
  entry_hash bytea not null,
  entry jsonb not null,
  score smallint not null,
  matched text not null,
  state text not null default 'open',
  round smallint not null default 1,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint screening_hits_decided CHECK (((state = 'open') = (decided_at IS NULL))),
  constraint screening_hits_entry_hash_check CHECK ((length(entry_hash) = 32)),
  constraint screening_hits_once UNIQUE (value_id, entry_id, entry_hash),
  constraint screening_hits_round_check CHECK (((round >= 1) AND (round <= 1000))),
  constraint screening_hits_score_check CHECK (((score >= 1) AND (score <= 100))),
  constraint screening_hits_state_check CHECK ((state = ANY (ARRAY['open', 'notSame', 'match', 'gone'])))
);
CREATE INDEX screening_hits_of_entry ON screening_hits (entry_id);
CREATE INDEX screening_hits_open ON screening_hits (created_at, id) WHERE (state = 'open');
CREATE INDEX screening_hits_recent ON screening_hits (decided_at DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX screening_hits_stopping ON screening_hits (member_id) WHERE (state = ANY (ARRAY['open', 'match']));
CREATE TRIGGER screening_hits_begin_open BEFORE INSERT ON screening_hits FOR EACH ROW WHEN (((new.state <> 'open') OR (new.round <> 1))) EXECUTE FUNCTION refuse_write('a hit starts open', 'screening_hits_begin_open');
CREATE TRIGGER screening_hits_kept BEFORE DELETE OR TRUNCATE ON screening_hits FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('hits are kept');
CREATE TRIGGER screening_hits_states BEFORE UPDATE ON screening_hits FOR EACH ROW EXECUTE FUNCTION screening_hits_refuse_change();
grant insert, select, update (state, round, decided_at) on screening_hits to tern_app;

create table screening_decisions (
  hit_id bigint not null references screening_hits,
  round smallint not null,
  place smallint not null,
  operator_id bigint not null references operators,
  outcome text not null,
  signs text[] not null,
  reason text not null,
  created_at timestamptz not null,
  constraint screening_decisions_pkey PRIMARY KEY (hit_id, round, place),
  constraint screening_decisions_one_each UNIQUE (hit_id, round, operator_id),
  constraint screening_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['notSame', 'match']))),
  constraint screening_decisions_place_check CHECK (((place >= 1) AND (place <= 3))),
  constraint screening_decisions_reason_check CHECK (((reason <> '') AND (length(reason) <= 500))),
  constraint screening_decisions_signs_check CHECK ((signs <@ ARRAY['birth', 'nationality', 'document', 'birthplace', 'photo', 'gender', 'address']))
);
CREATE TRIGGER screening_decisions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON screening_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a decision on a hit does not change');
CREATE TRIGGER screening_decisions_in_turn BEFORE INSERT ON screening_decisions FOR EACH ROW EXECUTE FUNCTION screening_decisions_refuse_untrue();
grant insert, select on screening_decisions to tern_app;

-- function screening_decisions_refuse_untrue() returns trigger
-- function screening_hits_refuse_change() returns trigger
-- function screening_stops(of_kind text, of_subject bigint, of_member bigint) returns boolean, for tern_app
-- function reviews_refuse_screened() returns trigger

-- 2461-compliance-role.sql ------------------------------------------------------------------------



-- 2490-rail-replacements.sql ----------------------------------------------------------------------

create table rail_replacements (
  txid text not null primary key,
  reference text not null,
  network text not null,
  sender text not null,
  nonce bigint not null,
  attempt integer not null,
  signed text not null,
  created_at timestamptz not null,
  reference_height bigint,
  expires_at timestamptz,
  fee_limit bigint,
  account_fee bigint,
  constraint rail_replacements_account_fee_check CHECK ((account_fee >= 0)),
  constraint rail_replacements_attempt_check CHECK ((attempt > 1)),
  constraint rail_replacements_cost CHECK ((num_nulls(expires_at, fee_limit, account_fee) = ANY (ARRAY[0, 3]))),
  constraint rail_replacements_expiry CHECK (((reference_height IS NULL) = (expires_at IS NULL))),
  constraint rail_replacements_fee_limit_check CHECK ((fee_limit >= 0)),
  constraint rail_replacements_in_turn UNIQUE (reference, attempt),
  constraint rail_replacements_reference_height_check CHECK ((reference_height >= 0)),
  constraint rail_replacements_reference_network_sender_nonce_fkey FOREIGN KEY (reference, network, sender, nonce) REFERENCES rail_transfers(reference, network, sender, nonce)
);
CREATE TRIGGER rail_replacements_in_time BEFORE INSERT ON rail_replacements FOR EACH ROW EXECUTE FUNCTION rail_replacements_refuse_untimely();
CREATE TRIGGER rail_replacements_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON rail_replacements FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a signed transaction does not change');
CREATE TRIGGER rail_replacements_late_enough BEFORE INSERT ON rail_replacements FOR EACH ROW EXECUTE FUNCTION rail_replacements_refuse_early();
grant insert, select on rail_replacements to tern_app;

-- function rail_replacements_refuse_untimely() returns trigger

-- 2500-outflow-caps.sql ---------------------------------------------------------------------------

create table outflow_cap_changes (
  id bigint not null generated always as identity primary key,
  asset text not null,
  cap numeric(38,18),
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint outflow_cap_changes_cap_check CHECK ((cap >= (0)::numeric)),
  constraint outflow_cap_changes_check CHECK (((state = 'proposed') = (decided_at IS NULL))),
  constraint outflow_cap_changes_reason_check CHECK ((reason <> '')),
  constraint outflow_cap_changes_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX outflow_cap_changes_one ON outflow_cap_changes (asset) WHERE (state = 'proposed');
CREATE TRIGGER outflow_cap_changes_stay BEFORE UPDATE ON outflow_cap_changes FOR EACH ROW EXECUTE FUNCTION outflow_cap_changes_refuse_change();
grant insert (asset, cap, reason, proposed_by, state, created_at, decided_at), select, update (state, decided_at) on outflow_cap_changes to tern_app;

-- function outflow_cap_changes_refuse_change() returns trigger

create table outflow_lock (
  is_only boolean not null default true primary key,
  constraint outflow_lock_is_only_check CHECK (is_only)
);

create table outflow_caps (
  asset text not null primary key,
  cap numeric(38,18),
  change_id bigint not null unique references outflow_cap_changes,
  since timestamptz not null
);
CREATE TRIGGER outflow_caps_raised_by_two BEFORE INSERT OR UPDATE ON outflow_caps FOR EACH ROW EXECUTE FUNCTION outflow_caps_refuse_raise();
grant insert (asset, cap, change_id, since), select, update (cap, change_id, since) on outflow_caps to tern_app;

-- function outflow_caps_refuse_raise() returns trigger, with the rights of the owner

create table outflow_releases (
  id bigint not null generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint outflow_releases_check CHECK (((state = 'proposed') = (decided_at IS NULL))),
  constraint outflow_releases_reason_check CHECK ((reason <> '')),
  constraint outflow_releases_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX outflow_releases_one ON outflow_releases (withdrawal_id) WHERE (state <> 'dropped');
CREATE TRIGGER outflow_releases_stay BEFORE UPDATE ON outflow_releases FOR EACH ROW EXECUTE FUNCTION outflow_releases_refuse_change();
grant insert (withdrawal_id, reason, proposed_by, created_at), select, update (state, decided_at) on outflow_releases to tern_app;

-- function outflow_releases_refuse_change() returns trigger

create table outflows (
  withdrawal_id bigint not null primary key references withdrawals,
  asset text not null,
  amount numeric(38,18) not null,
  worth numeric(38,18),
  at timestamptz not null,
  constraint outflows_amount_check CHECK ((amount > (0)::numeric)),
  constraint outflows_worth_check CHECK ((worth >= (0)::numeric))
);
CREATE INDEX outflows_by_time ON outflows (at);
CREATE INDEX outflows_of_asset ON outflows (asset, at);
CREATE TRIGGER outflows_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON outflows FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what left does not change');
grant select on outflows to tern_app;

-- function usdt_price(of_asset text) returns numeric, for tern_app
-- function withdrawals_count_outflow() returns trigger, with the rights of the owner

-- 2520-customer-files.sql -------------------------------------------------------------------------

create table customer_files (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  groups text[] not null,
  from_day date not null,
  until_day date not null,
  has_all_acts boolean not null,
  reason text not null,
  proposed_by bigint not null references operators,
  created_at timestamptz not null,
  state text not null default 'waiting',
  began_at timestamptz,
  cursor text default '',
  rows bigint not null default 0,
  bytes bigint not null default 0,
  sha256 bytea,
  made_at timestamptz,
  constraint customer_files_begun CHECK (((state = ANY (ARRAY['waiting', 'refused'])) = (began_at IS NULL))),
  constraint customer_files_check CHECK ((until_day >= from_day)),
  constraint customer_files_groups CHECK ((((cardinality(groups) >= 1) AND (cardinality(groups) <= 5)) AND (groups <@ ARRAY['money', 'orders', 'security', 'chats', 'acts']))),
  constraint customer_files_made CHECK (((state = ANY (ARRAY['ready', 'removed'])) = (num_nonnulls(sha256, made_at) = 2))),
  constraint customer_files_reason_check CHECK ((reason <> '')),
  constraint customer_files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint customer_files_state_check CHECK ((state = ANY (ARRAY['waiting', 'refused', 'making', 'ready', 'removed'])))
);
CREATE INDEX customer_files_kept ON customer_files (made_at) WHERE (state = 'ready');
CREATE INDEX customer_files_of_member ON customer_files (member_id, id DESC);
CREATE INDEX customer_files_open ON customer_files (id) WHERE (state = 'making');
CREATE UNIQUE INDEX customer_files_waiting ON customer_files (member_id) WHERE (state = 'waiting');
CREATE TRIGGER customer_files_begin BEFORE INSERT ON customer_files FOR EACH ROW WHEN ((new.state <> 'waiting')) EXECUTE FUNCTION refuse_write('a file of a customer is proposed first');
CREATE TRIGGER customer_files_fixed BEFORE UPDATE ON customer_files FOR EACH ROW EXECUTE FUNCTION customer_files_refuse_change();
CREATE TRIGGER customer_files_listed BEFORE DELETE OR TRUNCATE ON customer_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('files of customers stay listed');
CREATE CONSTRAINT TRIGGER customer_files_two_people AFTER UPDATE ON customer_files DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'making') AND (old.state <> 'making'))) EXECUTE FUNCTION customer_files_refuse_unagreed();
grant insert (member_id, groups, from_day, until_day, has_all_acts, reason, proposed_by, created_at), select, update (state, began_at, cursor, rows, bytes, sha256, made_at) on customer_files to tern_app;

create table customer_file_parts (
  file_id bigint not null references customer_files,
  part integer not null,
  content bytea not null,
  constraint customer_file_parts_pkey PRIMARY KEY (file_id, part)
);
CREATE TRIGGER customer_file_parts_fixed BEFORE INSERT OR DELETE OR UPDATE ON customer_file_parts FOR EACH ROW EXECUTE FUNCTION customer_file_parts_refuse_change();
grant delete, insert, select on customer_file_parts to tern_app;

-- function customer_files_refuse_change() returns trigger
-- function customer_files_refuse_unagreed() returns trigger, with the rights of the owner
-- function customer_file_parts_refuse_change() returns trigger

-- 2521-operator-keys-agreed.sql -------------------------------------------------------------------

create table operator_passkey_requests (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  seal bytea not null,
  state text not null default 'waiting',
  ended_at timestamptz,
  constraint operator_passkey_requests_ended CHECK (((state = 'waiting') = (ended_at IS NULL))),
  constraint operator_passkey_requests_name_check CHECK ((name <> '')),
  constraint operator_passkey_requests_state_check CHECK ((state = ANY (ARRAY['waiting', 'agreed', 'refused', 'withdrawn'])))
);
CREATE INDEX operator_passkey_requests_of_operator ON operator_passkey_requests (operator_id, id) WHERE (state = 'waiting');
CREATE UNIQUE INDEX operator_passkey_requests_waiting ON operator_passkey_requests (credential_id) WHERE (state = 'waiting');
CREATE TRIGGER operator_passkey_requests_begin BEFORE INSERT ON operator_passkey_requests FOR EACH ROW WHEN ((new.state <> 'waiting')) EXECUTE FUNCTION refuse_write('a key waits for a second person first');
CREATE TRIGGER operator_passkey_requests_kept BEFORE DELETE OR TRUNCATE ON operator_passkey_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('requests for keys are kept');
CREATE TRIGGER operator_passkey_requests_once BEFORE UPDATE ON operator_passkey_requests FOR EACH ROW WHEN ((old.state <> 'waiting')) EXECUTE FUNCTION refuse_write('a request for a key ends once');
grant insert (operator_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at, seal), select, update (state, ended_at) on operator_passkey_requests to tern_app;

-- function operator_passkeys_refuse_alone() returns trigger, with the rights of the owner

-- 2550-written-lines.sql --------------------------------------------------------------------------

create table ledger_origin (
  is_only boolean not null default true primary key,
  database_id text not null,
  copied_through bigint not null,
  constraint ledger_origin_copied_through_check CHECK ((copied_through >= 0)),
  constraint ledger_origin_is_only_check CHECK (is_only)
);
grant select on ledger_origin to tern_app;

-- function ledger_database_id() returns text, for tern_app
-- function ledger_note_origin() returns void
-- function ledger_copied_through() returns bigint, for tern_app

-- 2551-day-close-catch-up.sql ---------------------------------------------------------------------



-- 2552-one-import-at-a-time.sql -------------------------------------------------------------------

create table screening_lists_lock (
  is_only boolean not null default true primary key,
  constraint screening_lists_lock_is_only_check CHECK (is_only)
);
grant select, update on screening_lists_lock to tern_app;

-- 2560-reserves.sql -------------------------------------------------------------------------------

create table reserves_files (
  snapshot bigint not null primary key references liabilities_snapshots,
  document text not null,
  salt text not null,
  entry_index bigint not null unique references public_log_entries,
  receipt text not null,
  made_at timestamptz not null,
  constraint reserves_files_salt_check CHECK ((salt ~ '^[0-9a-f]{32}$'))
);
CREATE TRIGGER reserves_files_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reserves_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a file of reserves never changes');
CREATE TRIGGER reserves_files_in_log BEFORE INSERT ON reserves_files FOR EACH ROW EXECUTE FUNCTION reserves_check_file();
grant insert, select on reserves_files to tern_app;

-- function reserves_check_file() returns trigger

-- 2570-operator-roles.sql -------------------------------------------------------------------------

create table operator_roles (
  id bigint not null generated always as identity primary key,
  key text not null unique,
  name text not null,
  permissions text[] not null,
  version integer not null default 1,
  ended_at timestamptz,
  constraint operator_roles_key_check CHECK ((key ~ '^[a-z][a-z-]{1,23}$')),
  constraint operator_roles_name_check CHECK ((name <> '')),
  constraint operator_roles_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint operator_roles_version_check CHECK ((version > 0))
);
CREATE TRIGGER operator_roles_course BEFORE UPDATE ON operator_roles FOR EACH ROW EXECUTE FUNCTION operator_roles_refuse_other_course();
CREATE TRIGGER operator_roles_kept BEFORE DELETE OR TRUNCATE ON operator_roles FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a role that ended stays known');
CREATE TRIGGER operator_roles_names BEFORE INSERT OR UPDATE OF name ON operator_roles FOR EACH ROW EXECUTE FUNCTION operator_roles_refuse_same_name();
CREATE TRIGGER operator_roles_only_agreed BEFORE INSERT OR UPDATE ON operator_roles FOR EACH ROW WHEN ((CURRENT_USER = 'tern_app'::name)) EXECUTE FUNCTION operator_roles_refuse_unagreed();
CREATE TRIGGER operator_roles_stated AFTER INSERT OR UPDATE ON operator_roles FOR EACH ROW EXECUTE FUNCTION operator_roles_state_change();
grant insert (key, name, permissions), select, update (name, permissions, version, ended_at) on operator_roles to tern_app;

-- 2571-role-changes.sql ---------------------------------------------------------------------------

create table role_changes (
  id bigint not null generated always as identity primary key,
  change text not null,
  role_key text not null,
  name text not null,
  permissions text[] not null,
  base_version integer not null,
  reason text not null,
  proposed_by bigint not null references operators,
  request_id text,
  created_at timestamptz not null,
  constraint role_changes_change_check CHECK ((change = ANY (ARRAY['add', 'edit', 'end']))),
  constraint role_changes_check CHECK (((base_version = 0) = (change = 'add'))),
  constraint role_changes_reason_check CHECK ((reason <> '')),
  constraint role_changes_request UNIQUE (proposed_by, request_id)
);
grant insert, select on role_changes to tern_app;

-- 2572-roles-agreed.sql ---------------------------------------------------------------------------

create table role_changes_done (
  change_id bigint not null primary key references role_changes,
  done_at timestamptz not null default now()
);
grant select on role_changes_done to tern_app;

-- function operators_refuse_unknown_role() returns trigger, with the rights of the owner
-- function operator_roles_refuse_other_course() returns trigger, with the rights of the owner
-- function operator_roles_refuse_unagreed() returns trigger, with the rights of the owner

-- 2580-operator-links.sql -------------------------------------------------------------------------

create table operator_links (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  issuer text not null,
  subject text not null,
  email text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  seal bytea not null,
  constraint operator_links_identity UNIQUE (issuer, subject),
  constraint operator_links_issuer_check CHECK ((issuer <> '')),
  constraint operator_links_one UNIQUE (operator_id, issuer),
  constraint operator_links_subject_check CHECK ((subject <> ''))
);
CREATE TRIGGER operator_links_two_people BEFORE INSERT OR UPDATE OF operator_id, issuer, subject ON operator_links FOR EACH ROW EXECUTE FUNCTION operator_links_refuse_alone();
grant delete, insert (operator_id, issuer, subject, email, created_at, seal), select, update (last_used_at) on operator_links to tern_app;

create table operator_link_requests (
  id bigint not null generated always as identity primary key,
  operator_id bigint not null references operators,
  issuer text not null,
  subject text not null,
  email text not null,
  created_at timestamptz not null,
  seal bytea not null,
  state text not null default 'waiting',
  ended_at timestamptz,
  constraint operator_link_requests_ended CHECK (((state = 'waiting') = (ended_at IS NULL))),
  constraint operator_link_requests_issuer_check CHECK ((issuer <> '')),
  constraint operator_link_requests_state_check CHECK ((state = ANY (ARRAY['waiting', 'agreed', 'refused', 'withdrawn']))),
  constraint operator_link_requests_subject_check CHECK ((subject <> ''))
);
CREATE UNIQUE INDEX operator_link_requests_identity ON operator_link_requests (issuer, subject) WHERE (state = 'waiting');
CREATE UNIQUE INDEX operator_link_requests_one ON operator_link_requests (operator_id, issuer) WHERE (state = 'waiting');
CREATE TRIGGER operator_link_requests_begin BEFORE INSERT ON operator_link_requests FOR EACH ROW WHEN ((new.state <> 'waiting')) EXECUTE FUNCTION refuse_write('a link waits for a second person first');
CREATE TRIGGER operator_link_requests_kept BEFORE DELETE OR TRUNCATE ON operator_link_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('requests for links are kept');
CREATE TRIGGER operator_link_requests_once BEFORE UPDATE ON operator_link_requests FOR EACH ROW WHEN ((old.state <> 'waiting')) EXECUTE FUNCTION refuse_write('a request for a link ends once');
grant insert (operator_id, issuer, subject, email, created_at, seal), select, update (state, ended_at) on operator_link_requests to tern_app;

-- function operator_links_refuse_alone() returns trigger, with the rights of the owner

create table operator_provider_visits (
  state_hash text not null primary key,
  ticket_hash text not null,
  operator_id bigint references operators,
  session_id bigint,
  sealed bytea not null,
  expires_at timestamptz not null,
  constraint operator_provider_visits_link CHECK (((operator_id IS NULL) = (session_id IS NULL)))
);
CREATE INDEX operator_provider_visits_expiry ON operator_provider_visits (expires_at);
grant delete, insert, select on operator_provider_visits to tern_app;

create table operator_provider_logins (
  operator_id bigint not null primary key references operators,
  ticket_hash text not null unique,
  expires_at timestamptz not null,
  seal bytea not null
);
grant delete, insert, select, update on operator_provider_logins to tern_app;

-- 2581-pushes-in-the-outbox.sql -------------------------------------------------------------------



-- 2590-venue-record-types.sql ---------------------------------------------------------------------



-- 2591-hedging.sql --------------------------------------------------------------------------------

create table hedging_lock (
  is_only boolean not null default true primary key,
  constraint hedging_lock_is_only_check CHECK (is_only)
);

create table hedging_stops (
  id bigint not null generated always as identity primary key,
  cause text not null,
  detail text not null,
  operator_id bigint references operators,
  began_at timestamptz not null,
  ended_at timestamptz,
  resume_id bigint,
  constraint hedging_stops_cause_check CHECK ((cause = ANY (ARRAY['first', 'person', 'limit', 'errors', 'difference']))),
  constraint hedging_stops_detail_check CHECK ((detail <> '')),
  constraint hedging_stops_end CHECK (((ended_at IS NULL) = (resume_id IS NULL))),
  constraint hedging_stops_person CHECK (((cause = 'person') = (operator_id IS NOT NULL)))
);
CREATE UNIQUE INDEX hedging_stops_running ON hedging_stops ((true)) WHERE (ended_at IS NULL);
CREATE TRIGGER hedging_stops_in_turn BEFORE INSERT OR UPDATE ON hedging_stops FOR EACH ROW EXECUTE FUNCTION hedging_stops_guard();
CREATE TRIGGER hedging_stops_kept BEFORE DELETE OR TRUNCATE ON hedging_stops FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('stops are kept');
grant insert (cause, detail, operator_id, began_at), select, update (ended_at, resume_id) on hedging_stops to tern_app;

create table hedging_resumes (
  id bigint not null generated always as identity primary key,
  stop_id bigint not null references hedging_stops,
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint hedging_resumes_check CHECK (((state = 'proposed') = (decided_at IS NULL))),
  constraint hedging_resumes_reason_check CHECK ((reason <> '')),
  constraint hedging_resumes_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX hedging_resumes_one ON hedging_resumes (stop_id) WHERE (state <> 'dropped');
CREATE TRIGGER hedging_resumes_stay BEFORE UPDATE ON hedging_resumes FOR EACH ROW EXECUTE FUNCTION hedging_resumes_refuse_change();
grant insert (stop_id, reason, proposed_by, created_at), select, update (state, decided_at) on hedging_resumes to tern_app;

-- function hedging_resumes_refuse_change() returns trigger
-- function hedging_stops_guard() returns trigger, with the rights of the owner

create table hedge_orders (
  id bigint not null generated always as identity primary key,
  client_order_id text not null unique,
  asset text not null references assets,
  symbol text not null,
  side text not null,
  amount numeric(38,18) not null,
  price numeric(38,18) not null,
  exposure numeric(38,18) not null,
  exposure_max numeric(38,18) not null,
  state text not null default 'sent',
  reason text not null default '',
  venue_order_id text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint hedge_orders_amount_check CHECK ((amount > (0)::numeric)),
  constraint hedge_orders_asset_check CHECK ((asset <> 'USDT')),
  constraint hedge_orders_check CHECK (((state = 'sent') = (settled_at IS NULL))),
  constraint hedge_orders_check1 CHECK (((abs(exposure) > exposure_max) AND ((side = 'buy') = (exposure < (0)::numeric)) AND (amount <= abs(exposure)))),
  constraint hedge_orders_client_order_id_check CHECK ((client_order_id ~ '^[A-Za-z0-9_-]{8,64}$')),
  constraint hedge_orders_disputed CHECK (((state <> 'disputed') OR (reason <> ''))),
  constraint hedge_orders_exposure_max_check CHECK ((exposure_max >= (0)::numeric)),
  constraint hedge_orders_price_check CHECK ((price > (0)::numeric)),
  constraint hedge_orders_side_check CHECK ((side = ANY (ARRAY['buy', 'sell']))),
  constraint hedge_orders_state_check CHECK ((state = ANY (ARRAY['sent', 'done', 'refused', 'absent', 'disputed'])))
);
CREATE INDEX hedge_orders_by_time ON hedge_orders (created_at);
CREATE UNIQUE INDEX hedge_orders_one ON hedge_orders (asset) WHERE (state = 'sent');
CREATE TRIGGER hedge_orders_guarded BEFORE INSERT OR UPDATE ON hedge_orders FOR EACH ROW EXECUTE FUNCTION hedge_orders_guard();
CREATE TRIGGER hedge_orders_kept BEFORE DELETE OR TRUNCATE ON hedge_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('orders at the venue are kept');
grant insert (client_order_id, asset, symbol, side, amount, price, exposure, exposure_max, created_at), select, update (state, reason, venue_order_id, settled_at) on hedge_orders to tern_app;

create table hedge_fills (
  order_id bigint not null references hedge_orders,
  trade_id text not null,
  price numeric(38,18) not null,
  amount numeric(38,18) not null,
  fee numeric(38,18) not null,
  fee_asset text not null,
  base_change numeric(38,18) not null,
  quote_change numeric(38,18) not null,
  constraint hedge_fills_pkey PRIMARY KEY (order_id, trade_id),
  constraint hedge_fills_amount_check CHECK ((amount > (0)::numeric)),
  constraint hedge_fills_fee_check CHECK ((fee >= (0)::numeric)),
  constraint hedge_fills_price_check CHECK ((price > (0)::numeric)),
  constraint hedge_fills_trade_id_check CHECK ((trade_id <> ''))
);
CREATE TRIGGER hedge_fills_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON hedge_fills FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what the venue executed does not change');
CREATE TRIGGER hedge_fills_computed BEFORE INSERT ON hedge_fills FOR EACH ROW EXECUTE FUNCTION hedge_fills_compute();
grant insert (order_id, trade_id, price, amount, fee, fee_asset), select on hedge_fills to tern_app;

-- function hedged_since(of_asset text, since timestamptz) returns numeric, for tern_app
-- function hedge_orders_guard() returns trigger, with the rights of the owner
-- function hedge_round_up(amount numeric, places integer) returns numeric
-- function hedge_fills_compute() returns trigger, with the rights of the owner
-- view hedge_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on hedge_required_lines to tern_app;

create table venue_moves (
  id bigint not null generated always as identity primary key,
  direction text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  reference text not null,
  reason text not null,
  proposed_by bigint not null references operators,
  state text not null default 'proposed',
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint venue_moves_amount_check CHECK ((amount > (0)::numeric)),
  constraint venue_moves_check CHECK (((state = 'proposed') = (decided_at IS NULL))),
  constraint venue_moves_direction_check CHECK ((direction = ANY (ARRAY['in', 'out']))),
  constraint venue_moves_reason_check CHECK ((reason <> '')),
  constraint venue_moves_reference_check CHECK ((reference <> '')),
  constraint venue_moves_state_check CHECK ((state = ANY (ARRAY['proposed', 'carried', 'dropped'])))
);
CREATE UNIQUE INDEX venue_moves_once ON venue_moves (direction, asset, reference) WHERE (state <> 'dropped');
CREATE TRIGGER venue_moves_agreed BEFORE UPDATE ON venue_moves FOR EACH ROW EXECUTE FUNCTION venue_moves_refuse_change();
CREATE TRIGGER venue_moves_kept BEFORE DELETE OR TRUNCATE ON venue_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('moves to the venue are kept');
grant insert (direction, asset, amount, reference, reason, proposed_by, created_at), select, update (state, decided_at) on venue_moves to tern_app;

-- function venue_moves_refuse_change() returns trigger, with the rights of the owner
-- view venue_move_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on venue_move_required_lines to tern_app;

create table venue_report (
  is_only boolean not null default true primary key,
  balances jsonb,
  reported_at timestamptz,
  errors integer not null default 0,
  fault text not null default '',
  constraint venue_report_errors_check CHECK ((errors >= 0)),
  constraint venue_report_is_only_check CHECK (is_only)
);
grant select, update (balances, reported_at, errors, fault) on venue_report to tern_app;

-- 2610-coin-pictures.sql --------------------------------------------------------------------------

create table coin_pictures (
  id bigint not null generated always as identity primary key,
  sha256 text not null,
  name text not null unique,
  bytes integer not null,
  uploaded_by bigint not null references operators,
  created_at timestamptz not null,
  constraint coin_pictures_bytes_check CHECK ((bytes > 0)),
  constraint coin_pictures_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'))
);
CREATE INDEX coin_pictures_hash ON coin_pictures (sha256);
CREATE INDEX coin_pictures_uploads ON coin_pictures (created_at);
CREATE TRIGGER coin_pictures_change BEFORE UPDATE OR TRUNCATE ON coin_pictures FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('pictures of coins do not change');
CREATE TRIGGER coin_pictures_stay BEFORE DELETE ON coin_pictures FOR EACH ROW EXECUTE FUNCTION coin_pictures_refuse_loss();
grant delete, insert, select on coin_pictures to tern_app;

-- function coin_pictures_refuse_loss() returns trigger

-- 2611-delisting-reminders.sql --------------------------------------------------------------------

create table delisting_reminders (
  delisting_id bigint not null references market_delistings,
  days smallint not null,
  reminded_through bigint not null default 0,
  reminded_at timestamptz,
  constraint delisting_reminders_pkey PRIMARY KEY (delisting_id, days),
  constraint delisting_reminders_days_check CHECK ((days = ANY (ARRAY[1, 7])))
);
CREATE TRIGGER delisting_reminders_grow BEFORE UPDATE ON delisting_reminders FOR EACH ROW EXECUTE FUNCTION delisting_reminders_refuse_change();
CREATE TRIGGER delisting_reminders_kept BEFORE DELETE OR TRUNCATE ON delisting_reminders FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('reminders are kept');
grant insert, select, update (reminded_through, reminded_at) on delisting_reminders to tern_app;

-- function delisting_reminders_refuse_change() returns trigger

-- 2612-listing-waits.sql --------------------------------------------------------------------------

create table market_listing_moves (
  id bigint not null generated always as identity primary key,
  listing_id bigint not null references market_listings,
  former_at timestamptz not null,
  opens_at timestamptz not null,
  reason text not null,
  proposed_by bigint not null references operators,
  created_at timestamptz not null,
  state text not null default 'proposed',
  ended_at timestamptz,
  constraint market_listing_moves_ended CHECK (((state = 'proposed') = (ended_at IS NULL))),
  constraint market_listing_moves_later CHECK (((opens_at > created_at) AND (opens_at <> former_at))),
  constraint market_listing_moves_reason_check CHECK ((reason <> '')),
  constraint market_listing_moves_state_check CHECK ((state = ANY (ARRAY['proposed', 'agreed', 'refused'])))
);
CREATE INDEX market_listing_moves_of ON market_listing_moves (listing_id, id);
CREATE UNIQUE INDEX market_listing_moves_one ON market_listing_moves (listing_id) WHERE (state = 'proposed');
CREATE TRIGGER market_listing_moves_begin BEFORE INSERT ON market_listing_moves FOR EACH ROW WHEN ((new.state <> 'proposed')) EXECUTE FUNCTION refuse_write('another time is proposed first');
CREATE TRIGGER market_listing_moves_in_turn BEFORE UPDATE ON market_listing_moves FOR EACH ROW EXECUTE FUNCTION market_listing_moves_refuse_change();
CREATE TRIGGER market_listing_moves_kept BEFORE DELETE OR TRUNCATE ON market_listing_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('moves of listings are kept');
CREATE CONSTRAINT TRIGGER market_listing_moves_two_people AFTER UPDATE ON market_listing_moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.state = 'agreed') AND (old.state <> 'agreed'))) EXECUTE FUNCTION market_listing_moves_refuse_unagreed();
grant insert, select, update (state, ended_at) on market_listing_moves to tern_app;

-- function market_listing_moves_refuse_change() returns trigger
-- function market_listing_moves_refuse_unagreed() returns trigger, with the rights of the owner

-- 2613-kinds-of-stated-listings.sql ---------------------------------------------------------------



-- 2614-uses-of-coins.sql --------------------------------------------------------------------------

-- function coin_uses() returns text[], for tern_app

-- 2615-stated-listings.sql ------------------------------------------------------------------------

-- view market_listings_decided (listing_id, first_by, decided_by, decided_at)
grant select on market_listings_decided to tern_app;

-- function market_listings_state(listing market_listings, as_state text) returns void
-- function market_listings_state_change() returns trigger, with the rights of the owner
-- function market_delistings_document(delisting market_delistings) returns text
-- function market_delistings_state(delisting market_delistings, as_state text) returns void
-- function market_delistings_state_change() returns trigger, with the rights of the owner

-- 2618-role-facts.sql -----------------------------------------------------------------------------



-- 2619-stated-roles.sql ---------------------------------------------------------------------------

-- function operator_roles_state(role operator_roles) returns void
-- function operator_roles_state_change() returns trigger, with the rights of the owner

-- 2631-own-wallets.sql ----------------------------------------------------------------------------

create table rail_treasury_wallets (
  network text not null references networks,
  address text not null,
  removed_at timestamptz,
  constraint rail_treasury_wallets_pkey PRIMARY KEY (network, address)
);
grant insert, select, update (removed_at) on rail_treasury_wallets to tern_app;

-- view rail_own_addresses (network, address)
grant select on rail_own_addresses to tern_app;

-- 2632-network-fees.sql ---------------------------------------------------------------------------

create table network_fees (
  id bigint not null generated always as identity primary key,
  network text not null references networks,
  txid text not null,
  wallet text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  height bigint not null,
  seen_at timestamptz not null,
  booked_at timestamptz,
  constraint network_fees_amount_check CHECK ((amount > (0)::numeric)),
  constraint network_fees_height_check CHECK ((height >= 0)),
  constraint network_fees_once UNIQUE (network, txid),
  constraint network_fees_txid_check CHECK (((txid = lower(txid)) AND (txid <> '')))
);
CREATE INDEX network_fees_by_time ON network_fees (network, seen_at);
CREATE INDEX network_fees_waiting ON network_fees (asset, id) WHERE (booked_at IS NULL);
CREATE TRIGGER network_fees_kept BEFORE DELETE OR TRUNCATE ON network_fees FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('network fees are kept');
CREATE TRIGGER network_fees_proven BEFORE INSERT OR UPDATE ON network_fees FOR EACH ROW EXECUTE FUNCTION network_fees_prove();
grant insert (network, txid, wallet, asset, amount, height, seen_at), select, update (booked_at) on network_fees to tern_app;

-- function network_fees_prove() returns trigger, with the rights of the owner
-- view network_fee_required_lines (kind, reference, subject_id, owner_id, asset, available)
grant select on network_fee_required_lines to tern_app;

-- 2633-hedges-and-network-fees-in-the-guard.sql ---------------------------------------------------



-- 2634-wallet-counts.sql --------------------------------------------------------------------------

-- function wallet_items(of_network text, of_asset text, at_height bigint, booked_before timestamptz) returns TABLE(arrived numeric, paid numeric, fees numeric)

create table wallet_counts (
  network text not null references networks,
  asset text not null references assets,
  until timestamptz not null,
  height bigint not null,
  block text not null,
  hot numeric(38,18) not null,
  held numeric(38,18) not null,
  counted_at timestamptz not null,
  ledger numeric(38,18) not null,
  arrived numeric(38,18) not null,
  paid numeric(38,18) not null,
  fees numeric(38,18) not null,
  difference numeric(38,18) not null generated always as (((((held - ledger) - arrived) + paid) + fees)) stored,
  constraint wallet_counts_pkey PRIMARY KEY (network, asset, until),
  constraint wallet_counts_check CHECK ((held >= hot)),
  constraint wallet_counts_height_check CHECK ((height >= 0)),
  constraint wallet_counts_hot_check CHECK ((hot >= (0)::numeric))
);
CREATE INDEX wallet_counts_by_time ON wallet_counts (network, until);
CREATE TRIGGER wallet_counts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON wallet_counts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a count of wallets does not change');
CREATE TRIGGER wallet_counts_compared BEFORE INSERT ON wallet_counts FOR EACH ROW EXECUTE FUNCTION wallet_counts_compare();
grant insert (network, asset, until, height, block, hot, held, counted_at), select on wallet_counts to tern_app;

-- function wallet_counts_compare() returns trigger, with the rights of the owner

-- 2635-day-statements.sql -------------------------------------------------------------------------

create table day_close_statements (
  day date not null references day_closes,
  asset text not null,
  account bigint not null,
  source text not null,
  ledger numeric(38,18) not null,
  stated numeric(38,18),
  arrived numeric(38,18) not null,
  paid numeric(38,18) not null,
  fees numeric(38,18) not null,
  reference text not null,
  difference numeric(38,18) generated always as (((((stated - ledger) - arrived) + paid) + fees)) stored,
  counted_at timestamptz not null,
  constraint day_close_statements_pkey PRIMARY KEY (day, asset, account),
  constraint day_close_statements_source_check CHECK ((source = ANY (ARRAY['chain', 'paper', 'bank'])))
);
CREATE TRIGGER day_close_statements_changed AFTER INSERT OR UPDATE ON day_close_statements FOR EACH ROW EXECUTE FUNCTION day_close_statements_unsign();
CREATE TRIGGER day_close_statements_kept BEFORE DELETE OR TRUNCATE ON day_close_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what a source said of a day is kept');
CREATE TRIGGER day_close_statements_stay BEFORE UPDATE ON day_close_statements FOR EACH ROW EXECUTE FUNCTION day_close_statements_refuse_change();
grant select on day_close_statements to tern_app;

-- function day_close_at_banks(of_asset text, of_day date) returns TABLE(stated numeric, reference text)
-- function day_close_bank_items(of_asset text, of_day date) returns TABLE(arrived numeric, paid numeric)
-- view day_close_paper_transfers (account, asset, amount, at)
-- function day_close_state_day(of_day date, at timestamptz) returns boolean, with the rights of the owner, for tern_app
-- function day_close_statements_refuse_change() returns trigger
-- view day_close_to_explain (day, asset, account, against, amount, is_missing)
grant select on day_close_to_explain to tern_app;

-- function day_close_is_left(of_day date) returns boolean, for tern_app
-- function day_close_against(against text) returns jsonb, for tern_app
-- function day_close_statements_unsign() returns trigger, with the rights of the owner

-- 2650-cases.sql ----------------------------------------------------------------------------------

create table cases (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  source text not null,
  opened_by bigint references operators,
  why text not null,
  owner_id bigint references operators,
  email text not null,
  country_code text not null,
  phone text not null,
  due_at timestamptz not null,
  opened_at timestamptz not null,
  outcome text,
  closed_at timestamptz,
  constraint cases_ended CHECK (((outcome IS NULL) = (closed_at IS NULL))),
  constraint cases_opened CHECK (((source = 'person') = (opened_by IS NOT NULL))),
  constraint cases_outcome_check CHECK ((outcome = ANY (ARRAY['cleared', 'reported']))),
  constraint cases_source_check CHECK ((source = ANY (ARRAY['hit', 'rule', 'person']))),
  constraint cases_why_check CHECK (((why <> '') AND (length(why) <= 200)))
);
CREATE INDEX cases_closed ON cases (closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX cases_due ON cases (due_at, id) WHERE (closed_at IS NULL);
CREATE INDEX cases_of_member ON cases (member_id, id DESC);
CREATE UNIQUE INDEX cases_one_open ON cases (member_id) WHERE (closed_at IS NULL);
CREATE TRIGGER cases_begin_open BEFORE INSERT ON cases FOR EACH ROW WHEN ((new.closed_at IS NOT NULL)) EXECUTE FUNCTION refuse_write('a case starts open', 'cases_begin_open');
CREATE TRIGGER cases_kept BEFORE DELETE ON cases FOR EACH ROW WHEN (((old.closed_at IS NULL) OR (old.closed_at > (now() - '5 years'::interval)))) EXECUTE FUNCTION refuse_write('a case is kept for five years', 'cases_kept');
CREATE TRIGGER cases_two_people BEFORE UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_refuse_change();
grant delete, insert, select, update (owner_id, outcome, closed_at) on cases to tern_app;

create table case_alerts (
  id bigint not null generated always as identity primary key,
  case_id bigint not null references cases,
  hit_id bigint references screening_hits,
  points smallint not null,
  found text not null,
  created_at timestamptz not null,
  constraint case_alerts_found_check CHECK (((found <> '') AND (length(found) <= 1500))),
  constraint case_alerts_once UNIQUE (case_id, hit_id),
  constraint case_alerts_points_check CHECK (((points >= 1) AND (points <= 100)))
);
CREATE INDEX case_alerts_of_hit ON case_alerts (hit_id) WHERE (hit_id IS NOT NULL);
CREATE TRIGGER case_alerts_append_only BEFORE UPDATE OR TRUNCATE ON case_alerts FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('an alert of a case does not change');
CREATE TRIGGER case_alerts_kept BEFORE DELETE ON case_alerts FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
CREATE TRIGGER case_alerts_of_open BEFORE INSERT ON case_alerts FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_closed();
grant insert, select on case_alerts to tern_app;

create table case_events (
  id bigint not null generated always as identity primary key,
  case_id bigint not null references cases,
  kind text not null,
  operator_id bigint references operators,
  level text,
  body text not null default '',
  detail jsonb not null default '{}'::jsonb,
  created_at timestamptz not null,
  constraint case_events_body_check CHECK ((length(body) <= 500)),
  constraint case_events_kind_check CHECK ((kind ~ '^[a-z][A-Za-z]{1,29}$')),
  constraint case_events_level_check CHECK ((level = ANY (ARRAY['case', 'compliance']))),
  constraint case_events_notes CHECK (((kind = 'note') = (level IS NOT NULL)))
);
CREATE INDEX case_events_of_case ON case_events (case_id, id DESC);
CREATE TRIGGER case_events_append_only BEFORE UPDATE OR TRUNCATE ON case_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('what was written in a case does not change');
CREATE TRIGGER case_events_kept BEFORE DELETE ON case_events FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
grant insert, select on case_events to tern_app;

create table case_proposals (
  id bigint not null generated always as identity primary key,
  case_id bigint not null references cases,
  act text not null,
  parts text[] not null,
  reason text not null,
  proposed_by bigint not null references operators,
  proposed_at timestamptz not null,
  state text not null default 'open',
  decided_by bigint references operators,
  decided_at timestamptz,
  decided_reason text not null default '',
  constraint case_proposals_act_check CHECK ((act = ANY (ARRAY['clear', 'restrict', 'lift', 'report']))),
  constraint case_proposals_decided CHECK ((((state = 'open') = (decided_by IS NULL)) AND ((state = 'open') = (decided_at IS NULL)))),
  constraint case_proposals_decided_reason_check CHECK ((length(decided_reason) <= 500)),
  constraint case_proposals_parts CHECK (((act = 'restrict') = (cardinality(parts) > 0))),
  constraint case_proposals_parts_check CHECK ((parts <@ ARRAY['withdrawals', 'payouts', 'trading', 'deposits'])),
  constraint case_proposals_reason_check CHECK (((reason <> '') AND (length(reason) <= 500))),
  constraint case_proposals_state_check CHECK ((state = ANY (ARRAY['open', 'agreed', 'declined', 'withdrawn']))),
  constraint case_proposals_two_people CHECK (((state <> ALL (ARRAY['agreed', 'declined'])) OR (decided_by <> proposed_by))),
  constraint case_proposals_withdrawn CHECK (((state <> 'withdrawn') OR (decided_by = proposed_by)))
);
CREATE INDEX case_proposals_of_case ON case_proposals (case_id, id DESC);
CREATE UNIQUE INDEX case_proposals_one ON case_proposals (case_id) WHERE (state = 'open');
CREATE TRIGGER case_proposals_begin_open BEFORE INSERT ON case_proposals FOR EACH ROW WHEN ((new.state <> 'open')) EXECUTE FUNCTION refuse_write('a proposal starts open', 'case_proposals_begin_open');
CREATE TRIGGER case_proposals_kept BEFORE DELETE ON case_proposals FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
CREATE TRIGGER case_proposals_of_open BEFORE INSERT ON case_proposals FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_closed();
CREATE TRIGGER case_proposals_once BEFORE UPDATE ON case_proposals FOR EACH ROW EXECUTE FUNCTION case_proposals_refuse_change();
grant insert, select, update (state, decided_by, decided_at, decided_reason) on case_proposals to tern_app;

create table member_restrictions (
  id bigint not null generated always as identity primary key,
  member_id bigint not null references members,
  case_id bigint not null references cases,
  proposal_id bigint not null references case_proposals,
  parts text[] not null,
  since timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  constraint member_restrictions_ends CHECK ((until > since))
);
CREATE INDEX member_restrictions_due ON member_restrictions (until) WHERE (ended_at IS NULL);
CREATE INDEX member_restrictions_of_case ON member_restrictions (case_id, id DESC);
CREATE UNIQUE INDEX member_restrictions_one ON member_restrictions (member_id) WHERE (ended_at IS NULL);
CREATE TRIGGER member_restrictions_founded BEFORE INSERT ON member_restrictions FOR EACH ROW EXECUTE FUNCTION member_restrictions_refuse_unfounded();
CREATE TRIGGER member_restrictions_kept BEFORE DELETE ON member_restrictions FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
CREATE TRIGGER member_restrictions_mark AFTER INSERT OR UPDATE ON member_restrictions FOR EACH ROW EXECUTE FUNCTION member_restrictions_mark_member();
CREATE TRIGGER member_restrictions_two_people BEFORE UPDATE ON member_restrictions FOR EACH ROW EXECUTE FUNCTION member_restrictions_refuse_change();
grant insert, select, update (ended_at) on member_restrictions to tern_app;

-- function cases_refuse_change() returns trigger
-- function case_parts_refuse_delete() returns trigger
-- function case_parts_refuse_closed() returns trigger
-- function case_proposals_refuse_change() returns trigger
-- function member_restrictions_refuse_unfounded() returns trigger
-- function member_restrictions_refuse_change() returns trigger
-- function member_restrictions_mark_member() returns trigger
-- function members_refuse_false_stop() returns trigger
-- function is_part_restricted(of_member bigint, part text) returns boolean, for tern_app
-- function restriction_stops(of_kind text, of_member bigint) returns boolean, for tern_app

-- 2651-cards-of-holder.sql ------------------------------------------------------------------------



-- 2652-case-reports.sql ---------------------------------------------------------------------------

create table case_reports (
  proposal_id bigint not null primary key references case_proposals,
  case_id bigint not null references cases,
  suspicions text[] not null,
  from_day date not null,
  until_day date not null,
  amount bigint not null,
  narrative text not null,
  fincen text,
  goaml text,
  made_at timestamptz,
  receipt_number text,
  received_at timestamptz,
  receipt_by bigint references operators,
  constraint case_reports_amount_check CHECK ((amount >= 0)),
  constraint case_reports_days CHECK ((from_day <= until_day)),
  constraint case_reports_made CHECK ((((fincen IS NULL) = (made_at IS NULL)) AND ((goaml IS NULL) = (made_at IS NULL)))),
  constraint case_reports_narrative_check CHECK (((narrative <> '') AND (length(narrative) <= 3900))),
  constraint case_reports_receipt CHECK ((((receipt_number IS NULL) = (received_at IS NULL)) AND ((receipt_number IS NULL) = (receipt_by IS NULL)))),
  constraint case_reports_receipt_number_check CHECK (((receipt_number <> '') AND (length(receipt_number) <= 100))),
  constraint case_reports_receipt_of_made CHECK (((receipt_number IS NULL) OR (made_at IS NOT NULL))),
  constraint case_reports_suspicions_check CHECK (((cardinality(suspicions) >= 1) AND (cardinality(suspicions) <= 14)))
);
CREATE INDEX case_reports_of_case ON case_reports (case_id);
CREATE TRIGGER case_reports_kept BEFORE DELETE ON case_reports FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
CREATE TRIGGER case_reports_proposed BEFORE INSERT ON case_reports FOR EACH ROW EXECUTE FUNCTION case_reports_refuse_unfounded();
CREATE TRIGGER case_reports_two_people BEFORE UPDATE ON case_reports FOR EACH ROW EXECUTE FUNCTION case_reports_refuse_change();
grant insert, select, update (fincen, goaml, made_at, receipt_number, received_at, receipt_by) on case_reports to tern_app;

-- function case_reports_refuse_unfounded() returns trigger
-- function case_reports_refuse_change() returns trigger

-- 2670-identity-details.sql -----------------------------------------------------------------------

create table identity_details (
  document_id bigint not null primary key references identity_documents,
  birth_date date not null,
  nationality text not null,
  residence text not null,
  document_ends_on date,
  tax_country text not null,
  funds text not null,
  sealed bytea not null,
  certified_at timestamptz not null,
  constraint identity_details_funds_check CHECK ((funds = ANY (ARRAY['', 'salary', 'business', 'savings', 'investments', 'property', 'inheritance', 'pension', 'other']))),
  constraint identity_details_nationality_check CHECK ((nationality ~ '^[A-Z]{2}$')),
  constraint identity_details_residence_check CHECK ((residence ~ '^[A-Z]{2}$')),
  constraint identity_details_tax_country_check CHECK ((tax_country ~ '^[A-Z]{2}$'))
);
CREATE INDEX identity_details_ending ON identity_details (document_ends_on) WHERE (document_ends_on IS NOT NULL);
CREATE TRIGGER identity_details_kept BEFORE DELETE ON identity_details FOR EACH ROW EXECUTE FUNCTION identity_keep_details();
CREATE TRIGGER identity_details_sending BEFORE INSERT ON identity_details FOR EACH ROW EXECUTE FUNCTION identity_check_details();
CREATE TRIGGER identity_details_stay BEFORE UPDATE OR TRUNCATE ON identity_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('details stay as they were sent');
grant delete, insert, select on identity_details to tern_app;

-- function identity_check_details() returns trigger
-- function identity_keep_details() returns trigger

create table identity_reminders (
  document_id bigint not null references identity_documents,
  stage text not null,
  sent_at timestamptz not null,
  constraint identity_reminders_pkey PRIMARY KEY (document_id, stage),
  constraint identity_reminders_stage_check CHECK ((stage = ANY (ARRAY['ahead', 'ended'])))
);
grant insert, select on identity_reminders to tern_app;

-- 2680-money-flows.sql ----------------------------------------------------------------------------

-- function ledger_is_flow(total numeric, kind smallint) returns boolean, for tern_app

-- 2681-withdrawals-by-address.sql -----------------------------------------------------------------



-- 2682-monitoring.sql -----------------------------------------------------------------------------

create table monitoring_versions (
  id bigint not null generated always as identity primary key,
  rule text not null,
  version integer not null,
  is_on boolean not null,
  points smallint not null,
  parameters jsonb not null,
  reason text not null,
  proposed_by bigint not null references operators,
  proposed_at timestamptz not null,
  state text not null default 'open',
  decided_by bigint references operators,
  decided_at timestamptz,
  decided_reason text not null default '',
  constraint monitoring_versions_decided CHECK ((((state = 'open') = (decided_by IS NULL)) AND ((state = 'open') = (decided_at IS NULL)))),
  constraint monitoring_versions_decided_reason_check CHECK ((length(decided_reason) <= 500)),
  constraint monitoring_versions_numbered UNIQUE (rule, version),
  constraint monitoring_versions_parameters_check CHECK ((jsonb_typeof(parameters) = 'object')),
  constraint monitoring_versions_points_check CHECK (((points >= 1) AND (points <= 100))),
  constraint monitoring_versions_reason_check CHECK (((reason <> '') AND (length(reason) <= 500))),
  constraint monitoring_versions_rule_check CHECK ((rule ~ '^[a-z][A-Za-z]{1,39}$')),
  constraint monitoring_versions_state_check CHECK ((state = ANY (ARRAY['open', 'agreed', 'declined', 'withdrawn']))),
  constraint monitoring_versions_two_people CHECK (((state <> ALL (ARRAY['agreed', 'declined'])) OR (decided_by <> proposed_by))),
  constraint monitoring_versions_version_check CHECK ((version > 0)),
  constraint monitoring_versions_withdrawn CHECK (((state <> 'withdrawn') OR (decided_by = proposed_by)))
);
CREATE INDEX monitoring_versions_agreed ON monitoring_versions (rule, version DESC) WHERE (state = 'agreed');
CREATE UNIQUE INDEX monitoring_versions_one ON monitoring_versions (rule) WHERE (state = 'open');
CREATE TRIGGER monitoring_versions_begin_open BEFORE INSERT ON monitoring_versions FOR EACH ROW WHEN ((new.state <> 'open')) EXECUTE FUNCTION refuse_write('a version starts open', 'monitoring_versions_begin_open');
CREATE TRIGGER monitoring_versions_kept BEFORE DELETE OR TRUNCATE ON monitoring_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('versions of rules are kept');
CREATE TRIGGER monitoring_versions_once BEFORE UPDATE ON monitoring_versions FOR EACH ROW EXECUTE FUNCTION monitoring_versions_refuse_change();
grant insert, select, update (state, decided_by, decided_at, decided_reason) on monitoring_versions to tern_app;

-- function monitoring_versions_refuse_change() returns trigger

create table monitoring_progress (
  version_id bigint not null references monitoring_versions,
  source smallint not null,
  "position" bigint not null,
  is_done boolean not null default false,
  constraint monitoring_progress_pkey PRIMARY KEY (version_id, source),
  constraint monitoring_progress_position_check CHECK (("position" >= 0)),
  constraint monitoring_progress_source_check CHECK ((source >= 0))
);
CREATE TRIGGER monitoring_progress_forward BEFORE INSERT OR UPDATE ON monitoring_progress FOR EACH ROW EXECUTE FUNCTION monitoring_progress_refuse_back();
grant insert, select, update (position, is_done) on monitoring_progress to tern_app;

-- function monitoring_progress_refuse_back() returns trigger

create table monitoring_hits (
  id bigint not null generated always as identity primary key,
  version_id bigint not null references monitoring_versions,
  member_id bigint not null references members,
  case_id bigint not null references cases,
  since timestamptz not null,
  until timestamptz not null,
  found text not null,
  created_at timestamptz not null,
  constraint monitoring_hits_found_check CHECK (((found <> '') AND (length(found) <= 1500))),
  constraint monitoring_hits_once UNIQUE (version_id, member_id, until),
  constraint monitoring_hits_window CHECK ((until >= since))
);
CREATE INDEX monitoring_hits_newest ON monitoring_hits (version_id, id DESC);
CREATE INDEX monitoring_hits_of_case ON monitoring_hits (case_id);
CREATE INDEX monitoring_hits_of_member ON monitoring_hits (member_id, until DESC);
CREATE INDEX monitoring_hits_of_time ON monitoring_hits (created_at);
CREATE TRIGGER monitoring_hits_append_only BEFORE UPDATE OR TRUNCATE ON monitoring_hits FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('a hit does not change');
CREATE TRIGGER monitoring_hits_founded BEFORE INSERT ON monitoring_hits FOR EACH ROW EXECUTE FUNCTION monitoring_hits_refuse_unfounded();
CREATE TRIGGER monitoring_hits_kept BEFORE DELETE ON monitoring_hits FOR EACH ROW EXECUTE FUNCTION case_parts_refuse_delete();
grant insert, select on monitoring_hits to tern_app;

-- function monitoring_hits_refuse_unfounded() returns trigger

-- 2683-closed-members.sql -------------------------------------------------------------------------



-- 2690-rail-moves.sql -----------------------------------------------------------------------------

create table rail_moves (
  txid text not null primary key,
  network text not null references networks,
  kind text not null,
  asset text references assets,
  sender text not null,
  recipient text not null,
  amount numeric(38,18) not null,
  nonce bigint not null,
  attempt integer not null,
  signed text not null,
  state text not null default 'signed',
  height bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint rail_moves_amount_check CHECK ((amount > (0)::numeric)),
  constraint rail_moves_attempt_check CHECK ((attempt > 0)),
  constraint rail_moves_check CHECK (((kind = 'gas') OR (asset IS NOT NULL))),
  constraint rail_moves_check1 CHECK (((state = 'signed') = (ended_at IS NULL))),
  constraint rail_moves_check2 CHECK (((state <> 'done') OR (height IS NOT NULL))),
  constraint rail_moves_check3 CHECK (((height IS NULL) OR (state = ANY (ARRAY['done', 'failed'])))),
  constraint rail_moves_height_check CHECK ((height >= 0)),
  constraint rail_moves_in_turn UNIQUE (network, sender, nonce, attempt),
  constraint rail_moves_kind_check CHECK ((kind = ANY (ARRAY['sweep', 'gas']))),
  constraint rail_moves_nonce_check CHECK ((nonce >= 0)),
  constraint rail_moves_state_check CHECK ((state = ANY (ARRAY['signed', 'done', 'failed', 'replaced']))),
  constraint rail_moves_txid_check CHECK (((txid = lower(txid)) AND (txid <> '')))
);
CREATE INDEX rail_moves_failed ON rail_moves (network, sender, asset, ended_at) WHERE (state = 'failed');
CREATE UNIQUE INDEX rail_moves_one_gas ON rail_moves (network, recipient) WHERE ((kind = 'gas') AND (state = 'signed') AND (attempt = 1));
CREATE UNIQUE INDEX rail_moves_one_sweep ON rail_moves (network, sender) WHERE ((kind = 'sweep') AND (state = 'signed') AND (attempt = 1));
CREATE INDEX rail_moves_to ON rail_moves (network, recipient, created_at) WHERE (kind = 'gas');
CREATE INDEX rail_moves_under_way ON rail_moves (network, sender, nonce, attempt) WHERE (state = 'signed');
CREATE TRIGGER rail_moves_kept BEFORE DELETE OR TRUNCATE ON rail_moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('moves are kept');
CREATE TRIGGER rail_moves_left AFTER UPDATE ON rail_moves FOR EACH ROW WHEN ((((new.kind = 'sweep') AND (new.state = 'failed')) OR ((new.state = 'done') AND (new.asset IS NOT NULL)))) EXECUTE FUNCTION rail_moves_note();
CREATE TRIGGER rail_moves_proven BEFORE INSERT ON rail_moves FOR EACH ROW EXECUTE FUNCTION rail_moves_prove();
CREATE TRIGGER rail_moves_taken AFTER INSERT ON rail_moves FOR EACH ROW WHEN (((new.kind = 'sweep') AND (new.attempt = 1))) EXECUTE FUNCTION rail_moves_note();
CREATE TRIGGER rail_moves_unchanged BEFORE UPDATE ON rail_moves FOR EACH ROW EXECUTE FUNCTION rail_moves_refuse_change();
grant insert (txid, network, kind, asset, sender, recipient, amount, nonce, attempt, signed, created_at), select, update (state, height, ended_at) on rail_moves to tern_app;

create table rail_unswept (
  network text not null references networks,
  address text not null,
  asset text not null references assets,
  amount numeric(38,18) not null,
  height bigint not null,
  next_try_at timestamptz,
  constraint rail_unswept_pkey PRIMARY KEY (network, address, asset),
  constraint rail_unswept_amount_check CHECK ((amount >= (0)::numeric)),
  constraint rail_unswept_height_check CHECK ((height >= 0))
);
CREATE INDEX rail_unswept_largest ON rail_unswept (network, asset, amount DESC);
grant select, update (next_try_at) on rail_unswept to tern_app;

-- function rail_moves_prove() returns trigger, with the rights of the owner
-- function rail_moves_refuse_change() returns trigger
-- function rail_note_arrival(at_network text, at_address text, of_asset text, arrived numeric, at_height bigint) returns void, with the rights of the owner
-- function rail_unswept_lower(at_network text, at_address text, of_asset text, seen numeric, found numeric, at_height bigint) returns void, with the rights of the owner, for tern_app
-- function rail_moves_note() returns trigger, with the rights of the owner

-- 2691-unswept-deposits.sql -----------------------------------------------------------------------

-- function deposits_seen_note() returns trigger, with the rights of the owner

-- 2700-transactions-that-expire.sql ---------------------------------------------------------------

-- function rail_replacements_refuse_early() returns trigger
-- function rail_transfer_is_expired(of_reference text) returns boolean, for tern_app

-- 2701-costs-of-transactions.sql ------------------------------------------------------------------

-- function rail_transfers_refuse_known() returns trigger

-- 2702-returned-after-expiry.sql ------------------------------------------------------------------

-- function withdrawal_resolutions_refuse_early() returns trigger

-- 2705-role-names.sql -----------------------------------------------------------------------------

-- function operator_roles_refuse_same_name() returns trigger, with the rights of the owner

-- 2706-disputed-hedges.sql ------------------------------------------------------------------------



-- 2707-unlinking.sql ------------------------------------------------------------------------------



-- 2710-packed-order-record.sql --------------------------------------------------------------------

create table spot_record_packs (
  instrument_id smallint not null,
  first_number bigint not null,
  last_number bigint not null,
  first_entry bigint not null,
  last_entry bigint not null,
  since timestamptz not null,
  secrets bytea not null,
  batches text not null,
  seals text not null,
  constraint spot_record_packs_pkey PRIMARY KEY (instrument_id, last_number),
  constraint spot_record_packs_order CHECK (((first_number <= last_number) AND (first_entry <= last_entry)))
);
CREATE INDEX spot_record_packs_of_entry ON spot_record_packs (instrument_id, last_entry);
CREATE TRIGGER spot_record_packs_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON spot_record_packs FOR EACH STATEMENT EXECUTE FUNCTION refuse_write('the record of a market is append only');
grant select on spot_record_packs to tern_app;

-- function spot_unpack_batches(pack spot_record_packs) returns TABLE(first_number bigint, last_number bigint, at timestamptz, secret bytea, lines text), for tern_app
-- function spot_unpack_seals(pack spot_record_packs) returns TABLE(first_number bigint, last_number bigint, entry_index bigint, sealed_at timestamptz), for tern_app
-- function spot_recorded(market smallint, after_number bigint, most bigint, through_number bigint) returns TABLE(first_number bigint, last_number bigint, at timestamptz, secret bytea, root bytea, lines text), for tern_app
-- function spot_sealed(market smallint, after_number bigint, most bigint) returns TABLE(first_number bigint, last_number bigint, entry_index bigint, sealed_at timestamptz), for tern_app
-- function spot_seals_of_entry(of_entry bigint) returns TABLE(instrument_id smallint, first_number bigint, last_number bigint), for tern_app
-- function spot_commands_refuse_unpacked() returns trigger
-- function spot_command_seals_refuse_unpacked() returns trigger
-- function spot_pack_record(market smallint, most bigint) returns bigint, with the rights of the owner, for tern_app
