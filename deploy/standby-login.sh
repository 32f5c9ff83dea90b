# Runs once on a new primary: the login that a standby copies the database with.
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password TERN_STANDBY_PASSWORD
create role tern_standby login replication password :'password';
SQL
echo 'host replication tern_standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
