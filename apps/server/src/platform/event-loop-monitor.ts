/** Measures how long the main thread was blocked, and names the work that began meanwhile (ADR 6). */
import type { Log } from './log.ts';

/** The limit for blocking the main thread: ticks, settlements and all members wait meanwhile. */
export const BLOCK_MS_MAX = 50;
const LATE = 'the machine let the main thread wait';
const TICK_MS = 10;
/** At most one log line per interval. */
const LOG_EVERY_MS = 10_000;
/** A machine that is busy or swaps delays the main thread too, which is its operator's concern only from here on. */
const LATE_MS_MAX = 500;
/** The most names stored for one block, so that a flood of requests cannot fill the memory. */
const NAMES_MAX = 20;

export interface EventLoopCounters {
  /** Blocks above the limit since the start. */
  blocks: number;
  /** Their total, milliseconds. */
  blockedMs: number;
  worstMs: number;
  /** The work that began during the longest one. */
  worstDuring: readonly string[];
}

export interface EventLoopMonitor {
  /** Measures from now on. */
  begin(): void;
  /** Notes that work begins now: `GET /base/site`, `job auth.prune-codes`, `frame /ws`. */
  note(name: string): void;
  counters(): EventLoopCounters;
  stop(): void;
}

interface MonitorOptions {
  log: Log;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/**
 * A timer that fires late shows that the thread was blocked. The work that began since it last fired is suspect, usually a
 * single piece. The CPU time shows whether it was our own work or a busy machine.
 */
export function watchEventLoop({
  log,
  now = () => performance.now(),
}: MonitorOptions): EventLoopMonitor {
  const counters: EventLoopCounters = { blocks: 0, blockedMs: 0, worstMs: 0, worstDuring: [] };
  let begun: string[] = [];
  let lastAt = 0;
  let lastUsage = process.cpuUsage();
  let unlogged = { blocks: 0, worstMs: 0, processorMs: 0, during: [] as readonly string[] };
  let loggedAt = Number.NEGATIVE_INFINITY;

  function count(blockedMs: number, processorMs: number) {
    counters.blocks += 1;
    counters.blockedMs += blockedMs;
    const during = [...new Set(begun)];
    if (blockedMs > counters.worstMs) {
      counters.worstMs = blockedMs;
      counters.worstDuring = during;
    }
    unlogged.blocks += 1;
    if (blockedMs > unlogged.worstMs)
      unlogged = { ...unlogged, worstMs: blockedMs, processorMs, during };
  }

  function report(at: number) {
    if (unlogged.blocks === 0 || at - loggedAt < LOG_EVERY_MS) return;
    loggedAt = at;
    const { worstMs, processorMs } = unlogged;
    if (processorMs > worstMs / 2) log.warn({ ...unlogged }, 'the main thread was blocked');
    else if (worstMs > LATE_MS_MAX) log.warn({ ...unlogged }, LATE);
    else log.info({ ...unlogged }, LATE);
    unlogged = { blocks: 0, worstMs: 0, processorMs: 0, during: [] };
  }

  function tick() {
    const at = now();
    const blockedMs = Math.round(at - lastAt - TICK_MS);
    const usage = process.cpuUsage();
    const used = usage.user + usage.system - lastUsage.user - lastUsage.system;
    if (blockedMs > BLOCK_MS_MAX) count(blockedMs, Math.round(used / 1_000));
    report(at);
    begun = [];
    lastAt = at;
    lastUsage = usage;
  }

  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      lastAt = now();
      lastUsage = process.cpuUsage();
      timer = setInterval(tick, TICK_MS).unref();
    },
    note(name) {
      if (begun.length < NAMES_MAX) begun.push(name);
    },
    counters: () => ({ ...counters }),
    stop: () => clearInterval(timer),
  };
}
