-- feature: htx-gateway
-- The dead man's switch of members' trading programs.

-- At `trigger_at` all open orders of the member are cancelled, unless the program renews the timer.
create table api_cancel_timers (
  member_id bigint primary key references members (id),
  trigger_at timestamptz not null
);
create index api_cancel_timers_due on api_cancel_timers (trigger_at);

grant select, insert, update, delete on api_cancel_timers to tern_app;
