-- feature: operators

alter table member_notes add column words text not null generated always as (search_words(body)) stored;
create index member_notes_searched on member_notes using gin (words gin_trgm_ops);
