/** Touch, mouse and keyboard on the chart. Vertical movement scrolls the page: the chart never traps scrolling. */
import type { CandleChart, Place } from './chart-handle.ts';
import { Momentum } from './momentum.ts';
import { placeIn } from './place-in.ts';

type Moves = Pick<CandleChart, 'scrollBy' | 'zoomBy' | 'point' | 'pointNext'>;

const LONG_PRESS_MS = 300;
/** A finger that moved less is still pressing. */
export const STILL_PX = 8;
const KEY_ZOOM = 1.25;
const WHEEL_ZOOM_PX = 100;

type Mode = 'none' | 'scroll' | 'point' | 'pinch';

const distance = (one: Place, two: Place) => Math.hypot(one.x - two.x, one.y - two.y);

/** Handles events of `surface`, which covers the chart with `touch-action: pan-y`. */
export class ChartGestures {
  readonly #surface: HTMLElement;
  readonly #chart: Moves;
  readonly #momentum: Momentum;
  readonly #listening = new AbortController();
  readonly #fingers = new Map<number, Place>();
  #start: Place = { x: 0, y: 0 };
  #mode: Mode = 'none';
  #isPointing = false;
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(surface: HTMLElement, chart: Moves) {
    this.#surface = surface;
    this.#chart = chart;
    this.#momentum = new Momentum((step) => chart.scrollBy(step));
    const { signal } = this.#listening;
    surface.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    surface.addEventListener('pointermove', (event) => this.#move(event), { signal });
    surface.addEventListener('pointerup', (event) => this.#up(event), { signal });
    surface.addEventListener('pointercancel', (event) => this.#up(event), { signal });
    surface.addEventListener('pointerleave', (event) => this.#leave(event), { signal });
    surface.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    const firm = { signal, passive: false };
    surface.addEventListener('touchmove', (event) => this.#keepPageStill(event), firm);
    surface.addEventListener('wheel', (event) => this.#wheel(event), firm);
    surface.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  stop(): void {
    this.#listening.abort();
    this.#momentum.stop();
    clearTimeout(this.#longPress);
  }

  #point(place: Place | undefined): void {
    if (!place && !this.#isPointing) return;
    this.#isPointing = place !== undefined;
    this.#chart.point(place);
  }

  #down(event: PointerEvent): void {
    this.#momentum.stop();
    clearTimeout(this.#longPress);
    const place = placeIn(this.#surface, event);
    this.#fingers.set(event.pointerId, place);
    if (this.#fingers.size > 1) {
      this.#mode = 'pinch';
      return;
    }
    this.#start = place;
    this.#mode = 'none';
    if (event.pointerType === 'mouse') return;
    this.#longPress = setTimeout(() => {
      this.#mode = 'point';
      this.#point(place);
    }, LONG_PRESS_MS);
  }

  #move(event: PointerEvent): void {
    const place = placeIn(this.#surface, event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.#point(place);
      return;
    }
    if (this.#mode === 'pinch') return this.#pinch(event.pointerId, place);
    this.#fingers.set(event.pointerId, place);
    if (this.#mode === 'point') return this.#point(place);
    if (this.#mode === 'none' && distance(place, this.#start) > STILL_PX) this.#grab(event);
    if (this.#mode !== 'scroll') return;
    this.#momentum.follow(place.x - before.x, event.timeStamp);
  }

  #grab(event: PointerEvent): void {
    clearTimeout(this.#longPress);
    this.#mode = 'scroll';
    this.#point(undefined);
    this.#surface.setPointerCapture(event.pointerId);
  }

  #pinch(finger: number, place: Place): void {
    const [one, two] = this.#fingers.values();
    const wide = one && two ? distance(one, two) : 0;
    this.#fingers.set(finger, place);
    const [left, right] = this.#fingers.values();
    if (!left || !right || wide === 0) return;
    this.#chart.zoomBy(distance(left, right) / wide, (left.x + right.x) / 2);
  }

  #up(event: PointerEvent): void {
    clearTimeout(this.#longPress);
    const isTap = this.#mode === 'none' && event.type === 'pointerup';
    this.#fingers.delete(event.pointerId);
    if (isTap && event.pointerType !== 'mouse') this.#point(undefined);
    if (this.#mode === 'scroll') this.#momentum.release(event.timeStamp);
    if (this.#fingers.size === 0) this.#mode = 'none';
  }

  #leave(event: PointerEvent): void {
    // The button at the crosshair would go as the mouse reaches it.
    const to = event.relatedTarget;
    if (to instanceof Element && to.closest('[data-at-crosshair]')) return;
    if (event.pointerType === 'mouse' && this.#fingers.size === 0) this.#point(undefined);
  }

  /** A page scroll that has not begun can still be prevented: the crosshair follows the finger. */
  #keepPageStill(event: TouchEvent): void {
    if (this.#mode === 'point' || this.#mode === 'pinch') event.preventDefault();
  }

  #wheel(event: WheelEvent): void {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways) return;
    event.preventDefault();
    if (!event.ctrlKey) this.#chart.scrollBy(-event.deltaX);
    else
      this.#chart.zoomBy(Math.exp(-event.deltaY / WHEEL_ZOOM_PX), placeIn(this.#surface, event).x);
  }

  #key(event: KeyboardEvent): void {
    const middle = this.#surface.clientWidth / 2;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      PageUp: () => this.#chart.scrollBy(middle),
      PageDown: () => this.#chart.scrollBy(-middle),
      '+': () => this.#chart.zoomBy(KEY_ZOOM, middle),
      '-': () => this.#chart.zoomBy(1 / KEY_ZOOM, middle),
      Escape: () => this.#point(undefined),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #step(steps: number): void {
    this.#isPointing = true;
    this.#chart.pointNext(steps);
  }
}
