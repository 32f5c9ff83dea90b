-- feature: kernel
-- Operators find members by any part of an e-mail address, phone or name (ADR 84).

create extension if not exists pg_trgm;

-- Lower case without accents; the space before it begins the first word. As plainWords of the server.
create function search_words(given text) returns text immutable parallel safe language sql as $$
  select ' ' || translate(lower(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g')), 'đłøı', 'dloi')
$$;
grant execute on function search_words(text) to tern_app;

create index members_searched on members using gin ((email || ' +' || country_code || phone) gin_trgm_ops);
