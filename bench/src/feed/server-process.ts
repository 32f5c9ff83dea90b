/** One feed in a separate process, which publishes at a given pace. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type ServedFeed, serveFeed } from './contenders.ts';
import type { DriveReport, ServerOrder } from './feed-job.ts';

type Drive = Extract<ServerOrder, { kind: 'drive' }>;

const TICKERS_EVERY = 5;
const KEEP_UP_MS = 25;
const HELD_MS = 100;

let feed: ServedFeed;

/** Steps are due at fixed times; those due together are published one after the other, and none is skipped. */
async function drive({ steps, perSecond, seconds }: Drive): Promise<DriveReport> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let heldBytes = 0;
  const keepUp = setInterval(feed.keepUp, KEEP_UP_MS);
  const watch = setInterval(() => {
    heldBytes = Math.max(heldBytes, feed.heldBytes());
  }, HELD_MS);
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const total = Math.round(perSecond * seconds);
  for (let step = 0; step < total; ) {
    const wait = start + (step * 1_000) / perSecond - performance.now();
    await (wait >= 1 ? sleep(wait) : new Promise((resolve) => setImmediate(resolve)));
    if (performance.now() - start > seconds * 1_000) break;
    if (wait >= 1) continue;
    if (steps === 'tickers' || step % TICKERS_EVERY === 0) feed.sayTickers();
    else feed.sayDetail();
    step += 1;
  }
  // Messages may not be written to all clients yet.
  await sleep(DRAIN_MS);
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(keepUp);
  clearInterval(watch);
  delay.disable();
  return {
    cpuSeconds: (user + system) / 1e6,
    rssBytes: process.memoryUsage.rss(),
    heldBytes: Math.max(heldBytes, feed.heldBytes()),
    longestBlockMs: delay.max / 1e6,
  };
}

const DRAIN_MS = 200;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function obey(order: ServerOrder): Promise<unknown> {
  if (order.kind === 'drive') return drive(order);
  feed = await serveFeed(order.feed);
  return feed.port;
}

process.on('message', (order: ServerOrder) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error('the feed failed:', error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
