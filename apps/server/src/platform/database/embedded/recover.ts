/** Recovers a base backup: replays the archived log up to a moment, and ends as a stopped cluster that can be started. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterFolder, clusterOwner, ensureCluster } from './cluster.ts';
import { chooseInstallation } from './installation.ts';
import { readPidFile } from './pid-file.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';
import {
  makeSocketFolder,
  removeShortFolder,
  removeStaleSocket,
  SOCKET_PORT,
} from './socket-folder.ts';

/** In the cluster: compressed log files, by their names. */
const REPLAY = 'replay';

export const replayFolder = (cluster: string): string => join(cluster, REPLAY);

/** The log ends before the chosen moment. */
export class LogEndsBefore extends Error {
  override readonly name = 'LogEndsBefore';
  /** When the last replayed transaction was committed, as the server writes it; undefined: none was replayed. */
  readonly lastCommit: string | undefined;

  constructor(log: string) {
    super('The log ends before the chosen moment.');
    this.lastCommit = /last completed transaction was at log time (.+)/.exec(log)?.[1];
  }
}

/** A missing file is the end of the log: the shell's error is below 126, which would stop the server. */
const RESTORE_COMMAND = `gzip -dc < "${REPLAY}/%f.gz" > "%p"`;

/** The server knows no `Z` when it reads its settings. */
const timeText = (at: number): string => new Date(at).toISOString().replace('Z', '+00');

/**
 * The folder's cluster is a base backup with the log in its replay folder. `until` is epoch ms; transactions committed at
 * that time or before are replayed, no later one. Absent: all.
 * @throws `LogEndsBefore`; Error with the server's last lines
 */
export async function recover(dataDir: string, until: number | undefined): Promise<void> {
  const cluster = clusterFolder(dataDir);
  const installation = chooseInstallation({ dataDir, clusterOwner: clusterOwner(dataDir) });
  writeFileSync(join(cluster, 'recovery.signal'), '');
  await ensureCluster(dataDir, installation, { isFast: false, onProgress: () => undefined });
  const socket = makeSocketFolder(cluster, installation.account);
  // The copy contains the lock of the original's socket.
  removeStaleSocket({ path: cluster, setting: '.', port: SOCKET_PORT });
  const logPath = join(dataDir, 'postgres.log');
  const target = until === undefined ? undefined : { recovery_target_time: timeText(until) };
  try {
    const pid = await startPostmaster({
      installation,
      cluster,
      socket,
      logPath,
      isFast: false,
      more: {
        restore_command: RESTORE_COMMAND,
        // Each backup and its log are of one timeline.
        recovery_target_timeline: 'current',
        recovery_target_action: 'promote',
        // Connections are accepted when the recovery is complete.
        hot_standby: 'off',
        ...target,
      },
    });
    await stopPostmaster(pid);
  } catch (error) {
    const log = readFileSync(logPath, 'utf8');
    if (log.includes('recovery ended before configured recovery target')) {
      throw new LogEndsBefore(log);
    }
    throw error;
  } finally {
    const left = readPidFile(cluster);
    if (left !== undefined) await stopPostmaster(left.pid);
    removeShortFolder(socket.path);
  }
  rmSync(replayFolder(cluster), { recursive: true });
}
