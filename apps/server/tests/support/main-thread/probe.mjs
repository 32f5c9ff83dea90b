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

process.on('message', (question) => {
  if (question === 'heap') globalThis.gc?.();
  look();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ question, worstMs, rss, heapUsed, external });
  worstMs = 0;
});
process.channel?.unref();
