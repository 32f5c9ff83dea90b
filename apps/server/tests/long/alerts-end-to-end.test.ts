/** A real Prometheus (from Debian) watches a real server with the shipped rules, which wait ten times shorter: a planted fault has to fire the alert that names it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalWithChildren } from '../../src/platform/database/embedded/processes.ts';
import {
  type Build,
  buildServer,
  databaseProcess,
  type Instance,
} from '../support/built-server.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { unpackDebian } from '../support/debian-package.ts';
import { breakBalances } from '../support/embedded-owner.ts';
import { freePort } from '../support/free-port.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';

const unpacked = unpackDebian('prometheus');
const why = 'missing' in unpacked ? unpacked.missing : undefined;
/** A busy machine takes its time. */
const FIRES_WITHIN = { timeout: 240_000, interval: 1_000 };

let build: Build;
let instance: Instance;
let prometheus: Prometheus;
let isFrozen = false;

const names = () => prometheus.names();

/** Every process of the server's database stops, or goes on. */
function signalDatabase(signal: 'STOP' | 'CONT'): void {
  signalWithChildren(databaseProcess(build.dataDir)!, `SIG${signal}`);
  isFrozen = signal === 'STOP';
}

describe.skipIf(why)(`a Prometheus that watches the server ${why ?? ''}`.trim(), () => {
  beforeAll(async () => {
    build = buildServer();
    await copyFirstStart(build.dataDir);
    const metricsPort = await freePort();
    instance = await build.start({
      env: { METRICS_PORT: String(metricsPort) },
    });
    const { folder } = unpacked as { folder: string };
    prometheus = await startPrometheus({
      program: join(folder, 'usr/bin/prometheus'),
      metricsPorts: [metricsPort],
      isFast: true,
    });
  });
  afterAll(async () => {
    if (isFrozen) signalDatabase('CONT');
    prometheus?.stop();
    instance?.kill('SIGKILL');
    await instance?.ended;
    await build?.remove();
    if ('remove' in unpacked) unpacked.remove();
  });

  it('fires nothing while all is well', async () => {
    // The invariants have been checked once.
    await expect
      .poll(() => prometheus.values('tern_invariants_broken'), {
        timeout: 180_000,
        interval: 1_000,
      })
      .toEqual(['0']);
    expect(await names()).toEqual([]);
  });

  it('fires TernInvariantBroken and TernReadOnly when a balance is changed behind the journal', async () => {
    await breakBalances(build.dataDir);
    await expect
      .poll(names, FIRES_WITHIN)
      .toEqual(expect.arrayContaining(['TernInvariantBroken', 'TernReadOnly']));
    const [broken] = (await prometheus.firing()).filter(
      ({ labels }) => labels['alertname'] === 'TernInvariantBroken',
    );
    expect(broken).toMatchObject({
      labels: { severity: 'critical' },
      annotations: {
        summary: expect.stringMatching(/^Invariants of the books that do not hold: \d+$/),
        runbook_url: 'docs/runbooks/TernInvariantBroken.md',
      },
    });
  });

  it('fires TernSampleOld when the database no longer answers', async () => {
    signalDatabase('STOP');
    await expect.poll(names, FIRES_WITHIN).toContain('TernSampleOld');
    expect(await names()).not.toContain('TernInstanceDown');
    signalDatabase('CONT');
    await expect.poll(names, FIRES_WITHIN).not.toContain('TernSampleOld');
  });

  it('fires TernDown for each role when the server is killed', async () => {
    instance.kill('SIGKILL');
    const expected = ['TernDown', 'TernDown', 'TernDown', 'TernDown', 'TernInstanceDown'];
    await expect
      .poll(
        async () => (await names()).filter((name) => name.endsWith('Down')).sort(),
        FIRES_WITHIN,
      )
      .toEqual(expected);
  });
});
