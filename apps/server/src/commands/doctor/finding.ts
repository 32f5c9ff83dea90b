/** What the doctor found about one item. */

export interface Finding {
  /** What was examined: "database", "mail". */
  readonly item: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** One sentence: what is there. */
  readonly found: string;
  /** One sentence: what to do. Absent when all is well. */
  readonly advice?: string;
  /** Live mode does not start before it is corrected. Other problems must not prevent a restart after an outage. */
  readonly preventsStart?: true;
}

export const ok = (item: string, found: string): Finding => ({ item, status: 'ok', found });

interface Trouble {
  readonly found: string;
  readonly advice: string;
}

export const warning = (item: string, trouble: Trouble): Finding => {
  return { item, status: 'warning', ...trouble };
};

/** Unsafe or missing, while the server can run. */
export const problem = (item: string, trouble: Trouble): Finding => {
  return { item, status: 'problem', ...trouble };
};

/** Nobody should start with it. */
export const obstacle = (item: string, trouble: Trouble): Finding => {
  return { item, status: 'problem', ...trouble, preventsStart: true };
};

/** The first line of an error: enough to act on, and short. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const isVague = error.message === '' || error.message === 'fetch failed';
  if (isVague && cause !== undefined) return reasonOf(cause);
  const [line = ''] = error.message.split('\n');
  return line;
};
