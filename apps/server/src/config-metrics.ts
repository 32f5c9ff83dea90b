/** Reads where metrics are served from the environment. */
import { isIP } from 'node:net';
import type { MetricsAddress } from './platform/metrics/metrics-server.ts';

type Given = (name: string) => string | undefined;

/** Metrics tell how busy the exchange is, and nobody has to log in for them. */
const HOST = '127.0.0.1';

/** Absent: metrics are not served. Faults are added to `faults`. */
export function readMetrics(given: Given, faults: string[]): MetricsAddress | undefined {
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
