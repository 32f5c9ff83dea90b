/** What a call costs, in turns: the work of a light call (ADR 6). */
import type { RateClass } from '@tern/protocol';
import type { LimitKey } from './limit-key.ts';

/** Rows of an answer that cost as much as a light call: one caller at its limit takes at most a tenth of a core (ADR 6). */
const ROWS_OF_TURN = 100;

/** Bytes of an answer that cost as much: about as many rows. */
const BYTES_OF_TURN = 16_384;

/** What an answer has cost whose size is known only when it is made. Units: light calls. */
export const turnsOfBytes = (bytes: number): number =>
  Math.max(1, Math.ceil(bytes / BYTES_OF_TURN));

/** What a call costs that reads up to `rows` rows of candles, levels, orders or records. Units: light calls. */
export const turnsOfRows = (rows: number): number => Math.max(1, Math.ceil(rows / ROWS_OF_TURN));

/** The limits of calls, as the HTTP server uses them. */
export interface Turns {
  /** Counts a call, or as many as it costs. Returns the milliseconds to wait; 0 if it is allowed. */
  takeTurn(caller: LimitKey, rate: RateClass, turns?: number): number;
  /** Counts what an answer has cost beyond the turns that were taken for it. Absent: nothing. */
  oweTurns?(caller: LimitKey, rate: RateClass, turns: number): void;
}
