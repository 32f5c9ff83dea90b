/** Limits how many rows are tinted at a time: all prices change at the same moment, and a list must not flash as a whole. */

/** Duration of one tint; the same as `--d-flash` in CSS. */
export const TINT_MS = 600;
const MAX_AT_ONCE = 3;
/** How long a row waits after its turn, so that others get theirs. */
const REST_MS = 2_400;

export class TintTurns {
  /** Start of each row's last turn. */
  readonly #turns = new Map<unknown, number>();

  /** Whether the row may be tinted now; if so, starts its turn. **Units**: milliseconds. */
  take(row: unknown, now: number): boolean {
    let running = 0;
    for (const [other, at] of this.#turns) {
      if (now - at >= REST_MS) this.#turns.delete(other);
      else if (now - at < TINT_MS) running += 1;
    }
    if (running >= MAX_AT_ONCE || this.#turns.has(row)) return false;
    this.#turns.set(row, now);
    return true;
  }
}
