/** Lets so many pieces of work run at once; the others wait in the order they came, and beyond a length are refused. */
import { Refusal } from '../requests/refusal.ts';

/** Waiting longer than about this many pieces take would outlast the caller's patience. */
const WAITING_MAX = 30;

/** Gives a function that runs work in its turn. Fails with: 5006 when too many wait already. */
export function takeTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= WAITING_MAX) throw new Refusal(5006);
      // Whoever ends hands over its place.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
