/** A NATS server of a test: Debian's, extracted into a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Where the program is; or why there is none on this machine. */
export function findNatsServer(): { path: string; folder?: string } | { why: string } {
  for (const path of [
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/usr/local/bin/nats-server',
  ]) {
    if (existsSync(path)) return { path };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tern-nats-'));
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const downloaded = spawnSync('apt-get', ['download', 'nats-server'], options);
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  const extracted = file === undefined ? downloaded : spawnSync('dpkg', ['-x', file, '.'], options);
  const path = join(folder, 'usr/sbin/nats-server');
  if (existsSync(path)) return { path, folder };
  rmSync(folder, { recursive: true, force: true });
  const reason = extracted.error?.message ?? extracted.stderr.trim().split('\n').at(-1);
  return { why: `nats-server is not installed and apt cannot download it: ${reason}` };
}

export interface NatsServer {
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Arguments as on its command line, such as `--user`. */
export async function natsServer(path: string, args: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    port,
    async start() {
      child = spawn(path, ['-a', '127.0.0.1', '-p', String(port), ...args], { stdio: 'pipe' });
      let said = '';
      await new Promise<void>((resolve, reject) => {
        child!.stderr!.on('data', (data: Buffer) => {
          said += String(data);
          if (said.includes('Server is ready')) resolve();
        });
        child!.once('exit', () => reject(new Error(`nats-server ended: ${said}`)));
      });
    },
    async stop() {
      if (child === undefined || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child!.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    },
  };
}
