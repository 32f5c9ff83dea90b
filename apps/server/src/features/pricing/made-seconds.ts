/** Sources that make their prices on demand are asked second by second, so that a pause of ours leaves no second out (ADR 17). */
import type { PriceSource, SourceQuote } from './price-source.ts';

/** Whether prices of the source exist only once we ask for them. */
export const isOnDemand = (source: PriceSource) => source.beat !== undefined;

/** What the sources said of one second. */
export interface MadeSecond {
  /** The second's first millisecond, epoch. */
  readonly at: number;
  readonly said: readonly { readonly source: string; readonly quote: SourceQuote }[];
}

export interface SecondMaker {
  /** Takes a quote while a second is being made; false at any other time. */
  take(source: string, quote: SourceQuote): boolean;
  /**
   * The next second up to `now`; undefined when there is none. Each is made once, and only when the ticks of the one before are
   * known to the sources; those that could not be stored come again first.
   */
  next(now: number): MadeSecond | undefined;
  /** Whether we paused for longer than is always made up for. */
  isFarBehind(now: number): boolean;
  /** Nobody waits for a price of the time that was missed: it stays a silence. */
  skipTo(now: number): void;
  /** The seconds given by `next` are stored. */
  stored(): void;
  /** They are not, as far as is known: they come again. */
  notStored(): void;
  /** Whether every second up to the moment was made and stored. */
  hasStored(at: number): boolean;
}

/** A longer pause is made up for only if somebody waits for it; else it stays a silence. Units: seconds. */
const CAUGHT_UP_ALWAYS = 60;
/**
 * Of a longer pause only the beginning is backfilled: no contract lasts longer, and more would hold up the start after a long
 * downtime. Across a longer gap a simulated price does not move. Units: seconds. Source: ADR 17.
 */
export const BACKFILL_SECONDS_MAX = 600;

/** Goes on behind `storedAt`, the time of the newest stored tick; without one it begins now. */
export function createSecondMaker(
  sources: readonly PriceSource[],
  storedAt: number | undefined,
): SecondMaker {
  let lastMade = storedAt === undefined ? undefined : Math.floor(storedAt / 1_000);
  let saying: { source: string; quote: SourceQuote }[] | undefined;
  let unstored: MadeSecond[] = [];
  /** How many of them were given. */
  let given = 0;
  let leap: { readonly after: number; readonly to: number } | undefined;
  const make = (second: number): MadeSecond => {
    const said: { source: string; quote: SourceQuote }[] = [];
    saying = said;
    try {
      for (const source of sources) source.beat?.(second * 1_000);
    } finally {
      saying = undefined;
    }
    return { at: second * 1_000, said };
  };
  return {
    take(source, quote) {
      saying?.push({ source, quote });
      return saying !== undefined;
    },
    next(now) {
      given += 1;
      if (given <= unstored.length) return unstored[given - 1];
      const current = Math.floor(now / 1_000);
      lastMade ??= current - 1;
      if (current - lastMade > BACKFILL_SECONDS_MAX) {
        leap ??= { after: lastMade + BACKFILL_SECONDS_MAX, to: current - 1 };
      }
      if (lastMade >= current) {
        given -= 1;
        return undefined;
      }
      if (lastMade === leap?.after) {
        lastMade = leap.to;
        leap = undefined;
      }
      lastMade += 1;
      const made = make(lastMade);
      unstored.push(made);
      return made;
    },
    isFarBehind: (now) =>
      lastMade !== undefined && Math.floor(now / 1_000) - lastMade > CAUGHT_UP_ALWAYS,
    skipTo(now) {
      lastMade = Math.floor(now / 1_000) - 1;
      leap = undefined;
    },
    stored() {
      unstored = [];
      given = 0;
    },
    notStored() {
      given = 0;
    },
    hasStored: (at) =>
      unstored.length === 0 && lastMade !== undefined && lastMade >= Math.floor(at / 1_000),
  };
}
