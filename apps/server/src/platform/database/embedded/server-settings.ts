/** The settings of the embedded server. */
import { release } from 'node:os';

/** Durable, and sized for a machine that also runs the application. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '192MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  // JIT compilation and parallel workers cost short statements more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' } as const;

/** Not durable; for tests. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
} as const;

/**
 * After a crash the server first makes sure that all its files are on disk. One call for the file system takes some milliseconds
 * where one for each of 1,700 files takes up to six seconds on a busy disk. Linux reports what could not be written since 5.8.
 */
const BY_FILE_SYSTEM = { recovery_init_sync_method: 'syncfs' } as const;

function reportsFailedSync(): boolean {
  if (process.platform !== 'linux') return false;
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 8);
}

export interface ServerSettings {
  readonly dataPath: string;
  readonly socketSetting: string;
  readonly isFast: boolean;
  /** Added to ours, as those of archiving or of a recovery. */
  readonly more?: Readonly<Record<string, string>> | undefined;
}

/** The command line of the server. */
export function serverArguments(given: ServerSettings): string[] {
  const { dataPath, socketSetting, isFast, more } = given;
  const settings = {
    ...SETTINGS,
    ...(isFast ? FAST : DURABLE),
    ...(reportsFailedSync() ? BY_FILE_SYSTEM : {}),
    ...more,
    unix_socket_directories: socketSetting,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataPath, ...options];
}
