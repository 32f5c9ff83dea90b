# One of the two databases. TERN_PRIMARY names the one that takes writes; the other one copies it at its first start, and follows it until it is promoted.
set -eu
# Only a copy: it may serve once it was promoted, also before TERN_PRIMARY names it.
copied="$PGDATA/copied-from-primary"
if [ "$TERN_DATABASE" != "$TERN_PRIMARY" ]; then
  if [ ! -e "$PGDATA" ]; then
    until pg_isready --quiet --host="$TERN_PRIMARY"; do sleep 1; done
    # A copy that was interrupted is no copy: it gets its name last.
    rm -rf "$PGDATA.part"
    export PGPASSWORD="$TERN_STANDBY_PASSWORD"
    gosu postgres pg_basebackup --pgdata="$PGDATA.part" --host="$TERN_PRIMARY" --username=tern_standby --checkpoint=fast --wal-method=stream --write-recovery-conf
    unset PGPASSWORD
    touch "$PGDATA.part/copied-from-primary"
    mv "$PGDATA.part" "$PGDATA"
  elif [ ! -e "$copied" ]; then
    echo "This volume was the primary's, and TERN_PRIMARY is $TERN_PRIMARY. Remove it, as in docs/several-instances.md, to make it a standby." >&2
    exit 1
  fi
  # Once it is promoted, commits wait for no other one until TERN_PRIMARY names it.
  TERN_SYNCHRONOUS=''
elif [ ! -e "$PGDATA/PG_VERSION" ]; then
  # The first rows are written before there is a standby.
  export PGOPTIONS='-c synchronous_commit=local'
elif [ ! -e "$PGDATA/standby.signal" ]; then
  rm -f "$copied"
fi
exec docker-entrypoint.sh postgres -c max_connections=300 -c cluster_name="$TERN_DATABASE" -c synchronous_standby_names="$TERN_SYNCHRONOUS"
