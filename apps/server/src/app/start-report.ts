/**
 * What a start does, step by step: one that takes long says each ten seconds what it does or waits for, so that one that does not
 * end is explained; and at the end it is known how long each step took.
 */

const EVERY_MS = 10_000;

export interface StartReport {
  /** "pricing"; until the next call. */
  does(what: string): void;
  /** What it does now. */
  readonly what: string;
  /** Ends it. Returns how long each step took, in their order. Units: milliseconds. */
  end(): Readonly<Record<string, number>>;
}

/** `uptime`: since the process began, monotonic; given by tests. Units: milliseconds. */
export function createStartReport(
  print: (line: string) => void,
  uptime: () => number = () => performance.now(),
): StartReport {
  const begunAt = uptime();
  // Its code was loaded until now.
  const steps = new Map([['the server', begunAt]]);
  let now = { what: 'the rest of the server', since: begunAt };
  const seconds = (since: number) => Math.round((uptime() - since) / 1_000);
  const timer = setInterval(() => {
    print(`Starting for ${seconds(begunAt)} s: ${now.what}, for ${seconds(now.since)} s.`);
  }, EVERY_MS).unref();
  const complete = () => steps.set(now.what, (steps.get(now.what) ?? 0) + uptime() - now.since);
  return {
    get what() {
      return now.what;
    },
    does(what) {
      if (what === now.what) return;
      complete();
      now = { what, since: uptime() };
    },
    end() {
      clearInterval(timer);
      complete();
      return Object.fromEntries([...steps].map(([what, ms]) => [what, Math.round(ms)]));
    },
  };
}
