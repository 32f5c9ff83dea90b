-- feature: statement
-- Members' statements: the figures of closed months, what the next month starts from, and the documents that were sealed in the public log
-- (ADR 54). A closed month never changes.

-- One row a member: where the next month starts.
create table statement_progress (
  member_id bigint primary key references members (id),
  -- The first day of the month that is closed next.
  next_month date not null,
  -- All records up to this posting, dated before `next_month`, are in closed months.
  through_posting bigint not null,
  -- No record after the closed months is below this posting.
  from_posting bigint not null,
  -- Amounts and lots at the end of the last closed month.
  holdings json not null
);

create table statement_months (
  member_id bigint not null references members (id),
  month date not null,
  -- Records dated in this month with a larger id were written after it was closed.
  through_posting bigint not null,
  -- The ids of its records are above `from_posting`; those dated before it are above `late_from`.
  from_posting bigint not null,
  late_from bigint not null,
  figures json not null,
  closed_at timestamptz not null,
  primary key (member_id, month)
);

create table statement_documents (
  member_id bigint not null,
  month date not null,
  -- What is sealed, compressed with gzip.
  content bytea not null,
  -- The tlog-proof of it (docs/public-log.md).
  receipt text not null,
  sealed_at timestamptz not null,
  primary key (member_id, month),
  foreign key (member_id, month) references statement_months (member_id, month)
);
alter table statement_documents alter column content set storage external; -- Compressed already.

create trigger statement_months_kept before update or delete or truncate on statement_months
  for each statement execute function refuse_write('a closed month never changes');
create trigger statement_documents_kept before update or delete or truncate on statement_documents
  for each statement execute function refuse_write('a closed month never changes');

grant select, insert on statement_months, statement_documents to tern_app;
grant select, insert, update on statement_progress to tern_app;
