/** The page stack over the browser's history: push, back by N, redirect, relaunch, switch tab. */
import { type Entry, type Movement, type PageStack, show, tabKey } from './page-stack.ts';
import { HOME, hashOf, type Params, parseHash, type Path, type Place } from './route.ts';
import type { RouteTable } from './route-table.ts';

/** Closes a layer; returns whether it closed. */
type Close = () => boolean;

/** The layers open over a page, the topmost last. */
class Layers {
  #open: { close: Close }[] = [];

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  open(close: Close): object {
    const layer = { close };
    this.#open.push(layer);
    return layer;
  }

  closed(layer: object): void {
    this.#open = this.#open.filter((open) => open !== layer);
  }

  /** Closes the topmost layer. False if it refused, or there was none. */
  giveWay(): boolean {
    const top = this.#open.at(-1);
    const isGone = top?.close() ?? false;
    if (top && isGone) this.closed(top);
    return isGone;
  }
}

/** The state of our history entries. */
interface Mark {
  index: number;
  key: string;
  /** True if the entry at index 0 is home, so that a tab can be one step above it. */
  onHome: boolean;
  /** An extra entry for a layer over the page: going back from it closes the layer. */
  isLayer: boolean;
}

export interface NavigatorOptions {
  /** The tab pages are in it from the start. */
  routes: RouteTable;
  /** What to show instead; called at start and on every navigation to a page of the app. */
  guard: (place: Place) => Place;
}

/** How long a browser may take to report a step back before we continue without it. */
const REWIND_WAIT_MS = 400;

type Listener = (stack: PageStack, movement: Movement) => void;

export class Navigator {
  readonly routes: RouteTable;
  readonly #guard: NavigatorOptions['guard'];
  readonly #listeners = new Set<Listener>();
  readonly #scroll = new Map<string, number>();
  readonly #layers = new Layers();
  #stack: PageStack;
  #onHome: boolean;
  /** Whether the browser is on a layer's entry, whose layer may already be closed. */
  #onLayer: boolean;
  #serial = 0;
  #afterRewind: (() => void) | undefined;
  #rewindLimit: ReturnType<typeof setTimeout> | undefined;

  constructor(options: NavigatorOptions) {
    this.routes = options.routes;
    this.#guard = options.guard;
    history.scrollRestoration = 'manual';
    const { path, params } = this.#admit(parseHash(location.hash));
    const mark = markOf(history.state);
    const index = mark?.index ?? 0;
    this.#onLayer = mark?.isLayer ?? false;
    this.#onHome = mark?.onHome ?? (index === 0 && path === HOME);
    const entry = { index, path, params, key: this.#keyFor(path, mark?.key) };
    this.#stack = { top: entry, kept: [entry] };
    // The page may have been drawn and scrolled before this script ran.
    this.#scroll.set(entry.key, scrollY);
    this.#write('replace', entry);
    addEventListener('popstate', () => this.#arrived());
  }

  get stack(): PageStack {
    return this.#stack;
  }

  /** Whether this build has a page at that path; true also while that is not known yet. */
  has(path: string): boolean {
    return this.routes.has(path) || !this.routes.isComplete;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens a page on top; switches to it if it is a tab page. */
  push(path: Path, params: Params = {}): void {
    if (this.routes.get(path)?.tab) return this.switchTab(path, params);
    this.#go('push', this.#entry(this.#stack.top.index + 1, { path, params }), 'forward');
  }

  /** Replaces the shown page. */
  redirect(path: Path, params: Params = {}): void {
    const { index } = this.#stack.top;
    this.#stepBack(this.#layerSteps, () =>
      this.#go('replace', this.#entry(index, { path, params }), 'fade'),
    );
  }

  /** Back by `steps`, at most to the first page; without history, to home. */
  back(steps = 1): void {
    const reach = Math.min(steps, this.#stack.top.index);
    if (reach > 0) history.go(-reach - this.#layerSteps);
    else if (this.#stack.top.path !== HOME) this.relaunch(HOME);
  }

  /** Closes every page and starts over with this one; drops all kept state. */
  relaunch(path: Path, params: Params = {}): void {
    this.#rewind(() => this.#go('replace', this.#entry(0, { path, params }), 'fresh'));
  }

  /** Shows a tab page: home at the bottom of the history, the other tabs one step above it. */
  switchTab(path: Path, params: Params = {}): void {
    const { top } = this.#stack;
    const target = this.#admit({ path, params });
    if (target.path === top.path && sameText(target.params, top.params)) return;
    if (target.path !== path) return this.push(target.path as Path, target.params);
    const isOnTab = this.routes.get(top.path)?.tab === true;
    if (path !== HOME && this.#onHome && isOnTab && top.index <= 1) {
      const next = () => this.#entry(1, { path, params });
      if (top.index === 0) this.#go('push', next(), 'fade');
      else this.#stepBack(this.#layerSteps, () => this.#go('replace', next(), 'fade'));
      return;
    }
    this.#rewind(() => {
      if (path !== HOME) this.#write('replace', this.#entry(0, { path: HOME, params: {} }));
      const index = path === HOME ? 0 : 1;
      this.#go(index === 0 ? 'replace' : 'push', this.#entry(index, { path, params }), 'fade');
    });
  }

  /**
   * Registers a layer over the page (a sheet, a dialog): the phone's back button then calls `close` and stays on the page.
   * `close` returns whether the layer closed. Call the returned function when it is closed.
   */
  openLayer(close: () => boolean): () => void {
    const layer = this.#layers.open(close);
    this.#enterLayer();
    return () => this.#layers.closed(layer);
  }

  /** The page's scroll position when it was left; 0 if new. */
  scrollOf(key: string): number {
    return this.#scroll.get(key) ?? 0;
  }

  #entry(index: number, place: { path: string; params: Params }): Entry {
    const { path, params } = this.#admit(place);
    return { index, path, params, key: this.#keyFor(path) };
  }

  #admit(place: { path: string; params: Params }): { path: string; params: Params } {
    const { path, params } = place;
    return this.has(path) ? this.#guard({ path: path as Path, params }) : place;
  }

  #keyFor(path: string, known?: string): string {
    if (this.routes.get(path)?.tab) return tabKey(path);
    return known ?? `page:${Date.now().toString(36)}-${++this.#serial}`;
  }

  #go(how: 'push' | 'replace', entry: Entry, movement: Movement): void {
    this.#keepScroll();
    // The layer's entry is no longer needed: the new page takes its place, or has already gone below it.
    const isTaken = this.#onLayer && how === 'push';
    this.#onLayer = false;
    this.#write(isTaken ? 'replace' : how, entry);
    this.#show(entry, movement);
  }

  /** Steps from the browser's entry back to that of the shown page. */
  get #layerSteps(): number {
    return this.#onLayer ? 1 : 0;
  }

  #enterLayer(): void {
    if (this.#onLayer) return;
    this.#onLayer = true;
    this.#write('push', this.#stack.top);
  }

  /** Goes back from a layer's entry to the page below it. */
  #leftLayer(): void {
    // The layer was already closed: the member wants to leave the page.
    if (this.#layers.isEmpty) history.back();
    else if (!this.#layers.giveWay() || !this.#layers.isEmpty) this.#enterLayer();
  }

  #write(how: 'push' | 'replace', entry: Entry): void {
    if (entry.index === 0) this.#onHome = entry.path === HOME;
    const { index, key } = entry;
    const mark: Mark = { index, key, onHome: this.#onHome, isLayer: this.#onLayer };
    const url = hashOf(entry.path, entry.params);
    if (how === 'push') history.pushState(mark, '', url);
    else history.replaceState(mark, '', url);
  }

  #show(entry: Entry, movement: Movement): void {
    if (movement === 'fresh') this.#scroll.clear();
    this.#stack = show(this.#stack, entry, movement);
    for (const listener of this.#listeners) listener(this.#stack, movement);
  }

  #keepScroll(): void {
    this.#scroll.set(this.#stack.top.key, window.scrollY);
  }

  /** The browser moved: its buttons, `history.go`, or a typed URL. */
  #arrived(): void {
    if (this.#afterRewind) return this.#rewound();
    this.#keepScroll();
    const from = this.#stack.top.index;
    const mark = markOf(history.state);
    const wasOnLayer = this.#onLayer;
    this.#onLayer = mark?.isLayer ?? false;
    if (mark && mark.key === this.#stack.top.key && mark.index === from) {
      if (wasOnLayer && !this.#onLayer) this.#leftLayer();
      return;
    }
    const index = mark?.index ?? from + 1;
    const { path, params } = this.#admit(parseHash(location.hash));
    const { top } = this.#stack;
    // The shown page's URL was typed again: the browser replaced our entry and its state.
    if (!mark && path === top.path && sameText(params, top.params)) {
      return this.#write('replace', top);
    }
    const entry = { index, path, params, key: this.#keyFor(path, mark?.key) };
    this.#write('replace', entry);
    this.#show(entry, index < from ? 'back' : 'forward');
  }

  /** Goes back to our first entry, then runs `next`. */
  #rewind(next: () => void): void {
    this.#stepBack(this.#stack.top.index + this.#layerSteps, next);
  }

  #stepBack(steps: number, next: () => void): void {
    const isUnderWay = this.#afterRewind !== undefined;
    if (steps === 0 && !isUnderWay) return next();
    // A second call while the first is pending replaces it: going back twice would leave the app.
    this.#afterRewind = next;
    if (isUnderWay) return;
    this.#keepScroll();
    this.#rewindLimit = setTimeout(() => this.#rewound(), REWIND_WAIT_MS);
    history.go(-steps);
  }

  #rewound(): void {
    clearTimeout(this.#rewindLimit);
    const next = this.#afterRewind;
    this.#afterRewind = undefined;
    this.#onLayer = false;
    next?.();
  }
}

function markOf(state: unknown): Mark | undefined {
  const mark = state as Partial<Mark> | null;
  return typeof mark?.index === 'number' && typeof mark.key === 'string'
    ? {
        index: mark.index,
        key: mark.key,
        onHome: mark.onHome === true,
        isLayer: mark.isLayer === true,
      }
    : undefined;
}

function sameText(left: Params, right: Params): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
