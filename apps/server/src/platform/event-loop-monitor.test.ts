import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { BLOCK_MS_MAX, type EventLoopMonitor, watchEventLoop } from './event-loop-monitor.ts';
import type { Log } from './log.ts';

let monitor: EventLoopMonitor | undefined;

afterEach(() => monitor?.stop());

function logLines(): { log: Log; lines: object[] } {
  const lines: object[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message });
  return { log: { info: write('info'), warn: write('warn') } as unknown as Log, lines };
}

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Uses the processor for so long, however busy the machine is. */
function work(ms: number): void {
  const before = process.cpuUsage();
  for (let used = 0; used < ms * 1_000; ) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
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

test('work of its own that blocks the main thread is a warning', async () => {
  const { log, lines } = logLines();
  let at = 0;
  monitor = watchEventLoop({ log, now: () => at });
  monitor.begin();
  at += 200;
  work(200);
  await sleep(40);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', message: 'the main thread was blocked' }),
  ]);
});

test.each([
  ['briefly is no warning', 200, 'info'],
  ['for long is a warning', 5_000, 'warn'],
])('a machine that lets the main thread wait %s', async (_, waitMs, level) => {
  const { log, lines } = logLines();
  let at = 0;
  monitor = watchEventLoop({ log, now: () => at });
  monitor.begin();
  // The clock goes on, and the program does nothing meanwhile.
  at += waitMs;
  await sleep(40);
  expect(lines).toEqual([
    expect.objectContaining({ level, message: 'the machine let the main thread wait' }),
  ]);
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
