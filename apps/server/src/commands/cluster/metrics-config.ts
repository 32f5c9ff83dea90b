/** The configuration of a Prometheus that watches all instances of `npm run cluster` with the alerts of a real deployment. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ports } from './plan.ts';

interface Watched {
  readonly dataDir: string;
  readonly ports: Pick<Ports, 'metrics'>;
  /** The rules, `alerts.yml`. */
  readonly alerts: string;
}

/** Returns the path of the file. */
export function writeMetricsConfig({ dataDir, ports, alerts }: Watched, instances: number): string {
  const targets = Array.from(
    { length: instances },
    (_one, at) => `127.0.0.1:${ports.metrics + at}`,
  );
  const config = {
    global: {
      scrape_interval: '5s',
      evaluation_interval: '5s',
      // The pages of the alerts, in the same repository.
      external_labels: { runbooks: pathToFileURL(resolve(alerts, '../../../docs/runbooks')).href },
    },
    rule_files: [alerts],
    scrape_configs: [{ job_name: 'tern', static_configs: [{ targets }] }],
  };
  const path = join(dataDir, 'prometheus.yml');
  // JSON is YAML too.
  writeFileSync(path, `${JSON.stringify(config, undefined, 2)}\n`);
  return path;
}
