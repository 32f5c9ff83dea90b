/** The pages of the app by path: those of the first script immediately, the others when their list has loaded. */
import type { RouteDef } from './route.ts';

export class RouteTable extends Map<string, RouteDef> {
  readonly #loadOthers: (() => Promise<readonly RouteDef[]>) | undefined;
  readonly #listeners = new Set<() => void>();
  #isComplete: boolean;
  #completing: Promise<void> | undefined;

  /** Without `loadOthers` these are all. */
  constructor(first: readonly RouteDef[], loadOthers?: () => Promise<readonly RouteDef[]>) {
    super(first.map((route) => [route.path, route]));
    this.#loadOthers = loadOthers;
    this.#isComplete = loadOthers === undefined;
  }

  /** Until then a path without a route may still be a page. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Loads the others, once; a failed load is repeated by the next call. @throws that of the load */
  complete(): Promise<void> {
    this.#completing ??= this.#load().catch((error: unknown) => {
      this.#completing = undefined;
      throw error;
    });
    return this.#completing;
  }

  /** The route, after all are known if need be. */
  async find(path: string): Promise<RouteDef | undefined> {
    if (!this.has(path)) await this.complete();
    return this.get(path);
  }

  /** Called when the others have loaded. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #load(): Promise<void> {
    const others = (await this.#loadOthers?.()) ?? [];
    for (const route of others) this.set(route.path, route);
    this.#isComplete = true;
    for (const listener of this.#listeners) listener();
  }
}
