/** The order of home's tiles on this device. Small, because home loads it; `tile-order.ts` changes it. */
import { isTextList, slot } from '../platform/storage.ts';

const stored = slot('tiles', isTextList);

/** By the pages that the member arranged; the others come after them, in the usual order. */
export function inOrder<Tile extends { readonly path: string }>(tiles: readonly Tile[]): Tile[] {
  const order = stored.read() ?? [];
  const place = ({ path }: Tile) => order.indexOf(path) + 1 || tiles.length + 1;
  return tiles.toSorted((left, right) => place(left) - place(right));
}
