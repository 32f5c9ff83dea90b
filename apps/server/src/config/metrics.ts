/** Reads where metrics are served from the environment. */
import { isIP } from 'node:net';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { MetricsAddress } from '../platform/metrics/metrics-server.ts';

export const metricsSettings = describeSettings({
  METRICS_PORT: {
    description: 'The port where Prometheus reads the metrics.',
    format: 'a whole number from 1 to 65535, other than `PORT`',
    rationale: 'Figures of the business at the address that members open.',
  },
  METRICS_HOST: {
    description:
      'The address at which the metrics are served. A request must name an IP address, `localhost` or the name of the machine.',
    format: 'an IP address of this machine',
    default: '`127.0.0.1`',
    rationale: 'Metrics for anyone in the network: nobody has to log in for them.',
  },
});

type Name = NameOf<typeof metricsSettings> | 'PORT';

/** Metrics tell how busy the exchange is, and nobody has to log in for them. */
const HOST = '127.0.0.1';

/** Absent: metrics are not served. Faults are added to `faults`. */
export function readMetrics(given: Given<Name>, faults: string[]): MetricsAddress | undefined {
  const [text, host = HOST] = [given('METRICS_PORT'), given('METRICS_HOST')];
  if (text === undefined) {
    if (given('METRICS_HOST') !== undefined) {
      faults.push('METRICS_HOST only goes with METRICS_PORT');
    }
    return undefined;
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) faults.push('METRICS_PORT must be a whole number from 1 to 65535');
  if (port === Number(given('PORT') ?? '8080')) {
    faults.push('METRICS_PORT must differ from PORT: everyone can reach that one');
  }
  if (isIP(host) === 0) faults.push('METRICS_HOST must be an IP address of this machine');
  return { host, port };
}
