/** Whose turn it is to be tinted: prices of all markets change in the same moment, and a list must not flash as a whole. */

/** Of one tint; `--d-flash` says the same to the style sheets. */
export const TINT_MS = 600;
const AT_ONCE = 3;
/** A row waits so long after its turn, so that the rows after it get theirs. */
const REST_MS = 2_400;

export class TintTurns {
  /** When each row had its last turn. */
  readonly #turns = new Map<unknown, number>();

  /** True when the row may be tinted now, and it is then counted. **Units**: milliseconds. */
  take(row: unknown, now: number): boolean {
    let running = 0;
    for (const [other, at] of this.#turns) {
      if (now - at >= REST_MS) this.#turns.delete(other);
      else if (now - at < TINT_MS) running += 1;
    }
    if (running >= AT_ONCE || this.#turns.has(row)) return false;
    this.#turns.set(row, now);
    return true;
  }
}
