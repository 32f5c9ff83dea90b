/** A real Prometheus (from Debian) watches a real server with the shipped rules: a planted fault has to fire the alert that names it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Build,
  buildProgram,
  databaseProcess,
  type Program,
} from '../support/built-program.ts';
import { breakBalances } from '../support/embedded-owner.ts';
import { ALERTS } from '../support/alert-rules.ts';
import { unpackDebian } from '../support/debian-package.ts';

const prometheus = unpackDebian('prometheus');
const why = 'missing' in prometheus ? prometheus.missing : undefined;
const CONFIG = fileURLToPath(new URL('../../../../ops/prometheus/prometheus.yml', import.meta.url));
/** Alerts wait up to two minutes, and a scrape of a busy machine takes its time. */
const FIRES_WITHIN = { timeout: 240_000, interval: 1_000 };

let build: Build;
let program: Program;
let home: string;
let watcher: ChildProcess;
let url: string;
let isFrozen = false;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** The shipped configuration, which asks more often and at another port. */
function writeConfig(metricsPort: number): string {
  const shipped = readFileSync(CONFIG, 'utf8');
  const changed = shipped
    .replaceAll('_interval: 15s', '_interval: 1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)
    .replace('alerts.yml', ALERTS);
  const file = join(home, 'prometheus.yml');
  writeFileSync(file, changed);
  return file;
}

interface Alert {
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Queried {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

async function firing(): Promise<Alert[]> {
  const answer = await fetch(`${url}/api/v1/alerts`);
  const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
  return data.alerts.filter(({ state }) => state === 'firing');
}
const names = async () => (await firing()).map(({ labels }) => labels['alertname']);

/** Every process of the program's database stops, or goes on. */
function signalDatabase(signal: 'STOP' | 'CONT'): void {
  const main = String(databaseProcess(build.dataDir));
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', main], { encoding: 'utf8' });
  for (const pid of [main, ...children.split(/\s+/).filter(Boolean)]) {
    process.kill(Number(pid), `SIG${signal}`);
  }
  isFrozen = signal === 'STOP';
}

describe.skipIf(why)(`a Prometheus that watches the server ${why ?? ''}`.trim(), () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tern-alerts-'));
    build = buildProgram();
    const [metricsPort, port] = [await freePort(), await freePort()];
    const env = { METRICS_PORT: String(metricsPort) };
    program = await build.start({ env, withinMs: 180_000 });
    const { folder } = prometheus as { folder: string };
    url = `http://127.0.0.1:${port}`;
    watcher = spawn(
      join(folder, 'usr/bin/prometheus'),
      [
        `--config.file=${writeConfig(metricsPort)}`,
        `--storage.tsdb.path=${join(home, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
  }, 300_000);
  afterAll(async () => {
    if (isFrozen) signalDatabase('CONT');
    watcher?.kill('SIGKILL');
    program?.kill('SIGKILL');
    await program?.ended;
    await build?.remove();
    if ('remove' in prometheus) prometheus.remove();
    rmSync(home, { recursive: true, force: true });
  });

  it('fires nothing while all is well', async () => {
    const broken = async () => {
      try {
        const answer = await fetch(`${url}/api/v1/query?query=tern_invariants_broken`);
        const { data } = (await answer.json()) as Queried;
        return data.result.map(({ value }) => value[1]);
      } catch {
        return 'Prometheus does not answer yet';
      }
    };
    // The invariants have been checked once.
    await expect.poll(broken, { timeout: 180_000, interval: 1_000 }).toEqual(['0']);
    expect(await names()).toEqual([]);
  });

  it('fires TernInvariantBroken and TernReadOnly when a balance is changed behind the journal', async () => {
    await breakBalances(build.dataDir);
    await expect
      .poll(names, FIRES_WITHIN)
      .toEqual(expect.arrayContaining(['TernInvariantBroken', 'TernReadOnly']));
    const [broken] = (await firing()).filter(
      ({ labels }) => labels['alertname'] === 'TernInvariantBroken',
    );
    expect(broken).toMatchObject({
      labels: { severity: 'critical' },
      annotations: {
        summary: expect.stringMatching(/^\d+ invariants of the books do not hold$/),
        runbook: 'docs/runbooks/TernInvariantBroken.md',
      },
    });
  });

  it('fires TernSampleOld when the database no longer answers', async () => {
    signalDatabase('STOP');
    await expect.poll(names, FIRES_WITHIN).toContain('TernSampleOld');
    expect(await names()).not.toContain('TernDown');
    signalDatabase('CONT');
    await expect.poll(names, FIRES_WITHIN).not.toContain('TernSampleOld');
  });

  it('fires TernDown when the server is killed', async () => {
    program.kill('SIGKILL');
    await expect.poll(names, FIRES_WITHIN).toContain('TernDown');
  });
});
