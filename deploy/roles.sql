-- Two logins and the database, once per server. Tern cannot change tables: only tern_owner can.
\getenv owner_password TERN_OWNER_PASSWORD
\getenv login_password TERN_LOGIN_PASSWORD
\set ON_ERROR_STOP on
create role tern_owner login password :'owner_password';
create role tern_login login password :'login_password';
create role tern_app nologin;
grant tern_app, pg_read_all_stats to tern_login;
create database tern owner tern_owner;
