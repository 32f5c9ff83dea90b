/** A start that takes long says each ten seconds what it does or waits for, so that one that does not end is explained. */

const EVERY_MS = 10_000;

export interface StartReport {
  /** "pricing"; until the next call. */
  does(what: string): void;
  /** What it does now. */
  readonly what: string;
  end(): void;
}

/** `uptime`: monotonic, for tests. Units: milliseconds. */
export function createStartReport(
  say: (line: string) => void,
  uptime: () => number = () => performance.now(),
): StartReport {
  const begunAt = uptime();
  let now = { what: 'the database', since: begunAt };
  const seconds = (since: number) => Math.round((uptime() - since) / 1_000);
  const timer = setInterval(() => {
    say(`Starting for ${seconds(begunAt)} s: ${now.what}, for ${seconds(now.since)} s.`);
  }, EVERY_MS).unref();
  return {
    get what() {
      return now.what;
    },
    does(what) {
      if (what !== now.what) now = { what, since: uptime() };
    },
    end: () => clearInterval(timer),
  };
}
