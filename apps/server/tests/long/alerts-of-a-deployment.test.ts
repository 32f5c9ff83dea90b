/** A real Prometheus watches several instances that lose each other, their bus, their database and their clocks; the rules wait ten times shorter. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/kernel/leases/roles.ts';
import { type Build, buildServer } from '../support/built-server.ts';
import { fileOfPackage, unpackDebian } from '../support/debian-package.ts';
import { type Deployment, natsServer, type Node, startDeployment } from '../support/deployment.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';

const nats = natsServer();
const libfaketime = fileOfPackage(
  'libfaketime',
  'usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
);
const unpacked = unpackDebian('prometheus');
const why =
  'missing' in unpacked || nats === undefined || libfaketime === undefined
    ? '(skipped: prometheus, nats-server or libfaketime cannot be had here)'
    : '';
const WITHIN = { timeout: 60_000, interval: 500 };
const INSTANCES = {
  'api-1': ['api', 'feed'],
  'api-2': ['api', 'feed'],
  'engine-1': ['engine'],
  'engine-2': ['engine'],
  jobs: ['jobs'],
} as const satisfies Record<string, readonly Role[]>;

let build: Build;
let deployment: Deployment;
let prometheus: Prometheus;

const node = (name: keyof typeof INSTANCES): Node =>
  deployment.nodes.find((each) => each.name === name)!;

/** "TernDown api": the alert, and what it is about. */
async function firing(): Promise<string[]> {
  const alerts = await prometheus.firing();
  const nameOf = (instance: string | undefined) =>
    deployment.nodes.find(({ metricsPort }) => instance === `127.0.0.1:${metricsPort}`)?.name;
  return alerts
    .map(({ labels }) => {
      const { alertname, role, kind, instance } = labels as Record<string, string | undefined>;
      return [alertname, role ?? kind ?? nameOf(instance)].filter(Boolean).join(' ');
    })
    .sort();
}

const fires = (...alerts: string[]) =>
  expect.poll(firing, WITHIN).toEqual(expect.arrayContaining(alerts));
const isOver = (...alerts: string[]) =>
  expect
    .poll(async () => (await firing()).filter((each) => alerts.includes(each)), WITHIN)
    .toEqual([]);

const kill = async (...names: (keyof typeof INSTANCES)[]) => {
  for (const name of names) {
    node(name).instance.kill('SIGKILL');
    await node(name).instance.ended;
  }
};
const start = (...names: (keyof typeof INSTANCES)[]) =>
  Promise.all(names.map((name) => node(name).start()));

describe.skipIf(why !== '')(`a Prometheus that watches five instances ${why}`.trim(), () => {
  beforeAll(async () => {
    build = buildServer();
    deployment = await startDeployment(build, {
      nats: nats!,
      faketime: libfaketime,
      instances: INSTANCES,
    });
    await deployment.whenReady();
    const { folder } = unpacked as { folder: string };
    prometheus = await startPrometheus({
      program: join(folder, 'usr/bin/prometheus'),
      metricsPorts: deployment.nodes.map(({ metricsPort }) => metricsPort),
      isFast: true,
    });
  });
  afterAll(async () => {
    prometheus?.stop();
    await deployment?.stop();
    await build?.remove();
    if ('remove' in unpacked) unpacked.remove();
  });

  it('fires nothing while all is well', async () => {
    await expect
      .poll(() => prometheus.values('count(tern_role_served == 1)'), WITHIN)
      .toEqual(['7']);
    await expect
      .poll(() => prometheus.values('tern_sample_timestamp_seconds > 0'), WITHIN)
      .toHaveLength(1);
    expect(await firing()).toEqual([]);
  });

  it('warns of an instance that is gone while the other one serves, and is critical when both are', async () => {
    await kill('api-2');
    await fires('TernInstanceDown api-2');
    expect(await firing()).not.toContain('TernDown api');
    await kill('api-1');
    await fires('TernDown api', 'TernDown feed', 'TernInstanceDown api-1');
    await start('api-1', 'api-2');
    await isOver(
      'TernDown api',
      'TernDown feed',
      'TernInstanceDown api-1',
      'TernInstanceDown api-2',
    );
  });

  it('names the instance that does not reach the bus or the database, or whose clock is wrong', async () => {
    node('api-2').bus.cut();
    node('api-1').stepClock('+5s');
    for (const wire of node('engine-2').databases) wire.cut();
    await fires(
      'TernBusNotConnected api-2',
      'TernClockRefused api-1',
      'TernHeartbeatOld engine-2',
      'TernLeasesLost engine-2',
      // The bus still tells it how far the prices are.
      'TernPricesBehind engine-2',
    );
    // The other instance of each role serves.
    expect((await firing()).filter((each) => /Down|NotHeld/.test(each))).toEqual([]);
    node('api-2').bus.heal();
    node('api-1').stepClock('+0s');
    for (const wire of node('engine-2').databases) wire.heal();
    await isOver(
      'TernBusNotConnected api-2',
      'TernClockRefused api-1',
      'TernHeartbeatOld engine-2',
      'TernPricesBehind engine-2',
    );
  });

  it('is critical when no instance reaches the bus, or work is done by none', async () => {
    for (const { bus } of deployment.nodes) bus.cut();
    await kill('engine-1', 'engine-2', 'jobs');
    await fires(
      'TernBusDown',
      'TernDown engine',
      'TernDown jobs',
      'TernWorkNotHeld job',
      'TernWorkNotHeld pricing',
    );
    // TernDown says it once, and not each of the markets.
    expect(await firing()).not.toContain('TernEngineNotHeld');
    for (const { bus } of deployment.nodes) bus.heal();
    await start('engine-1', 'engine-2', 'jobs');
    await isOver(
      'TernBusDown',
      'TernDown engine',
      'TernDown jobs',
      'TernWorkNotHeld job',
      'TernWorkNotHeld pricing',
    );
  });
});
