/** The eight figures of the operations page: what a minute of each is, and when one is outside of its usual range. Pure. */

export const figureKeys = [
  'orders',
  'answerTime',
  'engineQueue',
  'recordsBehind',
  'settlementsLate',
  'sockets',
  'outbox',
  'refusedCalls',
] as const;
export type FigureKey = (typeof figureKeys)[number];

interface FigureRule {
  /** A minute is its highest sample, or the mean of all. */
  readonly minute: 'highest' | 'mean';
  /** Up to here a value is usual, however low it was before: a queue of two after a week of none needs nobody. */
  readonly calm: number;
  /** Few of it are unusual too. */
  readonly hasLow?: true;
}

/** Units: orders a second, milliseconds, commands, seconds, seconds, sockets, messages, percent. */
export const figureRules: Readonly<Record<FigureKey, FigureRule>> = {
  orders: { minute: 'mean', calm: 5, hasLow: true },
  answerTime: { minute: 'highest', calm: 100 },
  engineQueue: { minute: 'highest', calm: 40 },
  recordsBehind: { minute: 'highest', calm: 30 },
  settlementsLate: { minute: 'highest', calm: 0.5 },
  sockets: { minute: 'mean', calm: 20, hasLow: true },
  outbox: { minute: 'highest', calm: 50 },
  refusedCalls: { minute: 'mean', calm: 10 },
};

/** The range of most minutes; values are those of the figure. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** The usual range: from the 5th to the 95th of a hundred minutes, never tighter than what is calm. */
export function bandOf(key: FigureKey, measured: Band): Band {
  const { calm, hasLow } = figureRules[key];
  return {
    low: hasLow === true && measured.low > calm ? measured.low : 0,
    high: Math.max(measured.high, calm),
  };
}

export type Place = 'usual' | 'above' | 'below';

function placeOf(value: number, { low, high }: Band): Place {
  if (value > high) return 'above';
  return value < low ? 'below' : 'usual';
}

/**
 * Since which of these minutes, oldest first, the figure has been outside of its range without a pause, up to the newest.
 * Undefined: it is usual, or was not measured.
 */
export function unusualSince(
  minutes: readonly { readonly at: number; readonly value: number | null }[],
  band: Band,
): { readonly at: number; readonly place: Place } | undefined {
  const newest = minutes.at(-1)?.value ?? null;
  if (newest === null) return undefined;
  const place = placeOf(newest, band);
  if (place === 'usual') return undefined;
  let first = minutes.length - 1;
  const isSame = (at: number) => {
    const value = minutes[at]?.value ?? null;
    return value !== null && placeOf(value, band) === place;
  };
  while (first > 0 && isSame(first - 1)) first -= 1;
  return { at: minutes[first]!.at, place };
}
