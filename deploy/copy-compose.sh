#!/usr/bin/env bash
# Encrypted copies of what compose.yaml runs: copy-compose.sh RECIPIENT FOLDER. The recipient is a public key of age (age1…); the folder is on
# another disk or machine. For cron; see "With compose instead" in docs/handbook.md. Copies older than 30 days are deleted.
set -euo pipefail
recipient=${1:?the public key of age for the copies}
folder=$(realpath "${2:?the folder of the copies}")
cd "$(dirname "$0")"
umask 077
name=$folder/tern-$(date -u +%Y-%m-%d)

# A copy that was cut off never has the name of a whole one, and nothing is written that is not encrypted.
trap 'rm -f "$name".*.part' EXIT
keep() { age --encrypt --recipient "$recipient" --output "$name.$1.tar.gz.age.part"; }

# The database first: the images that it names are then in the copy of the files.
docker compose exec -T database pg_basebackup -U postgres --pgdata=- --format=tar --gzip --wal-method=fetch --checkpoint=fast | keep database
docker compose exec -T app tar -C /data -cz . | keep files
tar -cz .env tern.env | keep settings
for part in database files settings; do mv "$name.$part.tar.gz.age.part" "$name.$part.tar.gz.age"; done
find "$folder" -maxdepth 1 -name 'tern-*.tar.gz.age' -mtime +30 -delete
