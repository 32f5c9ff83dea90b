import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BLOCK_MS_MAX, type EventLoopMonitor, watchEventLoop } from './event-loop-monitor.ts';
import type { Log } from './log.ts';

const TICK_MS = 10;

let monitor: EventLoopMonitor | undefined;

function logLines(): { log: Log; lines: object[] } {
  const lines: object[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message });
  return { log: { info: write('info'), warn: write('warn') } as unknown as Log, lines };
}

let at: number;
let processorMs: number;

beforeEach(() => {
  [at, processorMs] = [0, 0];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(process, 'cpuUsage').mockImplementation((before) => ({
    user: processorMs * 1_000 - (before?.user ?? 0),
    system: 0,
  }));
});
afterEach(() => {
  monitor?.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function watch() {
  const { log, lines } = logLines();
  monitor = watchEventLoop({ log, now: () => at });
  monitor.begin();
  return { monitor, lines };
}

/** The timer fires so late; `work`: how long the processor was used meanwhile. Units: milliseconds. */
function tick(ms: number, { work = 0 } = {}): void {
  at += ms;
  processorMs += work;
  vi.advanceTimersByTime(TICK_MS);
}

test('a block above the limit is counted, with the names of the work that began during it', () => {
  const { monitor, lines } = watch();
  tick(TICK_MS);
  monitor.note('GET /before');
  tick(TICK_MS);
  expect(monitor.counters().blocks).toBe(0);
  monitor.note('POST /slow');
  tick(300, { work: 300 });
  tick(TICK_MS);
  expect(monitor.counters()).toEqual({
    blocks: 1,
    blockedMs: 290,
    worstMs: 290,
    worstDuring: ['POST /slow'],
  });
  expect(lines).toEqual([
    expect.objectContaining({ during: ['POST /slow'], worstMs: 290, processorMs: 300 }),
  ]);
});

test('work of its own that blocks the main thread is a warning', () => {
  const { lines } = watch();
  tick(200, { work: 190 });
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', message: 'the main thread was blocked' }),
  ]);
});

test.each([
  ['briefly is no warning', 200, 'info'],
  ['for long is a warning', 5_000, 'warn'],
])('a machine that lets the main thread wait %s', (_, waitMs, level) => {
  const { lines } = watch();
  tick(waitMs);
  expect(lines).toEqual([
    expect.objectContaining({ level, message: 'the machine let the main thread wait' }),
  ]);
});

test('a thousand short tasks do not count as a block', () => {
  const { monitor } = watch();
  for (let task = 0; task < 1_000; task += 1) tick(BLOCK_MS_MAX, { work: BLOCK_MS_MAX });
  expect(monitor.counters().blocks).toBe(0);
});

test('many blocks are logged as one line', () => {
  const { monitor, lines } = watch();
  for (let block = 0; block < 10; block += 1) tick(200);
  expect(monitor.counters().blocks).toBe(10);
  expect(lines).toHaveLength(1);
});
