/** A line of an instance's log as a sentence, for the terminal and the page of `npm run cluster`. */

interface LogLine {
  readonly msg: string;
  readonly err?: { readonly stack?: string };
  readonly reason?: string;
}

/** What a sentence needs besides the message. */
const DETAILS: Readonly<Record<string, (value: string) => string>> = {
  job: (value) => `job ${value}`,
  lease: (value) => `lease ${value}`,
  symbol: (value) => `market ${value}`,
  invariant: (value) => `invariant ${value}`,
  silentMs: (value) => `for ${value} ms`,
  leases: (value) => `${value} leases`,
  worstMs: (value) => `for up to ${value} ms`,
  processorMs: (value) => `of which it worked ${value} ms itself`,
};

/** Any other line as it is. */
export function readableLine(line: string): string {
  if (!line.startsWith('{')) return line;
  let fields: LogLine;
  try {
    fields = JSON.parse(line) as LogLine;
  } catch {
    return line;
  }
  const { msg, err, reason } = fields;
  const why = err?.stack?.split('\n')[0] ?? reason;
  const details = Object.entries(DETAILS).flatMap(([name, describe]) => {
    const value = (fields as unknown as Record<string, string | number | undefined>)[name];
    return value === undefined ? [] : [describe(String(value))];
  });
  const more = [...details, ...(why === undefined ? [] : [why])].join(', ');
  return more === '' ? msg : `${msg} (${more})`;
}

/** A machine with few processors is busy all the time, which says nothing about what was killed. */
export const isUsual = (line: string): boolean =>
  /^the (?:main thread was blocked|machine let the main thread wait)/.test(line);
