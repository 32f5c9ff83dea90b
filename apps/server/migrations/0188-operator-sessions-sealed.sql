-- feature: operators
-- A session of an operator is sealed with the key of the deployment: a row that only the database knows opens nothing (ADR 23).

-- Null for sessions from before: these operators sign in once more.
alter table operator_sessions add column seal bytea;
