/** What a PostgreSQL server says about itself: version, durability, the login, standbys, archive. Reads only. */
import type { Client } from 'pg';
import type { ConnectionTarget } from './connection.ts';
import { messageOf } from './database-errors.ts';
import { APP_ROLE } from './embedded/provision.ts';
import { hostUrls, placeOf } from './hosts.ts';
import { withSession } from './roles.ts';

export interface StandbyState {
  /** Null when the login may not see it. */
  readonly state: string | null;
  /** "async", "potential", "sync", "quorum"; null when the login may not see it. */
  readonly syncState: string | null;
}

/** Units: epoch milliseconds. */
export interface ServerState {
  readonly version: string;
  readonly isStandby: boolean;
  /** Settings of durability that are off. */
  readonly unsafe: readonly string[];
  readonly synchronousCommit: string;
  /** `synchronous_standby_names`, empty without. */
  readonly standbyNames: string;
  readonly standbys: readonly StandbyState[];
  /** Whether the login may see the state of standbys. */
  readonly seesStandbys: boolean;
  readonly archivesLog: boolean;
  readonly archivedAt: number | undefined;
  readonly archiveFailedAt: number | undefined;
  readonly isSuperuser: boolean;
  /** The login may act as the role of the running server. */
  readonly hasAppRole: boolean;
  readonly ownsTables: boolean;
  readonly isEncrypted: boolean;
  readonly now: number;
}

const STATE = `
  select json_build_object(
    'version', current_setting('server_version'),
    'isStandby', pg_is_in_recovery(),
    'unsafe', (select coalesce(json_agg(name order by name), '[]') from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'),
    'synchronousCommit', current_setting('synchronous_commit'),
    'standbyNames', current_setting('synchronous_standby_names'),
    'standbys', (select coalesce(json_agg(json_build_object('state', state, 'syncState', sync_state)), '[]')
      from pg_stat_replication),
    'seesStandbys', pg_has_role(session_user, 'pg_read_all_stats', 'usage'),
    'archivesLog', current_setting('archive_mode') <> 'off',
    'archivedAt', (select extract(epoch from last_archived_time) * 1000 from pg_stat_archiver),
    'archiveFailedAt', (select extract(epoch from last_failed_time) * 1000 from pg_stat_archiver),
    'isSuperuser', (select rolsuper from pg_roles where rolname = session_user),
    'hasAppRole', exists (select from pg_roles
      where rolname = '${APP_ROLE}' and pg_has_role(session_user, oid, 'member')),
    'ownsTables', exists (select from pg_tables
      where schemaname = 'public' and tableowner = session_user),
    'isEncrypted', coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false),
    'now', extract(epoch from clock_timestamp()) * 1000
  ) as state`;

/** One host of the database URL: what it says, or why it says nothing. */
export type HostState =
  | { readonly place: string; readonly failure: string }
  | {
      readonly place: string;
      readonly isStandby: boolean;
      /** The same for a primary and its standbys. */
      readonly follows: string;
      /** Whether the login may see what a standby follows. */
      readonly seesReceiver: boolean;
    };

type Answering = Exclude<HostState, { failure: string }>;

const HOST_STATE = `
  select json_build_object(
    'isStandby', pg_is_in_recovery(),
    'follows', system_identifier::text,
    'seesReceiver', pg_has_role(current_user, 'pg_read_all_stats', 'usage')
  ) as state from pg_control_system()`;

/** Each host of the URL, in their order. */
export function readHosts(target: ConnectionTarget & { url: string }): Promise<HostState[]> {
  return Promise.all(
    hostUrls(target.url).map(async (url): Promise<HostState> => {
      const place = placeOf(url);
      try {
        return await withSession({ ...target, url }, async (client) => {
          const { rows } = await client.query<{ state: string }>(HOST_STATE);
          return { place, ...(JSON.parse(rows[0]!.state) as Omit<Answering, 'place'>) };
        });
      } catch (error) {
        return { place, failure: messageOf(error) };
      }
    }),
  );
}

/** With the times of `now` before and after the question. @throws Error when the server cannot be reached */
export function readServerState(target: ConnectionTarget, now: () => number) {
  return withSession(target, async (client: Client) => {
    const before = now();
    const { rows } = await client.query<{ state: string }>(STATE);
    const after = now();
    const read = JSON.parse(rows[0]?.state ?? '{}') as Record<string, unknown>;
    const timeOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
    const state = {
      ...read,
      archivedAt: timeOf(read['archivedAt']),
      archiveFailedAt: timeOf(read['archiveFailedAt']),
    } as ServerState;
    return { state, before, after };
  });
}
