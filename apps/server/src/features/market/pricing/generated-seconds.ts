/** Asks generated sources for their quotes second by second, so that a pause of this process skips none (ADR 17). */
import type { GeneratedSource, SourceQuote } from './price-source.ts';

/** The quotes of one second. */
export interface GeneratedSecond {
  /** The second's first millisecond, epoch. */
  readonly at: number;
  readonly quotes: readonly { readonly source: string; readonly quote: SourceQuote }[];
}

export interface SecondGenerator {
  /**
   * The next second up to `now`; undefined when there is none. Each is generated once, after the sources know the ticks
   * of the previous one. Seconds that could not be stored are returned again first.
   */
  next(now: number): GeneratedSecond | undefined;
  /** Whether the pause was longer than is always caught up. */
  isFarBehind(now: number): boolean;
  /** Skips the missed time, for which no contract needs a price: it remains a gap. */
  skipTo(now: number): void;
  /** The seconds returned by `next` are stored. */
  markStored(): void;
  /** They may not be stored: `next` returns them again. */
  retryUnstored(): void;
  /** Whether every second up to `at` is generated and stored. */
  hasStored(at: number): boolean;
}

/** A longer pause is caught up only if a contract waits for its prices. */
const CATCH_UP_ALWAYS_SECONDS = 60;
/**
 * Only this much of a longer pause is backfilled: no contract lasts longer, and more would delay the start after a long
 * downtime. Simulated prices do not move across a longer gap. Source: ADR 17.
 */
export const BACKFILL_SECONDS_MAX = 600;

/** Continues after `storedAt`, the time of the newest stored tick; without one it begins now. */
export function createSecondGenerator(
  sources: readonly GeneratedSource[],
  storedAt: number | undefined,
): SecondGenerator {
  let lastGenerated = storedAt === undefined ? undefined : Math.floor(storedAt / 1_000);
  let unstored: GeneratedSecond[] = [];
  /** How many of them `next` has returned. */
  let returned = 0;
  let skip: { readonly after: number; readonly to: number } | undefined;
  const generate = (second: number): GeneratedSecond => {
    const at = second * 1_000;
    const quotes = sources.flatMap((source) =>
      source.quotesAt(at).map((quote) => ({ source: source.name, quote })),
    );
    return { at, quotes };
  };
  return {
    next(now) {
      returned += 1;
      if (returned <= unstored.length) return unstored[returned - 1];
      const current = Math.floor(now / 1_000);
      lastGenerated ??= current - 1;
      if (current - lastGenerated > BACKFILL_SECONDS_MAX) {
        skip ??= { after: lastGenerated + BACKFILL_SECONDS_MAX, to: current - 1 };
      }
      if (lastGenerated >= current) {
        returned -= 1;
        return undefined;
      }
      if (lastGenerated === skip?.after) {
        lastGenerated = skip.to;
        skip = undefined;
      }
      lastGenerated += 1;
      const generated = generate(lastGenerated);
      unstored.push(generated);
      return generated;
    },
    isFarBehind: (now) =>
      lastGenerated !== undefined &&
      Math.floor(now / 1_000) - lastGenerated > CATCH_UP_ALWAYS_SECONDS,
    skipTo(now) {
      lastGenerated = Math.floor(now / 1_000) - 1;
      skip = undefined;
    },
    markStored() {
      unstored = [];
      returned = 0;
    },
    retryUnstored() {
      returned = 0;
    },
    hasStored: (at) =>
      unstored.length === 0 &&
      lastGenerated !== undefined &&
      lastGenerated >= Math.floor(at / 1_000),
  };
}
