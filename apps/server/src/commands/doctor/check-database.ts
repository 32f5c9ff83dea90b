/** The database: version, durability, logins, standby, archive of the log. */
import type { Config } from '../../config/config.ts';
import { modeOfDatabase } from '../../kernel/settings/deployment-mode.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectionTarget } from '../../platform/database/connection.ts';
import { APP_ROLE } from '../../platform/database/embedded/provision.ts';
import { hostUrls } from '../../platform/database/hosts.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { PoolerBetween, refusePooler } from '../../platform/database/pooler.ts';
import {
  type HostState,
  readHosts,
  readServerState,
  type ServerState,
} from '../../platform/database/server-state.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { isLocal } from './check-settings.ts';
import { type Finding, obstacle, ok, problem, reasonOf, warning } from './finding.ts';

const VERSION_MIN = 15;
const KEEP = 'see "Keep copies" in docs/handbook.md';

type Mode = Config['mode'];

/** Live mode has to correct what paper mode may accept. */
const raiseIn = (mode: Mode) => (mode === 'live' ? problem : warning);

export async function checkDatabase(config: Config, clock: Clock): Promise<Finding[]> {
  const { database, mode } = config;
  if (database === undefined) {
    if (mode === 'live') return [];
    return [
      ok('database', 'The embedded PostgreSQL in DATA_DIR.'),
      await checkBackups(config, clock.now()),
    ];
  }
  try {
    await refusePooler({ url: database.url });
    const { state, before, after } = await readServerState({ url: database.url }, clock.now);
    return [
      checkServerState(state),
      ...checkHosts(await readHosts({ url: database.url }), mode),
      ...(await checkMode(database.url, mode)),
      ...(await findReplica(database)),
      ...(await checkOwner(database.ownerUrl, clock)),
      ...checkLogin(state, mode),
      ...checkConnection(state, database.url, mode),
      checkStandby(state, mode),
      checkArchive(state, mode),
      checkClock({ of: 'the database', theirs: state.now, before, after }),
    ];
  } catch (error) {
    const found = `DATABASE_URL cannot be used: ${reasonOf(error)}.`;
    const advice =
      error instanceof PoolerBetween
        ? 'Correct host and port.'
        : 'Check that the server runs, and host, port, user, password and database.';
    return [obstacle('database', { found, advice })];
  }
}

/** A database belongs to the mode of its first start (ADR 62). */
async function checkMode(url: string, mode: Mode): Promise<Finding[]> {
  const made = await madeIn({ url, role: APP_ROLE });
  if (made === undefined || made === mode) return [];
  const found = `It was made in ${made} mode: paper money and real money never share a database.`;
  return [obstacle('database', { found, advice: `Set MODE=${made}, or use an empty database.` })];
}

/** Undefined before the first start. */
async function madeIn(connection: ConnectionTarget): Promise<string | undefined> {
  try {
    const database = await openDatabase({ connection, poolSize: 1, allowUnsafe: true });
    try {
      return await modeOfDatabase(database);
    } finally {
      await database.close();
    }
  } catch {
    return undefined;
  }
}

async function checkOwner(url: string | undefined, clock: Clock): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await readServerState({ url }, clock.now);
    return [];
  } catch (error) {
    const found = `DATABASE_OWNER_URL cannot be used: ${reasonOf(error)}.`;
    return [obstacle('database', { found, advice: 'Check its user, password and database.' })];
  }
}

export function checkServerState({ version, isStandby, unsafe }: ServerState): Finding {
  if (Number.parseInt(version, 10) < VERSION_MIN) {
    const advice = `Upgrade to PostgreSQL ${VERSION_MIN} or newer.`;
    return obstacle('database', { found: `PostgreSQL ${version} is too old.`, advice });
  }
  if (isStandby) {
    const found = 'DATABASE_URL leads to a standby, which takes no writes.';
    return obstacle('database', { found, advice: 'Name the primary, or promote this server.' });
  }
  if (unsafe.length > 0) {
    const found = `The server can lose acknowledged work: ${unsafe.join(', ')} is off.`;
    return obstacle('database', { found, advice: "Switch it on in the server's configuration." });
  }
  return ok('database', `PostgreSQL ${version} answers and is durable.`);
}

/** Of several hosts one takes writes, and each other one must be able to follow it. */
export function checkHosts(hosts: readonly HostState[], mode: Mode): Finding[] {
  if (hosts.length < 2) return [];
  const item = 'database hosts';
  const troubles = hosts.flatMap((host): Finding[] => {
    if ('failure' in host) {
      const found = `${host.place} does not answer: ${host.failure}. There can be no failover to it.`;
      return [raiseIn(mode)(item, { found, advice: 'Start it, or remove it from DATABASE_URL.' })];
    }
    if (host.follows !== hosts.find(isPrimary)?.follows) {
      const found = `${host.place} has another database: it follows no other host of DATABASE_URL.`;
      return [problem(item, { found, advice: 'Make it a standby from a base backup.' })];
    }
    return [];
  });
  const writable = hosts.filter(isPrimary).map(({ place }) => place);
  if (writable.length > 1) {
    const found = `More than one host takes writes: ${writable.join(', ')}. Only the last promoted one is used.`;
    const advice =
      'Stop the old primary, and make it a standby; see "Failover" in docs/several-instances.md.';
    troubles.push(problem(item, { found, advice }));
  }
  if (troubles.length > 0) return troubles;
  return [ok(item, `${writable[0]} takes writes; ${hosts.length - 1} can take over.`)];
}

/** Lists are read from the primary when the standby for them is not what it should be: slower, and never wrong. */
async function findReplica({ url, readUrl }: NonNullable<Config['database']>): Promise<Finding[]> {
  if (readUrl === undefined) return [];
  const [replica] = await readHosts({ url: readUrl });
  return [checkReplica(replica!, await readHosts({ url }))];
}

export function checkReplica(replica: HostState, hosts: readonly HostState[]): Finding {
  const item = 'read replica';
  const advice = 'Correct DATABASE_READ_URL; until then lists are read from the primary.';
  if ('failure' in replica) {
    return warning(item, { found: `It does not answer: ${replica.failure}.`, advice });
  }
  if (!replica.isStandby) {
    return warning(item, { found: 'DATABASE_READ_URL leads to no standby.', advice });
  }
  if (replica.follows !== hosts.find(isPrimary)?.follows) {
    return warning(item, { found: 'DATABASE_READ_URL leads to another database.', advice });
  }
  if (!replica.seesReceiver) {
    const found = 'The login of DATABASE_READ_URL may not see what the standby follows.';
    return warning(item, { found, advice: 'Grant it pg_read_all_stats.' });
  }
  return ok(item, 'A standby answers lists.');
}

type Answering = Exclude<HostState, { failure: string }>;
const isPrimary = (host: HostState): host is Answering => 'isStandby' in host && !host.isStandby;

export function checkLogin(state: ServerState, mode: Mode): Finding[] {
  const item = 'database login';
  const raise = raiseIn(mode);
  if (state.isSuperuser) {
    const found = 'The login of DATABASE_URL is a superuser: who steals it owns the whole server.';
    return [raise(item, { found, advice: 'Use a login of its own; see docs/handbook.md.' })];
  }
  if (state.ownsTables) {
    const found = 'The login of DATABASE_URL owns the tables, so it could change their rules.';
    const advice = 'Use two logins: DATABASE_OWNER_URL for the schema, DATABASE_URL for the rest.';
    return [raise(item, { found, advice })];
  }
  return [
    ok(
      item,
      state.hasAppRole
        ? 'It can do only what the role of the server may.'
        : 'It has no rights yet; the first start grants them.',
    ),
  ];
}

function checkConnection({ isEncrypted }: ServerState, url: string, mode: Mode): Finding[] {
  if (isEncrypted || hostUrls(url).every(isLocal)) return [];
  const found = 'The connection to the database is not encrypted.';
  const advice = 'Add ?sslmode=verify-full to DATABASE_URL, and a certificate to the server.';
  return [raiseIn(mode)('database connection', { found, advice })];
}

export function checkStandby(state: ServerState, mode: Mode): Finding {
  const item = 'standby';
  const streaming = state.standbys.filter((standby) => standby.state === 'streaming');
  if (state.standbys.length > streaming.length && !state.seesStandbys) {
    return warning(item, {
      found: 'A standby is connected, and this login may not see its state.',
      advice: 'As an administrator, grant pg_read_all_stats to the login of DATABASE_URL.',
    });
  }
  const isAwaited = ['on', 'remote_apply'].includes(state.synchronousCommit);
  if (isAwaited && streaming.some(({ syncState }) => /^(sync|quorum)$/.test(syncState ?? ''))) {
    return ok(item, 'A synchronous standby has every acknowledged write.');
  }
  if (streaming.length === 0 && state.standbyNames !== '') {
    const found = 'The server waits for a standby, and none is connected: writes hang.';
    const advice = 'Start the standby, or empty synchronous_standby_names.';
    return problem(item, { found, advice });
  }
  if (streaming.length === 0 && mode === 'paper') {
    return ok(item, 'There is none; paper mode needs none.');
  }
  const found =
    streaming.length === 0
      ? 'There is no standby: a lost disk loses money.'
      : 'No standby is synchronous: a failover can lose acknowledged writes.';
  const advice = 'Name a standby in synchronous_standby_names; synchronous_commit must be on.';
  return raiseIn(mode)(item, { found, advice });
}

/** The server knows when it last archived its log; only the backup program knows the age of a full backup. */
export function checkArchive(state: ServerState, mode: Mode): Finding {
  const item = 'backups';
  if (!state.archivesLog) {
    const found = 'No backup is configured: the server does not archive its log (archive_mode).';
    return raiseIn(mode)(item, { found, advice: `Set up pgBackRest; ${KEEP}.` });
  }
  const archivedAt = state.archivedAt ?? 0;
  if ((state.archiveFailedAt ?? 0) > archivedAt) {
    const found = 'The last attempt to archive the log failed.';
    const advice = `Read the server's log and run pgbackrest check; ${KEEP}.`;
    return problem(item, { found, advice });
  }
  if (state.now - archivedAt > DAY_MS) {
    const found = 'Nothing was archived for a day.';
    const advice = `Set archive_timeout and run pgbackrest check; ${KEEP}.`;
    return raiseIn(mode)(item, { found, advice });
  }
  return ok(item, 'The log is archived; pgbackrest info shows the age of the last full backup.');
}
