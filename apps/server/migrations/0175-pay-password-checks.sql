-- feature: kernel
-- Checks of a member's withdrawal password run one after another: each locks this row until it has counted its outcome. Not the
-- member's own row: everyone who trades with them waits for that. Not an advisory lock: other databases have none.

create table pay_password_checks (
  member_id bigint primary key references members (id)
);
grant select, insert, update on pay_password_checks to tern_app;
