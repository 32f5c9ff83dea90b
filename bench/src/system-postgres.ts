/** A PostgreSQL of the system, on a fresh durable cluster with the settings of the embedded one. */
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionTarget } from '../../apps/server/src/platform/database/connection.ts';
import {
  ownUser,
  currentUser,
  runAs,
} from '../../apps/server/src/platform/database/embedded/account.ts';
import { SUPERUSER } from '../../apps/server/src/platform/database/embedded/cluster.ts';
import {
  type Installation,
  programIn,
} from '../../apps/server/src/platform/database/embedded/installation.ts';
import { readPidFile } from '../../apps/server/src/platform/database/embedded/pid-file.ts';
import { startPatiently } from '../../apps/server/src/platform/database/embedded/keeper.ts';
import { stopPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts';
import {
  APP_ROLE,
  DATABASE,
  OWNER_ROLE,
  provision,
} from '../../apps/server/src/platform/database/embedded/provision.ts';
import {
  makeSocketFolder,
  SOCKET_PORT,
} from '../../apps/server/src/platform/database/embedded/socket-folder.ts';
import { whenInterrupted } from './interrupted.ts';

/** The folder of Debian and its derivatives, with a folder per major version. */
const SYSTEM_FOLDER = '/usr/lib/postgresql';
const MAJOR_MIN = 15;

/** The folder above `bin` of the newest supported version; undefined if there is none. */
export function findSystemPostgres(): string | undefined {
  const given = process.env.TERN_BENCH_POSTGRES;
  if (given !== undefined) return given;
  if (!existsSync(SYSTEM_FOLDER)) return undefined;
  const majors = readdirSync(SYSTEM_FOLDER)
    .map(Number)
    .filter((major) => major >= MAJOR_MIN)
    .sort((one, other) => other - one)
    .map((major) => join(SYSTEM_FOLDER, String(major)));
  return majors.find((native) => existsSync(programIn(native, 'postgres')));
}

export class SystemCluster {
  readonly folder: string;
  private readonly installation: Installation;
  private readonly more: Readonly<Record<string, string>> | undefined;
  private readonly ended: () => void;

  private constructor(native: string, more: Readonly<Record<string, string>> | undefined) {
    this.more = more;
    const account = process.getuid?.() === 0 ? ownUser() : currentUser;
    this.installation = { native, account };
    this.folder = mkdtempSync(join(tmpdir(), 'tern-bench-cluster-'));
    if (account.owner !== undefined) {
      chownSync(this.folder, account.owner.uid, account.owner.gid);
    }
    this.ended = whenInterrupted(() => this.stop());
  }

  /** `settings` are added to ours. @throws Error with the output of its programs */
  static async create(
    native: string,
    settings?: Readonly<Record<string, string>>,
  ): Promise<SystemCluster> {
    const cluster = new SystemCluster(native, settings);
    const { folder, installation } = cluster;
    const flags = ['--auth=trust', `--username=${SUPERUSER}`, '--encoding=UTF8'];
    const program = programIn(native, 'initdb');
    const ran = runAs(installation.account, program, [...flags, '--locale=C.UTF-8', '-D', folder]);
    if (!ran.isOk) throw new Error(`no cluster could be made:\n${ran.output}`);
    await cluster.start();
    await provision(cluster.socket());
    return cluster;
  }

  async start(): Promise<void> {
    await startPatiently({
      installation: this.installation,
      cluster: this.folder,
      socket: this.socket(),
      logPath: `${this.folder}.log`,
      isFast: false,
      more: this.more,
    });
  }

  /** The logins of migrations and of the server. */
  environment(): NodeJS.ProcessEnv {
    const login = (user: string) =>
      `postgres://localhost/${DATABASE}?${new URLSearchParams({ host: this.folder, user })}`;
    return { DATABASE_URL: login(APP_ROLE), DATABASE_OWNER_URL: login(OWNER_ROLE) };
  }

  login(user: typeof APP_ROLE | typeof OWNER_ROLE): ConnectionTarget {
    return { host: this.folder, port: SOCKET_PORT, user, database: DATABASE };
  }

  /** Stops it in order and removes its folder. */
  async stop(): Promise<void> {
    const server = readPidFile(this.folder);
    if (server !== undefined) await stopPostmaster(server.pid);
    this.remove();
  }

  /** Once it has ended; its last processes may still be writing for a moment. */
  remove(): void {
    this.ended();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
    rmSync(`${this.folder}.log`, { force: true });
  }

  private socket() {
    return makeSocketFolder(this.folder, this.installation.account);
  }
}
