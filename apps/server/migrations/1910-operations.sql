-- feature: operations
-- What the server measured of itself each minute, and incidents.

create table operation_minutes (
  -- "orders", "answerTime"
  figure text not null,
  minute timestamptz not null,
  -- In thousandths of the figure's unit. A minute without a measurement has no row.
  value bigint not null,
  primary key (figure, minute)
);
-- The newest minute of all figures.
create index operation_minutes_minute on operation_minutes (minute);

-- A condition outside of what is usual: it opens and ends automatically.
create table operation_incidents (
  id bigint generated always as identity primary key,
  -- figure: outside of its usual range; source: without prices; readOnly: a broken invariant; away: no measurements.
  kind text not null check (kind in ('figure', 'source', 'readOnly', 'away')),
  -- The figure or the source; otherwise empty.
  subject text not null,
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- The furthest value of a figure, in thousandths; how long a source was silent, in milliseconds.
  worst bigint
);
create unique index operation_incidents_open on operation_incidents (kind, subject) where ended_at is null;

grant select, insert, delete on operation_minutes to tern_app;
grant select, insert on operation_incidents to tern_app;
grant update (ended_at, worst) on operation_incidents to tern_app;
