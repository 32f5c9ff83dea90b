import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { BLOCK_MS_MAX, type EventLoopMonitor, watchEventLoop } from './event-loop-monitor.ts';
import type { Log } from './log.ts';

let monitor: EventLoopMonitor | undefined;

afterEach(() => monitor?.stop());

function logLines(): { log: Log; lines: unknown[] } {
  const lines: unknown[] = [];
  const write = (line: unknown) => void lines.push(line);
  return { log: { info: write, warn: write, error: write, debug: write } as unknown as Log, lines };
}

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('a block above the limit is counted, with the names of the work that began during it', async () => {
  const { log, lines } = logLines();
  monitor = watchEventLoop({ log });
  monitor.begin();
  await sleep(60);
  const before = monitor.counters().blocks;
  monitor.note('POST /slow');
  block(300);
  await sleep(60);
  const { blocks, worstMs, worstDuring } = monitor.counters();
  expect(blocks).toBeGreaterThan(before);
  expect(worstMs).toBeGreaterThan(250);
  expect(worstDuring).toEqual(['POST /slow']);
  expect(lines).toContainEqual(
    expect.objectContaining({ during: ['POST /slow'], worstMs, processorMs: expect.any(Number) }),
  );
});

test('a thousand short tasks do not count as a block', async () => {
  const { log } = logLines();
  let at = 0;
  monitor = watchEventLoop({ log, now: () => at });
  monitor.begin();
  for (let tick = 0; tick < 20; tick += 1) {
    at += BLOCK_MS_MAX;
    await sleep(11);
  }
  expect(monitor.counters().blocks).toBe(0);
});

test('many blocks are logged as one line', async () => {
  const { log, lines } = logLines();
  let at = 0;
  monitor = watchEventLoop({ log, now: () => at });
  monitor.begin();
  for (let tick = 0; tick < 10; tick += 1) {
    at += 200;
    await sleep(15);
  }
  expect(monitor.counters().blocks).toBeGreaterThan(3);
  expect(lines).toHaveLength(1);
});
