/** Momentum: a dragged chart moves on a little after release, and slows down. */

/** Below this speed it stops with the finger; pixels per millisecond. */
const STARTS = 0.3;
const ENDS = 0.02;
const KEPT_A_FRAME = 0.94;
const FRAME_MS = 1000 / 60;
/** A finger that rested this long before release starts no momentum. */
const REST_MS = 80;

export class Momentum {
  readonly #scrollBy: (distance: number) => void;
  #speed = 0;
  #movedAt = 0;
  #frame = 0;

  constructor(scrollBy: (distance: number) => void) {
    this.#scrollBy = scrollBy;
  }

  /** The finger moved the chart by `distance` pixels; `at` is the event's timestamp. */
  follow(distance: number, at: number): void {
    this.#speed = distance / Math.max(1, at - this.#movedAt);
    this.#movedAt = at;
    this.#scrollBy(distance);
  }

  release(at: number): void {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const isThrown = Math.abs(this.#speed) > STARTS && at - this.#movedAt < REST_MS;
    if (isThrown && !isCalm) this.#go();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#speed = 0;
  }

  #go(): void {
    this.#speed *= KEPT_A_FRAME;
    if (Math.abs(this.#speed) < ENDS) return;
    this.#scrollBy(this.#speed * FRAME_MS);
    this.#frame = requestAnimationFrame(() => this.#go());
  }
}
