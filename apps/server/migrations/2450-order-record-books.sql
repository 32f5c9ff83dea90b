-- feature: spot
-- The book of a market after some of its numbers, so that the book around an order is found without replaying a whole day (ADR 102).
-- What is here follows from spot_commands; it may be lost, and is made again from the newest file of a day.

create table spot_record_books (
  instrument_id smallint not null,
  -- The newest number that it has: the last one of a batch.
  number bigint not null,
  -- The time of that batch.
  at timestamptz not null,
  -- The lines with which a day's file would begin, compressed.
  book bytea not null,
  primary key (instrument_id, number)
);
create trigger spot_record_books_stay before update or truncate on spot_record_books
  for each statement execute function refuse_write('a book that was kept does not change');
grant select, insert, delete on spot_record_books to tern_app;
