/** pgbouncer itself, from Debian, before a real server: in transaction mode it is refused however it is configured. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReplicatedServer,
  runAsAdmin,
  startPrimary,
} from '../../src/platform/database/embedded/replicated-server.ts';
import { refusePooler } from '../../src/platform/database/pooler.ts';
import { freePort } from '../support/free-port.ts';

const why =
  spawnSync('pgbouncer', ['--version']).error === undefined
    ? undefined
    : 'pgbouncer is not installed on this machine (Debian: pgbouncer)';
/** pgbouncer refuses to run as root; `nobody` is this one on every Linux. */
const NOBODY = 65_534;
const LOGIN = 'tern_login';
const PASSWORD = 'secret';

describe.skipIf(why)(`pgbouncer in transaction mode ${why ?? ''}`.trim(), () => {
  let folder: string;
  let server: ReplicatedServer;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tern-pgbouncer-'));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    server = await startPrimary({ dataDir, port: await freePort(), password: PASSWORD });
  });

  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startPgbouncer(settings: string): Promise<string> {
    const port = await freePort();
    const file = join(folder, `${port}.ini`);
    writeFileSync(join(folder, 'users'), `"${LOGIN}" "${PASSWORD}"\n`);
    writeFileSync(
      file,
      `[databases]
tern = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
server_login_retry = 1
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
${settings}
`,
    );
    const isRoot = process.getuid?.() === 0;
    running.push(
      spawn('pgbouncer', [file], {
        stdio: 'ignore',
        ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
      }),
    );
    const url = `postgres://${LOGIN}@127.0.0.1:${port}/tern`;
    await expect.poll(() => canConnect(url)).toBe(true);
    return url;
  }

  async function canConnect(url: string): Promise<boolean> {
    const client = new Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  it('is refused as Debian configures it', async () => {
    const url = await startPgbouncer('');
    await expect(refusePooler({ url })).rejects.toThrow('it takes no settings of a session');
  });

  it('is refused when it ignores the settings', async () => {
    const url = await startPgbouncer('ignore_startup_parameters = options');
    await expect(refusePooler({ url })).rejects.toThrow('it drops the settings of the session');
  });

  it('is refused when the login itself has all settings', async () => {
    await runAsAdmin(
      server,
      `alter role ${LOGIN} set default_transaction_read_only = on`,
      `alter role ${LOGIN} set statement_timeout = '10s'`,
    );
    const url = await startPgbouncer('ignore_startup_parameters = options');
    await expect(refusePooler({ url })).rejects.toThrow(
      'it gives each transaction another session',
    );
  });
});
