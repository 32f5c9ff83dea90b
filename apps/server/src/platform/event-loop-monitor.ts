/** Measures how long the main thread was blocked, and names what began while it was (ADR 6). */
import type { Log } from './log.ts';

/** Nothing may hold the main thread longer: ticks, settlements and every member wait meanwhile. */
export const BLOCK_MS_MAX = 50;
const TICK_MS = 10;
/** At most one line a while, however often it happens. */
const LOG_EVERY_MS = 10_000;
/** Names that are kept for one block; a flood of requests must not make a flood of memory. */
const NAMES_MAX = 20;

export interface EventLoopCounters {
  /** Blocks above the bound since the start. */
  blocks: number;
  /** Their sum, milliseconds. */
  blockedMs: number;
  worstMs: number;
  /** What began during the worst one. */
  worstDuring: readonly string[];
}

export interface EventLoopMonitor {
  /** Says that something begins now: `GET /base/site`, `job auth.prune-codes`, `frame /ws`. */
  note(name: string): void;
  counters(): EventLoopCounters;
  stop(): void;
}

interface MonitorOptions {
  log: Log;
  /** Milliseconds of a steady clock. */
  now?: () => number;
}

/**
 * A timer that fires late tells that the thread was not free. Whatever began since it last fired is a suspect: usually
 * a single one. The processor time beside it tells our own work from a machine that gave us none.
 */
export function watchEventLoop({
  log,
  now = () => performance.now(),
}: MonitorOptions): EventLoopMonitor {
  const counters: EventLoopCounters = { blocks: 0, blockedMs: 0, worstMs: 0, worstDuring: [] };
  let begun: string[] = [];
  let lastAt = now();
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
    log.warn({ ...unlogged }, 'the main thread was blocked');
    unlogged = { blocks: 0, worstMs: 0, processorMs: 0, during: [] };
  }

  const timer = setInterval(() => {
    const at = now();
    const blockedMs = Math.round(at - lastAt - TICK_MS);
    const usage = process.cpuUsage(lastUsage);
    if (blockedMs > BLOCK_MS_MAX) count(blockedMs, Math.round((usage.user + usage.system) / 1_000));
    report(at);
    begun = [];
    lastAt = at;
    lastUsage = process.cpuUsage();
  }, TICK_MS);
  timer.unref();

  return {
    note(name) {
      if (begun.length < NAMES_MAX) begun.push(name);
    },
    counters: () => ({ ...counters }),
    stop: () => clearInterval(timer),
  };
}
