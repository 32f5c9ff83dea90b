# A standby: copies the primary at its first start, then follows it until it is promoted.
set -eu
# Written last: a copy that was interrupted is no copy.
complete="$PGDATA/copied-from-primary"
if [ ! -e "$complete" ]; then
  # The folder itself is a mounted volume.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --pgdata="$PGDATA" --checkpoint=fast --wal-method=stream --write-recovery-conf
  chmod 0700 "$PGDATA"
  touch "$complete"
fi
exec postgres -c max_connections=300 -c cluster_name=standby
