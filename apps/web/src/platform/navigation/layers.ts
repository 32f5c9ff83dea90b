/** The layers open over a page, the topmost last. */

/** Closes a layer; returns whether it closed. */
type Close = () => boolean;

export class Layers {
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
