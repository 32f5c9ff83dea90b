/**
 * How long a process of the server or of its database uses a core without waiting for anything once: orders wait meanwhile
 * where cores are few. By processor time, so other programs on the machine do not count. Linux only.
 */
import { readFileSync } from 'node:fs';
import type { ServerProcess } from '../server-process.ts';

const EVERY_MS = 10;
/** New connections of the database are looked for as often. */
const LIST_EVERY_MS = 500;
const LONG_MS = 20;

export interface BusySpans {
  longestMs: number;
  /** Those above 20 ms. */
  count: number;
  totalMs: number;
}

interface Watched {
  readonly of: BusySpans;
  /** Voluntary switches so far: it waited. */
  waits: string;
  /** Processor time at the last wait seen, nanoseconds. */
  since: number;
  used: number;
}

const none = (): BusySpans => ({ longestMs: 0, count: 0, totalMs: 0 });

/** Returns the function that ends it and tells what was seen. A wait between two looks starts a new span. */
export function watchBusySpans(
  server: Pick<ServerProcess, 'processIds'>,
): () => { server: BusySpans; database: BusySpans } {
  const seen = { server: none(), database: none() };
  const watched = new Map<number, Watched>();
  const list = () => {
    const { instance, backends } = server.processIds();
    const add = (pid: number, of: BusySpans) => {
      if (!watched.has(pid)) watched.set(pid, { of, waits: '', since: 0, used: 0 });
    };
    add(instance, seen.server);
    for (const pid of backends) add(pid, seen.database);
  };
  const look = () => {
    for (const [pid, each] of watched) {
      try {
        // Of its first thread.
        const used = Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]);
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        const waits = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? '';
        if (waits !== each.waits) {
          end(each);
          each.waits = waits;
          each.since = used;
        }
        each.used = used;
      } catch {
        end(each);
        watched.delete(pid);
      }
    }
  };
  list();
  const timers = [setInterval(look, EVERY_MS), setInterval(list, LIST_EVERY_MS)];
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const each of watched.values()) end(each);
    return seen;
  };
}

function end({ of, since, used }: Watched): void {
  const tookMs = (used - since) / 1e6;
  of.longestMs = Math.max(of.longestMs, tookMs);
  if (tookMs <= LONG_MS) return;
  of.count += 1;
  of.totalMs += tookMs;
}
