/** Preloaded into the server's process: measures the longest block of the main thread. */
import { performance } from 'node:perf_hooks';

const TICK_MS = 2;
let worstMs = 0;
let lastAt = performance.now();
let lastUsage = process.cpuUsage();

/**
 * A late timer alone may be the fault of a busy machine: what the process did not compute meanwhile was no work of
 * ours, so the smaller of the two times counts.
 */
function look() {
  const at = performance.now();
  const { user, system } = process.cpuUsage(lastUsage);
  worstMs = Math.max(worstMs, Math.min(at - lastAt - TICK_MS, (user + system) / 1_000));
  lastAt = at;
  lastUsage = process.cpuUsage();
}

setInterval(look, TICK_MS).unref();

const DOCUMENT = JSON.stringify(
  Array.from({ length: 2_000 }, (_each, at) => ({ at, price: `${at}.25`, list: [at, 'text'] })),
);
/** What `parseFixedDocument` takes on the machine of the limit (ADR 6), while that machine is quiet. */
const REFERENCE_MS = 4;

function parseFixedDocument() {
  const startedAt = performance.now();
  for (let round = 0; round < 4; round += 1) {
    const prices = new Map(JSON.parse(DOCUMENT).map(({ at, price }) => [at, price]));
    JSON.stringify([...prices]);
  }
  return performance.now() - startedAt;
}

/** How many times slower than the machine of the limit this one is now; never below 1. */
function slowness() {
  const shortestMs = Math.min(parseFixedDocument(), parseFixedDocument(), parseFixedDocument());
  return Math.max(1, shortestMs / REFERENCE_MS);
}

process.on('message', (question) => {
  if (question === 'heap') globalThis.gc?.();
  if (question === 'slowness') {
    process.send({ question, slowness: slowness() });
    lastAt = performance.now();
    lastUsage = process.cpuUsage();
    return;
  }
  look();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ question, worstMs, rss, heapUsed, external });
  worstMs = 0;
});
process.channel?.unref();
