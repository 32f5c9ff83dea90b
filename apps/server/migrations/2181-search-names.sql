-- feature: identity
-- Stored, since a search compares thousands of names, and taking accents off one takes 15 microseconds.

alter table identity_documents add column words text not null generated always as (search_words(name)) stored;
create index identity_documents_searched on identity_documents using gin (words gin_trgm_ops);
