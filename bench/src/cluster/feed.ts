/** The market feed from one instance and from two: what a delivery costs when each follows the stored prices. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ROLES } from '../../../apps/server/src/kernel/leases/roles.ts';
import { compare, type Comparison, type Sample } from '../compare.ts';
import type { CountReport, LoadOrder } from '../feed/feed-job.ts';
import { Helper } from '../orders/child-process.ts';
import { cpuOf } from '../server-process.ts';
import type { RunOptions } from '../workload.ts';
import type { BenchInstance, Instances } from './instances.ts';

const SOCKETS = 6_000;
const SECONDS = 10;

/** `instances` run nothing else meanwhile. */
export function compareFeeds(
  instances: Instances,
  { rounds, log }: RunOptions,
): Promise<Comparison> {
  const others = ROLES.filter((role) => role !== 'feed');
  return compare({
    title: `deliveries of the market feed to ${SOCKETS} sockets`,
    contenders: [1, 2].map((count) => ({
      name: `${count} feed`,
      measure: async () => {
        const feeds = Array.from({ length: count }, (_one, at) => `feed-${at + 1}`);
        await instances.use({
          rest: others,
          ...Object.fromEntries(feeds.map((name) => [name, ['feed'] as const])),
        });
        return deliver(instances.running.filter(({ name }) => feeds.includes(name)));
      },
    })),
    rounds,
    log,
  });
}

async function deliver(feeds: readonly BenchInstance[]): Promise<Sample> {
  const loads = feeds.map(() => new Helper('feed-load'));
  const ask = <Answer>(orderOf: (port: number) => LoadOrder) =>
    Promise.all(loads.map((load, at) => load.ask<Answer>(orderOf(feeds[at]!.port))));
  const cpu = () => feeds.reduce((sum, { child }) => sum + cpuOf(child.pid ?? 0).own, 0);
  try {
    await ask((port) => ({ kind: 'open', feed: 'tern', port, sockets: SOCKETS / feeds.length }));
    await ask(() => ({ kind: 'begin', slow: 0 }));
    const before = cpu();
    await sleep(SECONDS * 1_000);
    const seconds = cpu() - before;
    const counts = await ask<CountReport>(() => ({ kind: 'end' }));
    const deliveries = counts.reduce((sum, count) => sum + count.deliveries, 0);
    return {
      'deliveries/s': deliveries / SECONDS,
      'feed CPU µs per delivery': (seconds * 1e6) / deliveries,
      'feed CPU s per s': seconds / SECONDS,
      'p50 ms': Math.max(...counts.map(({ p50 }) => p50)),
      'p99 ms': Math.max(...counts.map(({ p99 }) => p99)),
    };
  } finally {
    for (const load of loads) load.stop();
  }
}
