/** A real Prometheus (from Debian) with the shipped configuration and rules, which asks each second. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALERTS } from './alert-rules.ts';
import { freePort } from './free-port.ts';

const CONFIG = fileURLToPath(new URL('../../../../ops/prometheus/prometheus.yml', import.meta.url));

export interface Alert {
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Prometheus {
  /** Alerts that fire now. @throws Error until it answers */
  firing(): Promise<Alert[]>;
  /** Their names. */
  names(): Promise<string[]>;
  /** The values of an instant query; undefined until it answers. */
  values(query: string): Promise<string[] | undefined>;
  stop(): void;
}

interface Watching {
  /** Of Prometheus. */
  readonly program: string;
  readonly metricsPorts: readonly number[];
  /**
   * The rules wait, and their windows are, ten times shorter; the database counts as silent after twenty seconds. What else they
   * compare with stays.
   */
  readonly isFast?: boolean;
}

interface Queried {
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}

export async function startPrometheus(watching: Watching): Promise<Prometheus> {
  const home = mkdtempSync(join(tmpdir(), 'tern-alerts-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    watching.program,
    [
      `--config.file=${writeConfig(home, watching)}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const firing = async () => {
    const answer = await fetch(`${url}/api/v1/alerts`);
    const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
    return data.alerts.filter(({ state }) => state === 'firing');
  };
  return {
    firing,
    names: async () => (await firing()).map(({ labels }) => labels['alertname']!),
    async values(query) {
      try {
        const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
        const { data } = (await answer.json()) as Queried;
        return data.result.map(({ value }) => value[1]);
      } catch {
        return undefined;
      }
    },
    stop() {
      child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The shipped configuration, which asks more often and at other ports. */
function writeConfig(home: string, { metricsPorts, isFast = false }: Watching): string {
  const targets = metricsPorts.map((port) => `'127.0.0.1:${port}'`).join(', ');
  const changed = readFileSync(CONFIG, 'utf8')
    .replaceAll('_interval: 15s', '_interval: 1s')
    .replace("'127.0.0.1:9464'", targets)
    .replace('alerts.yml', isFast ? writeFastRules(home) : ALERTS);
  const file = join(home, 'prometheus.yml');
  writeFileSync(file, changed);
  return file;
}

function writeFastRules(home: string): string {
  const rules = readFileSync(ALERTS, 'utf8')
    .replace(/(?<=for: )\d+(?=m)/g, (minutes) => `${Number(minutes) * 6}`)
    .replace(/(?<=for: \d+)m/g, 's')
    .replace(/(?<=\[)\d+(?=m\])/g, (minutes) => `${Number(minutes) * 6}`)
    .replace(/(?<=\[\d+)m(?=\])/g, 's')
    .replace(/(?<=time\(\) - tern_sample_timestamp_seconds > )60/, '20');
  const file = join(home, 'alerts.yml');
  writeFileSync(file, rules);
  return file;
}
