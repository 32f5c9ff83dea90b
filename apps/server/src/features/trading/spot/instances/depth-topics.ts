/** What instances tell each other about the depth of books. */
import type { Depth } from '../../../../kernel/prices/market-tape.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';

/** An instance that shows books says which, again and again. */
export const DEPTH_WANTED = 'spot.depth-wanted';
/** The instance with the engine sends those that have changed. */
export const DEPTH = 'spot.depth';

/** Between two announcements of what an instance wants. */
export const WANTED_EVERY_MS = 2 * SECOND_MS;
/** What nobody has asked for within this time is not sent or asked for any more. */
export const WANTED_FOR_MS = 5 * SECOND_MS;
/** Most levels on each side: as many as the deepest topic of the feed. */
export const LEVELS_MAX = 400;

export interface WantedDepth {
  readonly instrumentId: number;
  readonly levels: number;
  /** The newest version that the instance has; 0: none. */
  readonly version: number;
}

export interface SentDepth {
  readonly instrumentId: number;
  /** As many as there are, up to this number. */
  readonly levels: number;
  readonly depth: Depth;
}
